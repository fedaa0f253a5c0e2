// SPDX-License-Identifier: Apache-2.0
//
// Queries to the system's dynamic loader: the loaded libraries, and the directories of others.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>

#include "CLayoutSystem.h"

void *layout_sys_loaded_library(const char *name) {
  return dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
}

const char *layout_sys_library_path(void *handle) {
  struct link_map *map = NULL;
  return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name ? map->l_name : "";
}

const char *layout_sys_own_library(void) {
  Dl_info own;
  struct link_map *map = NULL;
  if (!dladdr1((void *)layout_sys_own_library, &own, (void **)&map, RTLD_DL_LINKMAP)) return NULL;
  // The loader has no name for the program.
  return map && map->l_name && map->l_name[0] ? map->l_name : NULL;
}

/// Calls `body` with each directory in which the loader searches the dependencies of a loaded
/// object. Takes ownership of the handle.
static void each_directory(void *object, void (*body)(const char *path, void *context),
                           void *context) {
  if (!object) return;
  Dl_serinfo size;
  if (dlinfo(object, RTLD_DI_SERINFOSIZE, &size) == 0) {
    Dl_serinfo *list = malloc(size.dls_size);
    if (list && dlinfo(object, RTLD_DI_SERINFOSIZE, list) == 0 &&
        dlinfo(object, RTLD_DI_SERINFO, list) == 0) {
      for (unsigned int index = 0; index < list->dls_cnt; index++) {
        body(list->dls_serpath[index].dls_name, context);
      }
    }
    free(list);
  }
  dlclose(object);
}

void layout_sys_each_search_directory(void (*body)(const char *path, void *context),
                                      void *context) {
  each_directory(dlopen(NULL, RTLD_NOW), body, context);
}

void layout_sys_each_system_directory(void (*body)(const char *path, void *context),
                                      void *context) {
  // The C library has no run path of its own, even if the program has one.
  each_directory(layout_sys_loaded_library("libc.so.6"), body, context);
}
