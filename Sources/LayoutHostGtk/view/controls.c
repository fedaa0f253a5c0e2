// SPDX-License-Identifier: Apache-2.0
//
// controls.c: a control for each property of a layout: its name, unit, range and help.
#include "controls.h"

static void control_free(gpointer data) {
  LvControl *control = data;
  g_free(control->name);
  g_free(control->words);
  g_free(control);
}

void lv_control_set_tip(GtkWidget *at, const char *text) {
  g_object_set_data_full(G_OBJECT(at), "tip", g_strdup(text), g_free);
  gtk_widget_set_tooltip_text(at, text);
}

void lv_control_set_label(GtkWidget *at, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(at), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void lv_control_clear_refusal(GtkWidget *at) {
  gtk_widget_remove_css_class(at, "error");
  gtk_widget_set_tooltip_text(at, g_object_get_data(G_OBJECT(at), "tip"));
}

gboolean lv_control_apply(LvControl *control, GtkWidget *at, GVariant *value) {
  GError *error = NULL;
  gboolean done = lh_collection_view_set_property_value(control->view, control->name, value, &error);
  if (done) {
    lv_control_clear_refusal(at);
  } else {
    gtk_widget_add_css_class(at, "error");
    gtk_widget_set_tooltip_text(at, error->message);
  }
  if (control->clear != NULL) gtk_widget_set_sensitive(control->clear, TRUE);
  g_clear_error(&error);
  return done;
}

static void on_switch(GtkSwitch *at, GParamSpec *spec, LvControl *control) {
  (void)spec;
  if (control->is_filling) return;
  lv_control_apply(control, GTK_WIDGET(at), g_variant_new_boolean(gtk_switch_get_active(at)));
}

static void on_case(GtkDropDown *at, GParamSpec *spec, LvControl *control) {
  GtkStringObject *chosen = gtk_drop_down_get_selected_item(at);
  (void)spec;
  if (chosen != NULL)
    lv_control_apply(control, GTK_WIDGET(at), g_variant_new_string(gtk_string_object_get_string(chosen)));
}

static void on_text(GtkEntry *at, LvControl *control) {
  lv_control_apply(control, GTK_WIDGET(at), g_variant_new_string(gtk_editable_get_text(GTK_EDITABLE(at))));
}

/// Unsets an optional property, and empties its control.
static void on_clear(GtkButton *button, LvControl *control) {
  if (!lv_control_apply(control, GTK_WIDGET(button), g_variant_new_tuple(NULL, 0))) return;
  control->is_filling = TRUE;
  if (GTK_IS_SWITCH(control->made)) gtk_switch_set_active(GTK_SWITCH(control->made), FALSE);
  else if (GTK_IS_DROP_DOWN(control->made))
    gtk_drop_down_set_selected(GTK_DROP_DOWN(control->made), GTK_INVALID_LIST_POSITION);
  else if (GTK_IS_ENTRY(control->made)) gtk_editable_set_text(GTK_EDITABLE(control->made), "");
  else lv_numbers_clear(control);
  control->is_filling = FALSE;
  lv_control_clear_refusal(control->made);
  gtk_widget_set_sensitive(GTK_WIDGET(button), FALSE);
}

static GtkWidget *make_clear(LvControl *control) {
  GtkWidget *button = gtk_button_new_from_icon_name("edit-clear-symbolic");
  char *label = g_strdup_printf("Unset %s", control->words);
  gtk_widget_add_css_class(button, "flat");
  gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive(button, !control->is_unset);
  lv_control_set_tip(button, "Unset it");
  lv_control_set_label(button, label);
  g_signal_connect(button, "clicked", G_CALLBACK(on_clear), control);
  g_free(label);
  return button;
}

static GtkWidget *make_cases(const lh_property *property, guint chosen) {
  GtkStringList *cases = gtk_string_list_new(NULL);
  GtkWidget *made;
  for (uint32_t i = 0; i < property->case_count; i++) gtk_string_list_append(cases, property->cases[i]);
  made = gtk_drop_down_new(G_LIST_MODEL(cases), NULL);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(made), chosen);
  return made;
}

static GtkWidget *make_control(LvControl *control, const lh_property *property, const lh_value *value) {
  GtkWidget *made = lv_numbers_new(control, property, value);
  if (made != NULL) return made;
  switch (property->type) {
    case LH_TYPE_BOOL:
      made = gtk_switch_new();
      gtk_switch_set_active(GTK_SWITCH(made), value->type == LH_TYPE_BOOL && value->as.integer != 0);
      g_signal_connect(made, "notify::active", G_CALLBACK(on_switch), control);
      return made;
    case LH_TYPE_ENUM:
      made = make_cases(property, control->is_unset ? GTK_INVALID_LIST_POSITION : (guint)value->as.integer);
      g_signal_connect(made, "notify::selected-item", G_CALLBACK(on_case), control);
      return made;
    case LH_TYPE_TEXT:
      made = gtk_entry_new();
      gtk_editable_set_text(GTK_EDITABLE(made),
                            value->type == LH_TYPE_TEXT && value->as.text != NULL ? value->as.text : "");
      g_signal_connect(made, "activate", G_CALLBACK(on_text), control);
      return made;
    default: return NULL;
  }
}

/// The name of a property in words: "targetHeight" in points is "Target height, pt".
static char *words_of(const lh_property *property) {
  GString *words = g_string_new(NULL);
  for (const char *at = property->name; *at != 0; at++) {
    if (g_ascii_isupper(*at) && at > property->name) g_string_append_c(words, ' ');
    g_string_append_c(words, at == property->name ? g_ascii_toupper(*at) : g_ascii_tolower(*at));
  }
  if (*property->unit != 0 && !g_str_equal(property->unit, "1"))
    g_string_append_printf(words, ", %s", property->unit);
  return g_string_free(words, FALSE);
}

static GtkWidget *text_label(const char *text, const char *class) {
  GtkWidget *made = gtk_label_new(text);
  gtk_label_set_xalign(GTK_LABEL(made), 0);
  gtk_label_set_wrap(GTK_LABEL(made), TRUE);
  gtk_label_set_max_width_chars(GTK_LABEL(made), 34);
  if (class != NULL) gtk_widget_add_css_class(made, class);
  return made;
}

/// The name of a property over its help.
static GtkWidget *make_names(const lh_property *property, const char *words) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append(GTK_BOX(box), text_label(words, NULL));
  if (property->help != NULL && *property->help != 0) {
    GtkWidget *help = text_label(property->help, "caption");
    gtk_widget_add_css_class(help, "dim-label");
    gtk_box_append(GTK_BOX(box), help);
  }
  gtk_widget_set_hexpand(box, TRUE);
  gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
  return box;
}

static void add_row(GtkBox *box, LhCollectionView *view, lh_layout *layout, const lh_property *property) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  LvControl *control = g_new0(LvControl, 1);
  lh_value value = {.type = LH_TYPE_NONE};
  *control = (LvControl){
      .view = view, .name = g_strdup(property->name), .words = words_of(property), .type = property->type};
  lh_layout_get(layout, property->name, &value, NULL);
  control->is_unset = property->is_optional != 0 && value.type == LH_TYPE_NONE;
  control->made = make_control(control, property, &value);
  gtk_box_append(GTK_BOX(row), make_names(property, control->words));
  if (control->made != NULL) {
    gtk_widget_set_valign(control->made, GTK_ALIGN_CENTER);
    lv_control_set_label(control->made, control->words);
    if (property->is_optional != 0) {
      control->clear = make_clear(control);
      gtk_box_append(GTK_BOX(row), control->clear);
    }
    gtk_box_append(GTK_BOX(row), control->made);
  }
  g_object_set_data_full(G_OBJECT(row), "control", control, control_free);
  gtk_box_append(box, row);
}

void lv_controls_fill(GtkBox *box, LhCollectionView *view) {
  struct lh_view *engine = lh_collection_view_get_engine(view);
  lh_layout *layout = engine != NULL ? lh_view_layout(engine) : NULL;
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(box))) != NULL) gtk_box_remove(box, child);
  if (layout == NULL) return;
  for (uint32_t i = 0; i < lh_layout_property_count(layout); i++) {
    lh_property property = LH_TABLE(lh_property);
    if (lh_layout_get_property(layout, i, &property, NULL)) add_row(box, view, layout, &property);
  }
  lh_layout_free(layout);
}
