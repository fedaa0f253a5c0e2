// SPDX-License-Identifier: Apache-2.0
//
// records.c: items that the command writes as text, once and again whenever their file changes on disk.
//
// One line each, fields separated by U+001F; U+001E in a field is a line feed. "S" begins a section with a
// title; "I" is an item with title, text, the path of a picture and a character.
#include <stdlib.h>
#include <unistd.h>

#include "viewer.h"

static char *field(char **fields, guint count, guint index) {
  char *text = g_strdup(index < count ? fields[index] : "");
  return g_strdelimit(text, "\x1e", '\n');
}

static LvItem *item_new(char **fields) {
  guint count = g_strv_length(fields);
  LvItem *item = g_object_new(LV_TYPE_ITEM, NULL);
  char *path = field(fields, count, 3);
  item->title = field(fields, count, 1);
  item->body = field(fields, count, 2);
  item->glyph = field(fields, count, 4);
  if (*path != 0) item->file = g_file_new_for_path(path);
  g_free(path);
  return item;
}

// The items of before, by their line: what is the same stays the same object, which the view moves.

static void forget(gpointer items) { g_queue_free_full(items, g_object_unref); }

static void know(GHashTable *known, LvItem *item, const char *line) {
  GQueue *same = g_hash_table_lookup(known, line);
  if (same == NULL) {
    same = g_queue_new();
    g_hash_table_insert(known, g_strdup(line), same);
  }
  g_queue_push_tail(same, g_object_ref(item));
}

/// Returns a reference to an item of before with this line, or to a new one.
static LvItem *take(GHashTable *known, const char *line, char **fields) {
  GQueue *same = known != NULL ? g_hash_table_lookup(known, line) : NULL;
  LvItem *item = same != NULL ? g_queue_pop_head(same) : NULL;
  return item != NULL ? item : item_new(fields);
}

/// The items and titles that a text lists.
typedef struct {
  GPtrArray *sections;  ///< Arrays of LvItem.
  GPtrArray *titles;
  GHashTable *known;    ///< Queues of LvItem by their line.
} LvParsed;

static void parse(const char *text, GHashTable *before, LvParsed *out) {
  char **lines = g_strsplit(text, "\n", -1);
  out->sections = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  out->titles = g_ptr_array_new_with_free_func(g_free);
  out->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, forget);
  for (char **line = lines; *line != NULL; line++) {
    char **fields = g_strsplit(*line, "\x1f", -1);
    if (fields[0] != NULL && (g_str_equal(fields[0], "S") || out->sections->len == 0)) {
      g_ptr_array_add(out->sections, g_ptr_array_new_with_free_func(g_object_unref));
      g_ptr_array_add(out->titles, field(fields, g_strv_length(fields), 1));
    }
    if (fields[0] != NULL && g_str_equal(fields[0], "I")) {
      LvItem *item = take(before, *line, fields);
      know(out->known, item, *line);
      g_ptr_array_add(g_ptr_array_index(out->sections, out->sections->len - 1), item);
    }
    g_strfreev(fields);
  }
  g_strfreev(lines);
}

/// Puts another list into the place of one, or behind the last.
static void set_section(GListStore *sections, guint index, GPtrArray *items, gboolean stays) {
  GListStore *list = stays ? g_list_model_get_item(G_LIST_MODEL(sections), index) : g_list_store_new(LV_TYPE_ITEM);
  gboolean is_there = index < g_list_model_get_n_items(G_LIST_MODEL(sections));
  gpointer one = list;
  g_list_store_splice(list, 0, g_list_model_get_n_items(G_LIST_MODEL(list)), items->pdata, items->len);
  if (!stays) g_list_store_splice(sections, index, is_there, &one, 1);
  g_object_unref(list);
}

/// Takes over what was read. A section with another title is another one, so that its heading is filled again.
static void take_over(GListStore *sections, GPtrArray *titles, const LvParsed *parsed) {
  guint count = g_list_model_get_n_items(G_LIST_MODEL(sections)), now = parsed->sections->len;
  gboolean *stays = g_new0(gboolean, now);
  for (guint i = 0; i < MIN(now, titles->len); i++)
    stays[i] = g_strcmp0(g_ptr_array_index(titles, i), g_ptr_array_index(parsed->titles, i)) == 0;
  g_ptr_array_set_size(titles, 0);
  for (guint i = 0; i < now; i++) g_ptr_array_add(titles, g_strdup(g_ptr_array_index(parsed->titles, i)));
  for (guint i = 0; i < now; i++) set_section(sections, i, g_ptr_array_index(parsed->sections, i), stays[i]);
  if (count > now) g_list_store_splice(sections, now, count - now, NULL, 0);
  g_free(stays);
}

#define KNOWN "lv-known"

/// Shows what the text says, in place of what is shown.
static void show(GListStore *sections, GPtrArray *titles, const char *text) {
  LvParsed parsed;
  parse(text, g_object_get_data(G_OBJECT(sections), KNOWN), &parsed);
  take_over(sections, titles, &parsed);
  g_object_set_data_full(G_OBJECT(sections), KNOWN, parsed.known, (GDestroyNotify)g_hash_table_destroy);
  g_ptr_array_unref(parsed.sections);
  g_ptr_array_unref(parsed.titles);
}

/// Closes the descriptor by which `layouthost view` passes a file without a name on: the disk has room
/// for its bytes until then.
static void close_passed(const char *path) {
  static const char place[] = "/proc/self/fd/";
  int descriptor = g_str_has_prefix(path, place) ? atoi(path + strlen(place)) : 0;
  if (descriptor > STDERR_FILENO) close(descriptor);
}

GListModel *lv_records_open(const char *path, GPtrArray *titles, GError **error) {
  GListStore *sections;
  char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, error)) return NULL;
  close_passed(path);
  sections = g_list_store_new(G_TYPE_LIST_MODEL);
  show(sections, titles, text);
  g_free(text);
  return G_LIST_MODEL(sections);
}

// Following the file.

/// The time in which a file that changes has to rest before it is read, milliseconds.
#define REST 300

struct _LvFollowed {
  char *path;
  char **command;
  GListStore *sections;
  GPtrArray *titles;
  GtkInfoBar *bar;
  GFileMonitor *monitor;
  GCancellable *cancellable;
  guint timer;
  gboolean is_reading, is_stale;
};

static void read_again(LvFollowed *self);

/// Shows what the command has printed, or in the bar why it has not.
static void take_output(LvFollowed *self, const char *text, GError *error) {
  if (error != NULL) {
    lv_bar_tell(self->bar, self->path, error);
    return;
  }
  show(self->sections, self->titles, text);
  gtk_widget_set_visible(GTK_WIDGET(self->bar), FALSE);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer data) {
  LvFollowed *self = data;
  GSubprocess *process = G_SUBPROCESS(source);
  GError *error = NULL;
  char *text = NULL, *reason = NULL;
  gboolean done = g_subprocess_communicate_utf8_finish(process, result, &text, &reason, &error);
  // After the window has gone there is nothing to tell.
  if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_error_free(error);
    return;
  }
  self->is_reading = FALSE;
  if (done && !g_subprocess_get_successful(process))
    g_set_error_literal(&error, G_IO_ERROR, G_IO_ERROR_FAILED, g_strchomp(reason));
  take_output(self, text, error);
  g_clear_error(&error);
  g_free(text);
  g_free(reason);
  if (self->is_stale) read_again(self);
}

static void read_again(LvFollowed *self) {
  GError *error = NULL;
  GSubprocess *process;
  self->is_stale = self->is_reading;
  if (self->is_reading) return;
  process = g_subprocess_newv((const char *const *)self->command,
                              G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  if (process == NULL) {
    take_output(self, NULL, error);
    g_error_free(error);
    return;
  }
  self->is_reading = TRUE;
  g_subprocess_communicate_utf8_async(process, NULL, self->cancellable, on_read, self);
  g_object_unref(process);
}

static gboolean on_rest(gpointer data) {
  LvFollowed *self = data;
  self->timer = 0;
  read_again(self);
  return G_SOURCE_REMOVE;
}

/// Returns true for the file, and for the one beside a database into which SQLite writes first.
static gboolean is_of(const char *path, GFile *file) {
  char *other = file != NULL ? g_file_get_path(file) : NULL;
  const char *rest = other != NULL && g_str_has_prefix(other, path) ? other + strlen(path) : NULL;
  gboolean is = rest != NULL && (*rest == 0 || g_str_equal(rest, "-wal"));
  g_free(other);
  return is;
}

static void on_changed(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                       LvFollowed *self) {
  (void)monitor;
  if (!is_of(self->path, file) && !is_of(self->path, other)) return;
  // Until an editor has put the new file into the place of the old one there is none.
  if (event == G_FILE_MONITOR_EVENT_DELETED || event == G_FILE_MONITOR_EVENT_MOVED_OUT) return;
  g_clear_handle_id(&self->timer, g_source_remove);
  self->timer = g_timeout_add(REST, on_rest, self);
}

LvFollowed *lv_records_follow(const LvOptions *options, GListModel *sections, GPtrArray *titles,
                              GtkInfoBar *bar) {
  LvFollowed *self = g_new0(LvFollowed, 1);
  GFile *file = g_file_new_for_path(options->follow), *folder = g_file_get_parent(file);
  self->path = g_file_get_path(file);
  self->command = g_strdupv(options->again);
  self->sections = g_object_ref(G_LIST_STORE(sections));
  self->titles = g_ptr_array_ref(titles);
  self->bar = bar;
  self->cancellable = g_cancellable_new();
  // The folder, because an editor puts a new file into the place of the old one.
  self->monitor = g_file_monitor_directory(folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL) g_signal_connect(self->monitor, "changed", G_CALLBACK(on_changed), self);
  g_object_unref(folder);
  g_object_unref(file);
  return self;
}

void lv_followed_free(LvFollowed *self) {
  g_cancellable_cancel(self->cancellable);
  g_clear_handle_id(&self->timer, g_source_remove);
  g_clear_object(&self->monitor);
  g_object_unref(self->cancellable);
  g_object_unref(self->sections);
  g_ptr_array_unref(self->titles);
  g_strfreev(self->command);
  g_free(self->path);
  g_free(self);
}
