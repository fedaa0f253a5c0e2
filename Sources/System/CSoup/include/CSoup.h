// SPDX-License-Identifier: Apache-2.0
//
// The functions of libsoup and of GLib's main loop that are used: CGLib.h says why. CSoup.c compares them with the
// libraries' own headers.
#ifndef CSOUP_H
#define CSOUP_H

#include "CGLib.h"

// GLib: a main loop, bytes, addresses.

typedef struct _GBytes GBytes;
typedef struct _GHashTable GHashTable;
typedef struct _GMainContext GMainContext;
typedef struct _GMainLoop GMainLoop;
typedef struct _GSocketAddress GSocketAddress;
typedef struct _GUri GUri;

enum { LAYOUT_G_PRIORITY_DEFAULT = 0, LAYOUT_G_CHECKSUM_SHA256 = 2 };
enum { LAYOUT_G_IO_IN = 1, LAYOUT_G_IO_ERR = 8, LAYOUT_G_IO_HUP = 16 };

GMainLoop *g_main_loop_new(GMainContext *context, int is_running);
void g_main_loop_run(GMainLoop *loop);
void g_main_loop_quit(GMainLoop *loop);
void g_main_loop_unref(GMainLoop *loop);
long g_get_monotonic_time(void);
unsigned int g_timeout_add_full(
    int priority, unsigned int milliseconds, int (*call)(void *data), void *data,
    void (*release)(void *data));
unsigned int g_unix_fd_add_full(
    int priority, int descriptor, unsigned int conditions,
    int (*call)(int descriptor, unsigned int conditions, void *data), void *data,
    void (*release)(void *data));
int g_source_remove(unsigned int source);

const void *g_bytes_get_data(GBytes *bytes, unsigned long *count);
char *g_compute_hmac_for_string(
    unsigned int checksum, const unsigned char *key, unsigned long key_length, const char *text,
    long length);
GSocketAddress *g_inet_socket_address_new_from_string(const char *address, unsigned int port);
int g_uri_get_port(GUri *uri);
void g_uri_unref(GUri *uri);

// libsoup: a server.

typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _SoupServer SoupServer;
typedef struct _SoupServerMessage SoupServerMessage;
typedef struct _SoupWebsocketConnection SoupWebsocketConnection;
typedef void (*SoupServerCallback)(
    SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query, void *data);

enum {
  LAYOUT_SOUP_MEMORY_COPY = 2,
  LAYOUT_SOUP_WEBSOCKET_DATA_TEXT = 1,
  LAYOUT_SOUP_WEBSOCKET_STATE_OPEN = 1,
};

SoupServer *layout_soup_server_new(void);
int soup_server_listen(SoupServer *server, GSocketAddress *address, unsigned int options, GError **error);
GSList *soup_server_get_uris(SoupServer *server);
void soup_server_disconnect(SoupServer *server);
void soup_server_add_handler(
    SoupServer *server, const char *path, SoupServerCallback handler, void *data,
    void (*release)(void *data));
void soup_server_add_early_handler(
    SoupServer *server, const char *path, SoupServerCallback handler, void *data,
    void (*release)(void *data));
void soup_server_add_websocket_handler(
    SoupServer *server, const char *path, const char *origin, char **protocols,
    void (*handler)(
        SoupServer *server, SoupServerMessage *message, const char *path,
        SoupWebsocketConnection *connection, void *data),
    void *data, void (*release)(void *data));
void soup_server_remove_websocket_extension(SoupServer *server, unsigned long type);
unsigned long soup_websocket_extension_deflate_get_type(void);

const char *soup_server_message_get_method(SoupServerMessage *message);
SoupMessageHeaders *soup_server_message_get_request_headers(SoupServerMessage *message);
SoupMessageHeaders *soup_server_message_get_response_headers(SoupServerMessage *message);
unsigned int soup_server_message_get_status(SoupServerMessage *message);
void soup_server_message_set_status(SoupServerMessage *message, unsigned int status, const char *reason);
void soup_server_message_set_response(
    SoupServerMessage *message, const char *type, unsigned int use, const char *bytes,
    unsigned long count);
/// Keeps no part of the body of a request.
void layout_soup_ignore_body(SoupServerMessage *message);
const char *soup_message_headers_get_list(SoupMessageHeaders *headers, const char *name);
void soup_message_headers_replace(SoupMessageHeaders *headers, const char *name, const char *value);

unsigned int soup_websocket_connection_get_state(SoupWebsocketConnection *connection);
void soup_websocket_connection_send_text(SoupWebsocketConnection *connection, const char *text);
void soup_websocket_connection_send_binary(
    SoupWebsocketConnection *connection, const void *bytes, unsigned long count);
void soup_websocket_connection_close(
    SoupWebsocketConnection *connection, unsigned short code, const char *reason);
void soup_websocket_connection_set_max_incoming_payload_size(
    SoupWebsocketConnection *connection, unsigned long size);
/// Limits whole messages, which may have any number of frames. Older versions of libsoup have no such
/// limit.
void layout_soup_limit_messages(SoupWebsocketConnection *connection, unsigned long size);

#endif  // CSOUP_H
