// SPDX-License-Identifier: Apache-2.0
//
// controls.h: a control of a property, shared by controls.c and numbers.c.
#pragma once

#include "viewer.h"

/// A property that a control sets.
typedef struct {
  LhCollectionView *view;
  char *name;
  char *words;  ///< The name for people.
  uint32_t type;
  GtkWidget *made;        ///< The control; null for a type that has none.
  GtkWidget *numbers[4];  ///< Its numbers.
  guint count;
  GtkWidget *clear;      ///< The button that unsets the property; null unless it is optional.
  gboolean is_unset;     ///< Its numbers are empty.
  gboolean is_filling;   ///< The program changes the control, and no person.
} LvControl;

// controls.c
/// Sets the property; a refusal is shown at a widget, until the next value.
gboolean lv_control_apply(LvControl *control, GtkWidget *at, GVariant *value);
/// Takes a refusal from a widget.
void lv_control_clear_refusal(GtkWidget *at);
/// Sets a widget's tooltip, which returns when a refusal goes.
void lv_control_set_tip(GtkWidget *at, const char *text);
/// Sets the name of a widget for assistive technology.
void lv_control_set_label(GtkWidget *at, const char *text);

// numbers.c
/// Makes the control of a property that is one to four numbers, or null for another type. It is empty where
/// an optional property is unset.
GtkWidget *lv_numbers_new(LvControl *control, const lh_property *property, const lh_value *value);
/// Empties the numbers.
void lv_numbers_clear(LvControl *control);
