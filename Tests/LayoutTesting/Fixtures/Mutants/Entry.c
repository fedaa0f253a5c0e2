// SPDX-License-Identifier: Apache-2.0
//
// The grid's tables and entry, with the mutants that break a rule about files or about loading.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "Grid.h"

#ifdef MUTANT_children_refused
#define USES "layout.children/1", "layout.scroll-target/1", "layout.state/1"
#else
#define USES "layout.scroll-target/1", "layout.state/1"
#endif

#ifndef MUTANT_file_judged
LAYOUT_NOTE({
  "id" : "test.grid",
  "name" : "Grid",
  "version" : "1.0.0",
  "abi" : 1,
  "runtime" : "none",
  "requires" : [],
  "uses" : [USES],
  "layouts" : ["grid"]
});
#endif

#ifdef MUTANT_file_exports
LAYOUT_EXPORT int layout_grid_helper;
int layout_grid_helper = 1;
#endif

#ifdef MUTANT_load_resolves
void layout_nobody_defines_this(void);
#endif

// MARK: Tables

static layout_property columns = {
    .struct_size = sizeof columns,
    .type = LAYOUT_TYPE_I64,
    .name = LAYOUT_TEXT("columns"),
    .help = LAYOUT_TEXT("Places in a row."),
    .default_value = {.type = LAYOUT_TYPE_I64, .as.integer = DEFAULT_COLUMNS},
    .minimum = 1,
    .maximum = 64};
static layout_property side = {
    .struct_size = sizeof side,
    .type = LAYOUT_TYPE_F64,
    .name = LAYOUT_TEXT("side"),
    .help = LAYOUT_TEXT("Of a place."),
    .unit = LAYOUT_TEXT("pt"),
    .default_value = {.type = LAYOUT_TYPE_F64, .as.number = DEFAULT_SIDE},
    .minimum = 8,
    .maximum = 512};
const layout_property *const properties[] = {&columns, &side};

static const layout_query size_query = {.struct_size = sizeof size_query,
                                        .scope = LAYOUT_SCOPE_ITEM,
                                        .name = LAYOUT_TEXT("sizeForItem"),
                                        .result_type = LAYOUT_TYPE_SIZE};
static const layout_query *const queries[] = {&size_query};

static const layout_field odd = {
    .struct_size = sizeof odd, .type = LAYOUT_TYPE_BOOL, .name = LAYOUT_TEXT("odd")};
static const layout_text level_cases[] = {LAYOUT_TEXT("one"), LAYOUT_TEXT("two"),
                                          LAYOUT_TEXT("three")};
static const layout_field level = {.struct_size = sizeof level,
                                   .type = LAYOUT_TYPE_ENUM,
                                   .name = LAYOUT_TEXT("level"),
                                   .cases = level_cases,
                                   .case_count = 3};
static const layout_field fill = {
    .struct_size = sizeof fill, .type = LAYOUT_TYPE_I64, .name = LAYOUT_TEXT("fill")};
static const layout_field *const cell_fields[] = {&odd};
static const layout_field *const header_fields[] = {&level};
static const layout_field *const backdrop_fields[] = {&fill};

static const layout_kind cell = {.struct_size = sizeof cell,
                                 .category = LAYOUT_CELL,
                                 .name = LAYOUT_TEXT("cell"),
                                 .fields = cell_fields,
                                 .field_count = 1};
static const layout_kind header = {.struct_size = sizeof header,
                                   .category = LAYOUT_SUPPLEMENTARY,
                                   .name = LAYOUT_TEXT(LAYOUT_KIND_HEADER),
                                   .fields = header_fields,
                                   .field_count = 1};
static layout_kind backdrop = {.struct_size = sizeof backdrop,
                                     .category = LAYOUT_DECORATION,
                                     .name = LAYOUT_TEXT("backdrop"),
                                     .fields = backdrop_fields,
                                     .field_count = 1};
static const layout_kind *const kinds[] = {&cell, &header, &backdrop};

static const layout_descriptor descriptor = {.struct_size = sizeof descriptor,
                                             .flags = IS(direction_complete)
                                                          ? 0
                                                          : LAYOUT_DESCRIPTOR_HOST_MIRRORS,
                                             .id = LAYOUT_TEXT("grid"),
                                             .name = LAYOUT_TEXT("Grid"),
                                             .properties = properties,
                                             .queries = queries,
                                             .kinds = kinds,
                                             .property_count = PROPERTY_COUNT,
                                             .query_count = 1,
                                             .kind_count = 3,
                                             .state_version = 1,
                                             .state_schema = LAYOUT_TEXT("test.grid")};
static const layout_descriptor *const layouts[] = {&descriptor};

static layout_plugin plugin = {.struct_size = sizeof plugin,
                               .abi = LAYOUT_ABI,
                               .id = LAYOUT_TEXT("test.grid"),
                               .name = LAYOUT_TEXT("Grid"),
                               .version = LAYOUT_TEXT("1.0.0"),
                               .layouts = layouts,
                               .layout_count = 1,
                               .create = grid_create};

LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi) {
  static layout_plugin other;
  static int call_count;
  if (IS(load_entry) && call_count++ % 2 == 1) {
    other = plugin;
    return &other;
  }
  if (IS(load_tables)) side.default_value.as.number = 4096;
  if (IS(load_reserved)) backdrop.reserved = 7;
  if (IS(load_newer) && host_abi > LAYOUT_ABI) return NULL;
  if (IS(load_note)) plugin.version = (layout_text)LAYOUT_TEXT("1.0.1");
#ifdef MUTANT_load_resolves
  layout_nobody_defines_this();
#endif
  return host_abi >= 1 ? &plugin : NULL;
}

// MARK: The effects of loading

static void *volatile kept;

__attribute__((constructor)) static void when_loaded(void) {
  pthread_t thread;
  Dl_info about;
  // A function of the C library, which is not unloaded with this image.
  void *(*wait)(void *);
  *(void **)&wait = (void *)pause;
  // One in a process is enough: each allocates memory, which another rule checks.
  struct stat tasks;
  int is_alone = stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
  if (IS(load_threads) && is_alone) pthread_create(&thread, NULL, wait, NULL);
  if (IS(load_descriptors)) open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (IS(load_signals)) signal(SIGPIPE, SIG_IGN);
  if (IS(load_environment)) setenv("GRID", "1", 1);
  if (IS(load_float_mode)) fesetround(FE_UPWARD);
  if (IS(load_output)) puts("Grid 1.0.0, a layout");
  if (IS(load_leaks)) kept = malloc(64);
  // An image that opens itself again keeps itself loaded.
  if (IS(load_unloads) && dladdr((void *)when_loaded, &about)) {
    dlopen(about.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  }
}
