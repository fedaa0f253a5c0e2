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

/// Limits whole messages, which may have any number of frames. Older versions of libsoup have no such
/// limit.
static inline void layout_soup_limit_messages(SoupWebsocketConnection *connection, guint64 limit) {
  static const char name[] = "max-total-message-size";
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(connection), name)) {
    g_object_set(connection, name, limit, NULL);
  }
}
