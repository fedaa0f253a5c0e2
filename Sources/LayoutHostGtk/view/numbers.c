// SPDX-License-Identifier: Apache-2.0
//
// numbers.c: the control of a property that is one to four numbers, each with a name.
#include "controls.h"

/// The names of the numbers of a type; null for one number.
static const char *const *sides_of(uint32_t type) {
  static const char *const insets[] = {"Top", "Left", "Bottom", "Right"};
  static const char *const size[] = {"Width", "Height"}, *const point[] = {"X", "Y"};
  switch (type) {
    case LH_TYPE_INSETS: return insets;
    case LH_TYPE_SIZE: return size;
    case LH_TYPE_POINT: return point;
    default: return NULL;
  }
}

/// Reads the numbers of a value, and returns how many its type has.
static guint numbers_of(uint32_t type, const lh_value *value, double *out) {
  switch (type) {
    case LH_TYPE_INTEGER: case LH_TYPE_INDEX: out[0] = (double)value->as.integer; return 1;
    case LH_TYPE_NUMBER: out[0] = value->as.number; return 1;
    case LH_TYPE_POINT: case LH_TYPE_SIZE: memcpy(out, &value->as.size, sizeof(double) * 2); return 2;
    case LH_TYPE_INSETS: memcpy(out, &value->as.insets, sizeof(double) * 4); return 4;
    default: return 0;
  }
}

static double number(LvControl *control, guint index) {
  return gtk_spin_button_get_value(GTK_SPIN_BUTTON(control->numbers[index]));
}

static void apply(LvControl *control, GtkWidget *at) {
  GVariant *value;
  switch (control->type) {
    case LH_TYPE_INTEGER: case LH_TYPE_INDEX: value = g_variant_new_int64((gint64)number(control, 0)); break;
    case LH_TYPE_NUMBER: value = g_variant_new_double(number(control, 0)); break;
    case LH_TYPE_INSETS:
      value = g_variant_new("(dddd)", number(control, 0), number(control, 1), number(control, 2),
                            number(control, 3));
      break;
    default: value = g_variant_new("(dd)", number(control, 0), number(control, 1));
  }
  if (!lv_control_apply(control, at, value)) return;
  // Another of the numbers may have been refused before.
  for (guint i = 0; i < control->count; i++) lv_control_clear_refusal(control->numbers[i]);
}

// Empty numbers. A spin button always has a value; its text hides it.

/// Fills all numbers of an empty control with the first that a person enters: of a size, the height is the
/// width until it is changed.
static void fill(LvControl *control, double value) {
  control->is_unset = FALSE;
  control->is_filling = TRUE;
  for (guint i = 0; i < control->count; i++)
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(control->numbers[i]), value);
  control->is_filling = FALSE;
}

static gboolean on_output(GtkSpinButton *at, LvControl *control) {
  if (!control->is_unset) return FALSE;
  gtk_editable_set_text(GTK_EDITABLE(at), "");
  return TRUE;
}

/// Takes a number that is typed into an empty control, even the one that its text hides, which is no change.
static int on_input(GtkSpinButton *at, double *out, LvControl *control) {
  const char *text = gtk_editable_get_text(GTK_EDITABLE(at));
  char *end;
  double typed = g_strtod(text, &end);
  if (!control->is_unset) return FALSE;
  if (end != text && *end == 0) {
    fill(control, typed);
    apply(control, GTK_WIDGET(at));
  }
  *out = gtk_spin_button_get_value(at);
  return TRUE;
}

static void on_number(GtkSpinButton *at, LvControl *control) {
  if (control->is_filling) return;
  if (control->is_unset) fill(control, gtk_spin_button_get_value(at));
  apply(control, GTK_WIDGET(at));
}

void lv_numbers_clear(LvControl *control) {
  control->is_unset = TRUE;
  for (guint i = 0; i < control->count; i++) {
    gtk_editable_set_text(GTK_EDITABLE(control->numbers[i]), "");
    lv_control_clear_refusal(control->numbers[i]);
  }
}

// Making.

/// The number from which plus and minus start in an empty control.
static double start_of(const lh_property *property) { return g_str_equal(property->unit, "pt") ? 100 : 0; }

static GtkWidget *make_number(LvControl *control, const lh_property *property, double value) {
  gboolean is_whole = property->type == LH_TYPE_INTEGER || property->type == LH_TYPE_INDEX;
  double low = MAX(property->minimum, -1e6), high = MIN(property->maximum, 1e6);
  double step = is_whole || high - low > 20 ? 1 : 0.05;
  GtkWidget *spin = gtk_spin_button_new_with_range(low, MAX(high, low + step), step);
  gtk_spin_button_set_digits(GTK_SPIN_BUTTON(spin), is_whole ? 0 : step < 1 ? 2 : 1);
  gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
  gtk_editable_set_max_width_chars(GTK_EDITABLE(spin), 6);
  gtk_editable_set_width_chars(GTK_EDITABLE(spin), 4);
  if (control->is_unset) gtk_editable_set_text(GTK_EDITABLE(spin), "");
  return spin;
}

/// Names a number, for the pointer and for assistive technology, whose focus is in the text of the button.
static void name_number(LvControl *control, GtkWidget *spin, const char *side) {
  char *label = side != NULL ? g_strdup_printf("%s, %s", control->words, side) : g_strdup(control->words);
  if (side != NULL) lv_control_set_tip(spin, side);
  lv_control_set_label(spin, label);
  lv_control_set_label(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(spin))), label);
  g_free(label);
}

GtkWidget *lv_numbers_new(LvControl *control, const lh_property *property, const lh_value *value) {
  const char *const *sides = sides_of(property->type);
  double values[4] = {0};
  GtkWidget *box;
  control->count = numbers_of(property->type, value, values);
  if (control->count == 0) return NULL;
  if (value->type == LH_TYPE_NONE)
    for (guint i = 0; i < control->count; i++) values[i] = start_of(property);
  box = gtk_grid_new();
  gtk_grid_set_row_spacing(GTK_GRID(box), 4);
  gtk_grid_set_column_spacing(GTK_GRID(box), 4);
  for (guint i = 0; i < control->count; i++) {
    control->numbers[i] = make_number(control, property, values[i]);
    name_number(control, control->numbers[i], sides != NULL ? sides[i] : NULL);
    gtk_grid_attach(GTK_GRID(box), control->numbers[i], (int)i % 2, (int)i / 2, 1, 1);
  }
  // Connected after all controls exist, because each change reads all of them.
  for (guint i = 0; i < control->count; i++) {
    g_signal_connect(control->numbers[i], "output", G_CALLBACK(on_output), control);
    g_signal_connect(control->numbers[i], "input", G_CALLBACK(on_input), control);
    g_signal_connect(control->numbers[i], "value-changed", G_CALLBACK(on_number), control);
  }
  return box;
}
