// SPDX-License-Identifier: Apache-2.0
//
// source.c: folders of pictures, followed on disk, and records from the command.
#include <stdlib.h>
#include <unistd.h>

#include "viewer.h"

G_DEFINE_FINAL_TYPE(LvItem, lv_item, G_TYPE_OBJECT)

static void finalize(GObject *object) {
  LvItem *self = LV_ITEM(object);
  g_free(self->title);
  g_free(self->body);
  g_free(self->glyph);
  g_clear_object(&self->file);
  G_OBJECT_CLASS(lv_item_parent_class)->finalize(object);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)id, (void)spec;
  g_value_set_string(value, LV_ITEM(object)->title);
}

static void lv_item_init(LvItem *self) { (void)self; }
static void lv_item_class_init(LvItemClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->finalize = finalize;
  object->get_property = get_property;
  g_object_class_install_property(
      object, 1,
      g_param_spec_string("title", NULL, "The name.", NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
}

double lv_item_ratio(LvItem *self) {
  if (self->ratio <= 0) self->ratio = self->file != NULL ? lv_picture_ratio(self->file) : 1;
  return self->ratio;
}

gboolean lv_has_glyphs(GListModel *items) {
  LvItem *first = g_list_model_get_item(items, 0);
  gboolean has = first != NULL && first->glyph != NULL && *first->glyph != 0;
  g_clear_object(&first);
  return has;
}

// Folders.

static gboolean is_picture(gpointer info, gpointer data) {
  const char *type = g_file_info_get_content_type(info);
  (void)data;
  return type != NULL && g_str_has_prefix(type, "image/");
}

static gpointer to_item(gpointer info, gpointer data) {
  LvItem *item = g_object_new(LV_TYPE_ITEM, NULL);
  (void)data;
  item->title = g_strdup(g_file_info_get_display_name(info));
  item->file = G_FILE(g_object_ref(g_file_info_get_attribute_object(info, "standard::file")));
  g_object_unref(info);
  return item;
}

static int by_name(gconstpointer a, gconstpointer b, gpointer data) {
  char *one = g_utf8_collate_key_for_filename(g_file_info_get_display_name((GFileInfo *)a), -1);
  char *other = g_utf8_collate_key_for_filename(g_file_info_get_display_name((GFileInfo *)b), -1);
  int order = strcmp(one, other);
  (void)data;
  g_free(one);
  g_free(other);
  return order;
}

static GListModel *open_folder(const char *path, GError **error) {
  // Not for a command line's argument, which may be a URI: "photos:2024" would be one.
  GFile *folder = g_file_new_for_path(path);
  GtkDirectoryList *files;
  GtkFilterListModel *pictures;
  GtkSortListModel *sorted;
  if (g_file_query_file_type(folder, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_DIRECTORY) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY,
                "%s is no folder; name a folder of pictures", path);
    g_object_unref(folder);
    return NULL;
  }
  files = gtk_directory_list_new("standard::name,standard::display-name,standard::content-type", folder);
  gtk_directory_list_set_monitored(files, TRUE);
  g_object_unref(folder);
  pictures = gtk_filter_list_model_new(G_LIST_MODEL(files),
                                       GTK_FILTER(gtk_custom_filter_new(is_picture, NULL, NULL)));
  sorted = gtk_sort_list_model_new(G_LIST_MODEL(pictures),
                                   GTK_SORTER(gtk_custom_sorter_new(by_name, NULL, NULL)));
  return G_LIST_MODEL(gtk_map_list_model_new(G_LIST_MODEL(sorted), to_item, NULL, NULL));
}

// Records: one line each, fields separated by U+001F; U+001E in a field is a line feed. "S" begins
// a section with a title; "I" is an item with title, text, the path of a picture and a character.

static char *field(char **fields, guint count, guint index) {
  char *text = g_strdup(index < count ? fields[index] : "");
  return g_strdelimit(text, "\x1e", '\n');
}

static void add_item(GListStore *to, char **fields) {
  guint count = g_strv_length(fields);
  LvItem *item = g_object_new(LV_TYPE_ITEM, NULL);
  char *path = field(fields, count, 3);
  item->title = field(fields, count, 1);
  item->body = field(fields, count, 2);
  item->glyph = field(fields, count, 4);
  if (*path != 0) item->file = g_file_new_for_path(path);
  g_free(path);
  g_list_store_append(to, item);
  g_object_unref(item);
}

/// Closes the descriptor by which `layouthost view` passes a file without a name on: the disk has room
/// for its bytes until then.
static void close_passed(const char *path) {
  static const char place[] = "/proc/self/fd/";
  int descriptor = g_str_has_prefix(path, place) ? atoi(path + strlen(place)) : 0;
  if (descriptor > STDERR_FILENO) close(descriptor);
}

static GListModel *open_records(const char *path, GPtrArray *titles, GError **error) {
  GListStore *sections = g_list_store_new(G_TYPE_LIST_MODEL), *last = NULL;
  char *text = NULL, **lines;
  if (!g_file_get_contents(path, &text, NULL, error)) {
    g_object_unref(sections);
    return NULL;
  }
  close_passed(path);
  lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    char **fields = g_strsplit(*line, "\x1f", -1);
    if (fields[0] != NULL && (g_str_equal(fields[0], "S") || last == NULL)) {
      g_clear_object(&last);
      last = g_list_store_new(LV_TYPE_ITEM);
      g_list_store_append(sections, last);
      g_ptr_array_add(titles, field(fields, g_strv_length(fields), 1));
    }
    if (fields[0] != NULL && g_str_equal(fields[0], "I")) add_item(last, fields);
    g_strfreev(fields);
  }
  g_clear_object(&last);
  g_strfreev(lines);
  g_free(text);
  return G_LIST_MODEL(sections);
}

GListModel *lv_source_open(const LvOptions *options, GPtrArray **titles, GError **error) {
  GListModel *sections, *items;
  *titles = g_ptr_array_new_with_free_func(g_free);
  if (options->records != NULL) {
    sections = open_records(options->records, *titles, error);
  } else {
    GListStore *one = g_list_store_new(G_TYPE_LIST_MODEL);
    items = open_folder(options->source, error);
    if (items != NULL) g_list_store_append(one, items);
    g_clear_object(&items);
    sections = g_list_model_get_n_items(G_LIST_MODEL(one)) > 0 ? G_LIST_MODEL(one) : NULL;
    if (sections == NULL) g_object_unref(one);
    g_ptr_array_add(*titles, g_strdup(""));
  }
  if (sections == NULL) {
    g_clear_pointer(titles, g_ptr_array_unref);
    return NULL;
  }
  return G_LIST_MODEL(gtk_flatten_list_model_new(sections));
}
