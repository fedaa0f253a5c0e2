// SPDX-License-Identifier: Apache-2.0
#include <glib-object.h>

#include "CGLib.h"

const char *layout_glib_error_text(const GError *error) { return error->message; }

unsigned long layout_glib_connect(void *object, const char *signal, GCallback handler, void *data) {
  return g_signal_connect_data(object, signal, handler, data, NULL, (GConnectFlags)0);
}
