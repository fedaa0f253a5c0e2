// SPDX-License-Identifier: Apache-2.0
//
// view-failure.c: errors of the engine as GErrors, and the bar in the view that shows them.
#include "view-private.h"

G_DEFINE_QUARK(lh-gtk-error-quark, lh_error)

/// The codes of each kind, as docs/errors.md lists them.
static const char *const ARGUMENT_CODES[] = {
    "invalid-argument", "null-argument", "bad-argument", "bad-table-size", "no-object", "bad-value",
    "not-finite", "clock", "unknown-property", "property-type", "unknown-case", "out-of-range",
    "unknown-query", "query-signature", "unknown-action", "action-signature", "unknown-kind",
    "unknown-path", "unknown-section", "unknown-item", "unknown-element", "invalid-target", NULL};
static const char *const CRASH_CODES[] = {"worker-died", "worker-hung", "worker-late", "worker-ended",
                                          "layout-slow", "wire", NULL};
static const char *const DATA_CODES[] = {"invalid-update", "data-source", NULL};
static const char *const SANDBOX_CODES[] = {"sandbox-unavailable", "sandbox-failed", NULL};
static const char *const LAYOUT_CODES[] = {
    // The layout is not there, or the view may not have it.
    "unknown-layout", "layout-in-use", "quarantined", "untrusted", "wrong-owner", "writable-by-others",
    // Its file was refused.
    "no-note", "bad-note", "bad-names", "note-mismatch", "not-elf", "not-a-library", "not-a-file",
    "is-library", "truncated", "wrong-machine", "wrong-runtime", "executable-stack", "text-relocations",
    "entry-missing", "load-failed", "opens-libraries", "ambiguous-headers", "writable-code", "run-path",
    "needed-path", "missing-library", "unsafe-library", "altered",
    // It broke a rule, or refused a call.
    "abi-refused", "table-too-short", "bad-table", "reserved-used", "slot-missing", "unknown-extension",
    "breach", "state-schema", "state-too-large", "child-refused", "answer-too-large", "layout-argument",
    "layout-context", "layout-failed", "layout-out-of-memory", "layout-stale", "layout-unsupported", NULL};
/// Not the layout's fault, though the error may name it.
static const char *const OTHER_CODES[] = {"query-failed", "callback-failed", "worker-start", NULL};

static LhError kind_of(const lh_error *error) {
  static const struct {
    const char *const *codes;
    LhError kind;
  } kinds[] = {{ARGUMENT_CODES, LH_ERROR_ARGUMENT}, {CRASH_CODES, LH_ERROR_CRASH},
               {DATA_CODES, LH_ERROR_DATA},         {SANDBOX_CODES, LH_ERROR_SANDBOX},
               {LAYOUT_CODES, LH_ERROR_LAYOUT},     {OTHER_CODES, LH_ERROR_FAILED}};
  const char *code = lh_error_code(error);
  for (gsize i = 0; code != NULL && i < G_N_ELEMENTS(kinds); i++)
    if (g_strv_contains(kinds[i].codes, code)) return kinds[i].kind;
  return lh_error_plugin(error) != NULL ? LH_ERROR_LAYOUT : LH_ERROR_FAILED;
}

/// Appends what to do, unless the message already ends in it, after a semicolon, or the remedy only
/// points at the message.
static void append_remedy(GString *text, const char *message, const char *remedy) {
  char last = text->len > 0 ? text->str[text->len - 1] : '.';
  if (remedy == NULL || *remedy == 0 || strstr(message, "; ") != NULL) return;
  if (g_str_has_prefix(remedy, "The message") || g_str_has_prefix(remedy, "None")) return;
  g_string_append_printf(text, "%s %s", strchr(".?!", last) != NULL ? "" : ".", remedy);
}

GError *lh_failure_from(const lh_error *error) {
  const char *message = lh_error_message(error), *plugin = lh_error_plugin(error);
  const char *call = lh_error_call(error);
  GString *text = g_string_new(NULL);
  GError *made;
  if (plugin != NULL && call != NULL) g_string_append_printf(text, "%s, %s: ", plugin, call);
  else if (plugin != NULL) g_string_append_printf(text, "%s: ", plugin);
  g_string_append(text, message);
  append_remedy(text, message, lh_error_remedy(error));
  made = g_error_new_literal(LH_ERROR, kind_of(error), text->str);
  g_string_free(text, TRUE);
  return made;
}

gboolean lh_failure_give(lh_error *why, GError **error) {
  GError *made;
  if (why == NULL) {
    g_set_error_literal(error, LH_ERROR, LH_ERROR_FAILED, "the call failed without a reason");
    return FALSE;
  }
  made = lh_failure_from(why);
  lh_error_free(why);
  g_propagate_error(error, made);
  return FALSE;
}

static void on_restart(GtkButton *button, gpointer data) {
  GError *error = NULL;
  (void)button;
  if (lh_collection_view_restart_layout(data, &error)) return;
  lh_failure_show(data, error, TRUE);
  g_error_free(error);
}

static void on_close(GtkButton *button, gpointer data) {
  (void)button;
  lh_failure_hide(data);
}

/// The bar must be readable over any content, in light and dark.
static void add_style(GtkWidget *widget) {
  static const char *const style =
      ".layout-failure { background: #3d1f1f; color: white; padding: 8px 12px; }";
  GdkDisplay *display = gtk_widget_get_display(widget);
  GtkCssProvider *provider;
  if (g_object_get_data(G_OBJECT(display), "lh-style") != NULL) return;
  provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, style, -1);
  gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION - 1);
  g_object_set_data_full(G_OBJECT(display), "lh-style", provider, g_object_unref);
}

static GtkWidget *make_bar(LhCollectionView *self) {
  GtkWidget *bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name("dialog-warning-symbolic");
  GtkWidget *label = gtk_label_new(NULL), *restart = gtk_button_new_with_mnemonic("_Restart");
  GtkWidget *close = gtk_button_new_from_icon_name("window-close-symbolic");
  gtk_widget_add_css_class(bar, "layout-failure");
  add_style(GTK_WIDGET(self));
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable(GTK_LABEL(label), TRUE);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_widget_set_hexpand(label, TRUE);
  gtk_widget_set_valign(restart, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(close, GTK_ALIGN_CENTER);
  gtk_accessible_update_property(GTK_ACCESSIBLE(close), GTK_ACCESSIBLE_PROPERTY_LABEL, "Close", -1);
  gtk_box_append(GTK_BOX(bar), icon);
  gtk_box_append(GTK_BOX(bar), label);
  gtk_box_append(GTK_BOX(bar), restart);
  gtk_box_append(GTK_BOX(bar), close);
  g_signal_connect_object(restart, "clicked", G_CALLBACK(on_restart), self, 0);
  g_signal_connect(close, "clicked", G_CALLBACK(on_close), self);
  gtk_widget_set_parent(bar, GTK_WIDGET(self));
  return bar;
}

void lh_failure_show(LhCollectionView *self, const GError *error, gboolean can_restart) {
  GtkWidget *icon, *label;
  if (self->failure == NULL) self->failure = make_bar(self);
  icon = gtk_widget_get_first_child(self->failure);
  label = gtk_widget_get_next_sibling(icon);
  gtk_label_set_text(GTK_LABEL(label), error->message);
  gtk_widget_set_visible(gtk_widget_get_next_sibling(label), can_restart);
  gtk_widget_set_visible(self->failure, TRUE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->failure), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                 error->message, -1);
  // Above the cells, for the pointer too.
  gtk_widget_insert_before(self->failure, GTK_WIDGET(self), NULL);
  gtk_widget_queue_resize(GTK_WIDGET(self));
}

void lh_failure_hide(LhCollectionView *self) {
  if (self->failure == NULL) return;
  gtk_widget_set_visible(self->failure, FALSE);
  gtk_widget_queue_allocate(GTK_WIDGET(self));
}
