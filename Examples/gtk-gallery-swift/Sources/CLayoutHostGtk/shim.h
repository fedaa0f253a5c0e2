// SPDX-License-Identifier: Apache-2.0
//
// shim.h: the widget and GTK 4 as Swift sees them; pkg-config says where they are.
#include <layouthost-gtk4/layouthost-gtk4.h>
