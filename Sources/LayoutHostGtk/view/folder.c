// SPDX-License-Identifier: Apache-2.0
//
// folder.c: the pictures of a folder, which is followed on disk.
#include "viewer.h"

#define ATTRIBUTES "standard::name,standard::display-name,standard::content-type"
/// The number of files that are read at a time.
#define BATCH 100

// GtkDirectoryList is not used. Its monitor waits for the answer about each file in order, and a file that
// is gone by then, such as a temporary one, has none: no later event is handled (GTK 4.8). It also leaves
// out the event that tells that a file was written.

struct _LvFolder {
  GObject parent;
  GFile *place;
  GFileMonitor *monitor;
  GListStore *pictures;  ///< Of LvItem, in any order.
  GHashTable *shown;     ///< The pictures, by the names of their files.
  GHashTable *asked;     ///< The names of files that are being queried; true for one that changed since.
  GHashTable *changed;   ///< The names of all files that changed while the folder was read; then null.
  GError *error;
};

G_DEFINE_FINAL_TYPE(LvFolder, lv_folder, G_TYPE_OBJECT)

static void dispose(GObject *object) {
  LvFolder *self = LV_FOLDER(object);
  if (self->monitor != NULL) g_file_monitor_cancel(self->monitor);
  g_clear_object(&self->monitor);
  g_clear_object(&self->place);
  g_clear_object(&self->pictures);
  g_clear_pointer(&self->shown, g_hash_table_unref);
  g_clear_pointer(&self->asked, g_hash_table_unref);
  g_clear_pointer(&self->changed, g_hash_table_unref);
  g_clear_error(&self->error);
  G_OBJECT_CLASS(lv_folder_parent_class)->dispose(object);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)id, (void)spec;
  g_value_set_boolean(value, lv_folder_is_loading(LV_FOLDER(object)));
}

static void lv_folder_init(LvFolder *self) {
  self->pictures = g_list_store_new(LV_TYPE_ITEM);
  self->shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_object_unref);
  self->asked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

static void lv_folder_class_init(LvFolderClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->dispose = dispose;
  object->get_property = get_property;
  g_object_class_install_property(
      object, 1,
      g_param_spec_boolean("loading", NULL, "True while the folder is read.", TRUE,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
}

gboolean lv_folder_is_loading(LvFolder *self) { return self->changed != NULL; }

const GError *lv_folder_get_error(LvFolder *self) { return self->error; }

// Files.

/// Returns the item of a file; null unless it is a picture.
static LvItem *item_of(GFile *file, GFileInfo *info) {
  const char *type = g_file_info_get_content_type(info);
  LvItem *item;
  if (type == NULL || !g_str_has_prefix(type, "image/")) return NULL;
  item = g_object_new(LV_TYPE_ITEM, NULL);
  item->title = g_strdup(g_file_info_get_display_name(info));
  item->file = g_object_ref(file);
  return item;
}

/// Shows an item in the place of that of the same file; null shows none. A new item has its picture loaded.
static void put(LvFolder *self, const char *name, LvItem *item) {
  LvItem *old = g_hash_table_lookup(self->shown, name);
  guint place = g_list_model_get_n_items(G_LIST_MODEL(self->pictures));
  gpointer added[] = {item};
  if (old == NULL && item == NULL) return;
  if (old != NULL) g_list_store_find(self->pictures, old, &place);
  if (item != NULL) g_hash_table_insert(self->shown, g_strdup(name), g_object_ref(item));
  else g_hash_table_remove(self->shown, name);
  g_list_store_splice(self->pictures, place, old != NULL, added, item != NULL);
}

static void query(LvFolder *self, const char *name);

static void on_info(GObject *source, GAsyncResult *result, gpointer data) {
  LvFolder *self = data;
  char *name = g_file_get_basename(G_FILE(source));
  GFileInfo *info = g_file_query_info_finish(G_FILE(source), result, NULL);
  if (g_hash_table_lookup(self->asked, name) != NULL) {
    query(self, name);
  } else {
    LvItem *item = info != NULL ? item_of(G_FILE(source), info) : NULL;
    g_hash_table_remove(self->asked, name);
    put(self, name, item);
    g_clear_object(&item);
  }
  g_clear_object(&info);
  g_free(name);
  g_object_unref(self);
}

static void query(LvFolder *self, const char *name) {
  GFile *file = g_file_get_child(self->place, name);
  g_hash_table_insert(self->asked, g_strdup(name), GINT_TO_POINTER(FALSE));
  g_file_query_info_async(file, ATTRIBUTES, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL, on_info,
                          g_object_ref(self));
  g_object_unref(file);
}

/// Looks at a file again, as it is on disk now. One that is being looked at is looked at once more
/// afterwards, however many events come until then.
static void look_at(LvFolder *self, GFile *file) {
  char *name;
  if (file == NULL || !g_file_has_parent(file, self->place)) return;
  name = g_file_get_basename(file);
  if (self->changed != NULL) g_hash_table_add(self->changed, g_strdup(name));
  if (g_hash_table_contains(self->asked, name))
    g_hash_table_insert(self->asked, g_strdup(name), GINT_TO_POINTER(TRUE));
  else
    query(self, name);
  g_free(name);
}

static void on_event(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event,
                     LvFolder *self) {
  (void)monitor;
  switch (event) {
    case G_FILE_MONITOR_EVENT_CREATED:
    case G_FILE_MONITOR_EVENT_MOVED_IN:
    case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
    case G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
    case G_FILE_MONITOR_EVENT_DELETED:
    case G_FILE_MONITOR_EVENT_MOVED_OUT: look_at(self, file); break;
    case G_FILE_MONITOR_EVENT_RENAMED:
      look_at(self, file);
      look_at(self, other);
      break;
    // A file that is being written: the end of that is an event too.
    default: break;
  }
}

// Reading.

/// Adds files that the folder had when it was read. Of one that changed since, the query tells more.
static void add(LvFolder *self, GFileEnumerator *from, GList *infos) {
  GPtrArray *added = g_ptr_array_new_with_free_func(g_object_unref);
  for (GList *at = infos; at != NULL; at = at->next) {
    const char *name = g_file_info_get_name(at->data);
    GFile *file = g_file_enumerator_get_child(from, at->data);
    LvItem *item = item_of(file, at->data);
    g_object_unref(file);
    if (item == NULL) continue;
    if (g_hash_table_contains(self->changed, name) || g_hash_table_contains(self->shown, name)) {
      g_object_unref(item);
      continue;
    }
    g_hash_table_insert(self->shown, g_strdup(name), g_object_ref(item));
    g_ptr_array_add(added, item);
  }
  if (added->len > 0)
    g_list_store_splice(self->pictures, g_list_model_get_n_items(G_LIST_MODEL(self->pictures)), 0,
                        added->pdata, added->len);
  g_ptr_array_unref(added);
}

static void end_loading(LvFolder *self) {
  g_clear_pointer(&self->changed, g_hash_table_unref);
  g_object_notify(G_OBJECT(self), "loading");
  g_object_unref(self);
}

static void on_files(GObject *source, GAsyncResult *result, gpointer data) {
  GFileEnumerator *from = G_FILE_ENUMERATOR(source);
  LvFolder *self = data;
  GList *infos = g_file_enumerator_next_files_finish(from, result, &self->error);
  if (infos == NULL) {
    end_loading(self);
    return;
  }
  add(self, from, infos);
  g_list_free_full(infos, g_object_unref);
  g_file_enumerator_next_files_async(from, BATCH, G_PRIORITY_DEFAULT, NULL, on_files, self);
}

static void on_open(GObject *source, GAsyncResult *result, gpointer data) {
  LvFolder *self = data;
  GFileEnumerator *from = g_file_enumerate_children_finish(G_FILE(source), result, &self->error);
  if (from == NULL) {
    end_loading(self);
    return;
  }
  g_file_enumerator_next_files_async(from, BATCH, G_PRIORITY_DEFAULT, NULL, on_files, self);
  g_object_unref(from);
}

LvFolder *lv_folder_new(const char *path, GError **error) {
  // Not for a command line's argument, which may be a URI: "photos:2024" would be one.
  GFile *place = g_file_new_for_path(path);
  LvFolder *self;
  if (g_file_query_file_type(place, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_DIRECTORY) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY,
                "%s is no folder; name a folder of pictures", path);
    g_object_unref(place);
    return NULL;
  }
  self = g_object_new(LV_TYPE_FOLDER, NULL);
  self->place = place;
  // Followed before it is read, so that no change is between the two.
  self->monitor = g_file_monitor_directory(place, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL) g_signal_connect_object(self->monitor, "changed", G_CALLBACK(on_event), self, 0);
  // Reading holds a reference until it ends.
  g_file_enumerate_children_async(place, ATTRIBUTES, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL,
                                  on_open, g_object_ref(self));
  return self;
}

// Order.

static int by_name(gconstpointer a, gconstpointer b, gpointer data) {
  char *one = g_utf8_collate_key_for_filename(((const LvItem *)a)->title, -1);
  char *other = g_utf8_collate_key_for_filename(((const LvItem *)b)->title, -1);
  int order = strcmp(one, other);
  (void)data;
  g_free(one);
  g_free(other);
  return order;
}

GListModel *lv_folder_pictures(LvFolder *self) {
  GListModel *pictures = G_LIST_MODEL(g_object_ref(self->pictures));
  return G_LIST_MODEL(
      gtk_sort_list_model_new(pictures, GTK_SORTER(gtk_custom_sorter_new(by_name, NULL, NULL))));
}
