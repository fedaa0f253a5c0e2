// SPDX-License-Identifier: Apache-2.0
//
// libsoup and GLib's main loop for Swift. Functions with `...` are not imported, and casts are macros;
// these stand for the few that are needed.
#include <gio/gio.h>
#include <glib-unix.h>
#include <libsoup/soup.h>

static inline SoupServer *layout_soup_server_new(void) {
  return soup_server_new(NULL, NULL);
}

static inline gulong layout_soup_connect(
    gpointer instance, const char *signal, GCallback handler, gpointer data) {
  return g_signal_connect_data(instance, signal, handler, data, NULL, G_CONNECT_DEFAULT);
}
