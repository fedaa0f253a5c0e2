// SPDX-License-Identifier: Apache-2.0
//
// controls.c: a control for each property of a layout: its name, unit, range and help.
#include "viewer.h"

/// A property that a control sets.
typedef struct {
  LhCollectionView *view;
  char *name;
  uint32_t type;
  GtkWidget *numbers[4];
  guint count;
} LvControl;

/// Sets the property; a refusal is shown at the control.
static void apply(LvControl *control, GtkWidget *at, GVariant *value) {
  GError *error = NULL;
  gboolean done = lh_collection_view_set_property_value(control->view, control->name, value, &error);
  if (done) gtk_widget_remove_css_class(at, "error");
  else gtk_widget_add_css_class(at, "error");
  gtk_widget_set_tooltip_text(at, done ? NULL : error->message);
  g_clear_error(&error);
}

static void on_switch(GtkSwitch *at, GParamSpec *spec, LvControl *control) {
  (void)spec;
  apply(control, GTK_WIDGET(at), g_variant_new_boolean(gtk_switch_get_active(at)));
}

static void on_case(GtkDropDown *at, GParamSpec *spec, LvControl *control) {
  GtkStringObject *chosen = gtk_drop_down_get_selected_item(at);
  (void)spec;
  if (chosen != NULL)
    apply(control, GTK_WIDGET(at), g_variant_new_string(gtk_string_object_get_string(chosen)));
}

static void on_text(GtkEntry *at, LvControl *control) {
  apply(control, GTK_WIDGET(at), g_variant_new_string(gtk_editable_get_text(GTK_EDITABLE(at))));
}

static double number(LvControl *control, guint index) {
  return gtk_spin_button_get_value(GTK_SPIN_BUTTON(control->numbers[index]));
}

static void on_number(GtkSpinButton *at, LvControl *control) {
  GVariant *value;
  switch (control->type) {
    case LH_TYPE_INTEGER: value = g_variant_new_int64((gint64)number(control, 0)); break;
    case LH_TYPE_NUMBER: value = g_variant_new_double(number(control, 0)); break;
    case LH_TYPE_INSETS:
      value = g_variant_new("(dddd)", number(control, 0), number(control, 1), number(control, 2),
                            number(control, 3));
      break;
    default: value = g_variant_new("(dd)", number(control, 0), number(control, 1));
  }
  apply(control, GTK_WIDGET(at), value);
}

static GtkWidget *make_numbers(LvControl *control, const lh_property *property, const double *values) {
  static const char *const sides[] = {"Top", "Left", "Bottom", "Right"};
  GtkWidget *box = gtk_grid_new();
  gboolean is_whole = property->type == LH_TYPE_INTEGER;
  double low = MAX(property->minimum, -1e6), high = MIN(property->maximum, 1e6);
  double step = is_whole || high - low > 20 ? 1 : 0.05;
  for (guint i = 0; i < control->count; i++) {
    GtkWidget *spin = gtk_spin_button_new_with_range(low, MAX(high, low + step), step);
    gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), is_whole ? 0 : step < 1 ? 2 : 1);
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), values[i]);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 6);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 4);
    if (control->count == 4) gtk_widget_set_tooltip_text(spin, sides[i]);
    control->numbers[i] = spin;
    gtk_grid_attach(GTK_GRID(box), spin, (int)i % 2, (int)i / 2, 1, 1);
  }
  gtk_grid_set_row_spacing(GTK_GRID(box), 4);
  gtk_grid_set_column_spacing(GTK_GRID(box), 4);
  // Connected after all controls exist, because each change reads all of them.
  for (guint i = 0; i < control->count; i++)
    g_signal_connect(control->numbers[i], "value-changed", G_CALLBACK(on_number), control);
  return box;
}

static GtkWidget *make_cases(const lh_property *property, int64_t chosen) {
  GtkStringList *cases = gtk_string_list_new(NULL);
  GtkWidget *made;
  for (uint32_t i = 0; i < property->case_count; i++) gtk_string_list_append(cases, property->cases[i]);
  made = gtk_drop_down_new(G_LIST_MODEL(cases), NULL);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(made), (guint)chosen);
  return made;
}

/// The numbers of a value; 0 where it is unset.
static guint numbers_of(const lh_property *property, const lh_value *value, double *out) {
  gboolean is_set = value->type != LH_TYPE_NONE;
  memset(out, 0, sizeof(double) * 4);
  switch (property->type) {
    case LH_TYPE_INTEGER: case LH_TYPE_INDEX:
      out[0] = is_set ? (double)value->as.integer : 0;
      return 1;
    case LH_TYPE_NUMBER: out[0] = is_set ? value->as.number : 0; return 1;
    case LH_TYPE_POINT: case LH_TYPE_SIZE:
      if (is_set) memcpy(out, &value->as.size, sizeof(double) * 2);
      return 2;
    case LH_TYPE_INSETS:
      if (is_set) memcpy(out, &value->as.insets, sizeof(double) * 4);
      return 4;
    default: return 0;
  }
}

static GtkWidget *make_control(LvControl *control, const lh_property *property, const lh_value *value) {
  double values[4];
  GtkWidget *made;
  control->count = numbers_of(property, value, values);
  if (control->count > 0) return make_numbers(control, property, values);
  switch (property->type) {
    case LH_TYPE_BOOL:
      made = gtk_switch_new();
      gtk_switch_set_active(GTK_SWITCH(made), value->as.integer != 0);
      g_signal_connect(made, "notify::active", G_CALLBACK(on_switch), control);
      return made;
    case LH_TYPE_ENUM:
      made = make_cases(property, value->as.integer);
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
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *made;
  LvControl *control = g_new0(LvControl, 1);
  lh_value value = {.type = LH_TYPE_NONE};
  char *words = words_of(property);
  *control = (LvControl){.view = view, .name = g_strdup(property->name), .type = property->type};
  lh_layout_get(layout, property->name, &value, NULL);
  made = make_control(control, property, &value);
  gtk_box_append(GTK_BOX(row), make_names(property, words));
  if (made != NULL) {
    gtk_widget_set_valign(made, GTK_ALIGN_CENTER);
    gtk_accessible_update_property(GTK_ACCESSIBLE(made), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
    gtk_box_append(GTK_BOX(row), made);
  }
  g_object_set_data_full(G_OBJECT(row), "control", control, (GDestroyNotify)g_free);
  g_object_set_data_full(G_OBJECT(row), "name", control->name, g_free);
  g_free(words);
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
