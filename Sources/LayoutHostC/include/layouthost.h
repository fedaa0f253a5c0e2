// SPDX-License-Identifier: Apache-2.0
//
// layouthost.h: a collection view for Linux, headless, whose layouts are plugins; in C.
//
// A program needs four steps: make a layout by its id, make a view of it, give the view a data
// source, and advance its clock. After each step of the clock read the view's elements with their
// places.
//
//     lh_error *error = NULL;
//     lh_layout *layout = lh_layout_new("flow", NULL, &error);
//     lh_view *view = lh_view_new(layout, 800, 600, &error);
//     lh_view_set_data_source(view, &source, &error);
//     lh_view_advance(view, seconds, &error);
//     lh_view_get_elements(view, &elements, &error);
//
// Link with `pkg-config --cflags --libs layouthost`. `docs/use-in-an-app.md` is the guide.
#ifndef LAYOUTHOST_H
#define LAYOUTHOST_H

#include "layouthost/base.h"
#include "layouthost/cell.h"
#include "layouthost/changes.h"
#include "layouthost/data.h"
#include "layouthost/input.h"
#include "layouthost/layouts.h"
#include "layouthost/output.h"
#include "layouthost/scrolling.h"
#include "layouthost/selection.h"
#include "layouthost/swapping.h"
#include "layouthost/view.h"

#endif  // LAYOUTHOST_H
