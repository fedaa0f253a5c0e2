// SPDX-License-Identifier: Apache-2.0
//
// longer.c: a plugin whose tables are longer than in these headers, as those of a later revision are. SOURCE names
// its source. Each table of the source is copied into a longer one, whose end is full of bytes without meaning here.
// A host of the same headers, or of older ones, reads none of them.
#define layout_plugin_entry entry_of_the_source
#include SOURCE
#undef layout_plugin_entry

#include <stdlib.h>
#include <string.h>

enum { MORE = 40, PLACES = 64 };

/// A longer copy of a table, with the longer size. There is one for each table, so that an earlier result stays
/// valid.
static void *longer(const void *table) {
  static struct {
    const void *from;
    char *copy;
  } made[PLACES];
  size_t at = 0;
  while (at < PLACES && made[at].from && made[at].from != table) at++;
  if (!table || at == PLACES) return NULL;
  if (!made[at].from) {
    uint32_t size;
    memcpy(&size, table, sizeof size);
    made[at].copy = malloc(size + MORE);
    if (!made[at].copy) return NULL;
    memcpy(made[at].copy, table, size);
    memset(made[at].copy + size, 0xA5, MORE);
    size += MORE;
    memcpy(made[at].copy, &size, sizeof size);
    made[at].from = table;
  }
  return made[at].copy;
}

/// A list of longer copies of the tables in `list`.
static void *all_longer(const void *list, uint32_t count) {
  const void *const *tables = list;
  void **copies = calloc(count + 1, sizeof *copies);
  for (uint32_t i = 0; copies && i < count; i++) copies[i] = longer(tables[i]);
  return copies;
}

static const void *(*extension_of_the_source)(void *context, layout_text id);

static const void *longer_extension(void *context, layout_text id) {
  return longer(extension_of_the_source(context, id));
}

/// The source keeps its instance's table in the instance, so each instance has a copy of its own.
static layout_status longer_create(const layout_host *host, uint32_t index, const layout_instance **out) {
  const layout_instance *made = NULL;
  layout_status status = entry_of_the_source(LAYOUT_ABI)->create(host, index, &made);
  if (status != LAYOUT_OK) return status;
  extension_of_the_source = made->extension;
  char *copy = malloc(made->struct_size + MORE);
  if (!copy) return made->destroy(made->context), LAYOUT_ERROR_MEMORY;
  memcpy(copy, made, made->struct_size);
  memset(copy + made->struct_size, 0xA5, MORE);
  layout_instance *table = (layout_instance *)copy;
  table->struct_size += MORE;
  table->extension = longer_extension;
  *out = table;
  return LAYOUT_OK;
}

static layout_descriptor *longer_layout(const layout_descriptor *descriptor) {
  layout_descriptor *copy = longer(descriptor);
  copy->properties = all_longer(copy->properties, copy->property_count);
  copy->queries = all_longer(copy->queries, copy->query_count);
  copy->actions = all_longer(copy->actions, copy->action_count);
  copy->events = all_longer(copy->events, copy->event_count);
  copy->kinds = all_longer(copy->kinds, copy->kind_count);
  for (uint32_t i = 0; i < copy->kind_count; i++) {
    layout_kind *kind = (layout_kind *)copy->kinds[i];
    kind->fields = all_longer(kind->fields, kind->field_count);
  }
  return copy;
}

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi);
const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  static layout_plugin *plugin;
  if (plugin || host_abi < LAYOUT_ABI) return plugin;
  plugin = longer(entry_of_the_source(host_abi));
  const layout_descriptor **layouts = all_longer(plugin->layouts, plugin->layout_count);
  for (uint32_t i = 0; i < plugin->layout_count; i++) layouts[i] = longer_layout(plugin->layouts[i]);
  plugin->layouts = layouts;
  plugin->create = longer_create;
  return plugin;
}
