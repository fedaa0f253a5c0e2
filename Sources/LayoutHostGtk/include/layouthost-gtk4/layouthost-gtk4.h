// SPDX-License-Identifier: Apache-2.0
//
// layouthost-gtk4.h: a collection view for GTK 4 whose layouts are plugins.
//
// Link with `pkg-config --cflags --libs layouthost-gtk4`. `docs/gtk.md` is the guide.
#pragma once

#include "lh-cell-factory.h"
#include "lh-cell.h"
#include "lh-collection-view.h"
