// SPDX-License-Identifier: Apache-2.0
#include <gio/gio.h>
#include <glib-unix.h>
#include <libsoup/soup.h>

#include "CSoup.h"

_Static_assert(LAYOUT_G_PRIORITY_DEFAULT == G_PRIORITY_DEFAULT, "a priority");
_Static_assert((int)LAYOUT_G_CHECKSUM_SHA256 == (int)G_CHECKSUM_SHA256, "a hash");
_Static_assert((int)LAYOUT_G_IO_IN == (int)G_IO_IN, "a condition");
_Static_assert((int)LAYOUT_G_IO_ERR == (int)G_IO_ERR, "a condition");
_Static_assert((int)LAYOUT_G_IO_HUP == (int)G_IO_HUP, "a condition");
_Static_assert((int)LAYOUT_SOUP_MEMORY_COPY == (int)SOUP_MEMORY_COPY, "a use of memory");
_Static_assert((int)LAYOUT_SOUP_WEBSOCKET_DATA_TEXT == (int)SOUP_WEBSOCKET_DATA_TEXT, "a kind of message");
_Static_assert((int)LAYOUT_SOUP_WEBSOCKET_STATE_OPEN == (int)SOUP_WEBSOCKET_STATE_OPEN, "a state");

SoupServer *layout_soup_server_new(void) { return soup_server_new(NULL, NULL); }

void layout_soup_ignore_body(SoupServerMessage *message) {
  soup_message_body_set_accumulate(soup_server_message_get_request_body(message), FALSE);
}

void layout_soup_limit_messages(SoupWebsocketConnection *connection, unsigned long size) {
  static const char name[] = "max-total-message-size";
  if (g_object_class_find_property(G_OBJECT_GET_CLASS(connection), name)) {
    g_object_set(connection, name, size, NULL);
  }
}
