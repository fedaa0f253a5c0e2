// SPDX-License-Identifier: Apache-2.0
//
// source.c: items: the pictures of a folder, or records from the command.
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

/// Returns the pictures of a folder as the only section.
static GListModel *section_of(LvFolder *folder) {
  GListStore *sections = g_list_store_new(G_TYPE_LIST_MODEL);
  GListModel *pictures = lv_folder_pictures(folder);
  g_list_store_append(sections, pictures);
  g_object_unref(pictures);
  return G_LIST_MODEL(sections);
}

GListModel *lv_source_open(const LvOptions *options, GPtrArray **titles, LvFolder **folder, GError **error) {
  GListModel *sections = NULL;
  *titles = g_ptr_array_new_with_free_func(g_free);
  *folder = NULL;
  if (options->records != NULL) {
    sections = open_records(options->records, *titles, error);
  } else {
    *folder = lv_folder_new(options->source, error);
    if (*folder != NULL) sections = section_of(*folder);
    g_ptr_array_add(*titles, g_strdup(""));
  }
  if (sections == NULL) {
    g_clear_pointer(titles, g_ptr_array_unref);
    return NULL;
  }
  return G_LIST_MODEL(gtk_flatten_list_model_new(sections));
}
