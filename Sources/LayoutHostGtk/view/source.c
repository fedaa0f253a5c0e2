// SPDX-License-Identifier: Apache-2.0
//
// source.c: the items of a window: the pictures of a folder, or records.
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
    sections = lv_records_open(options->records, *titles, error);
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
