// SPDX-License-Identifier: Apache-2.0
//
// GLib for Swift: the functions that are used, with types that are not described. GLib's own headers need flags of
// pkg-config in every module that sees them, also in those of an app, and SwiftPM refuses one of the flags. CGLib.c
// includes both, so the compiler refuses a declaration that is not GLib's.
#ifndef CGLIB_H
#define CGLIB_H

typedef struct _GError GError;
typedef struct _GSList GSList;
typedef void (*GCallback)(void);

/// The text of an error; null if it has none.
const char *layout_glib_error_text(const GError *error);
void g_clear_error(GError **error);

// In parentheses, because GLib has macros of these names.
void (g_free)(void *memory);
void *(g_object_ref)(void *object);
void g_object_unref(void *object);
void g_strfreev(char **texts);

unsigned int g_slist_length(GSList *list);
void *g_slist_nth_data(GSList *list, unsigned int place);
void g_slist_free(GSList *list);
void g_slist_free_full(GSList *list, void (*release)(void *data));

/// Calls `handler` with `data` as its last argument on each signal.
unsigned long layout_glib_connect(void *object, const char *signal, GCallback handler, void *data);
void g_signal_handler_disconnect(void *object, unsigned long handler);

#endif  // CGLIB_H
