// SPDX-License-Identifier: Apache-2.0
//
// lh-enums.c: enumerations as GTypes, for properties and other languages.
#include "layouthost-gtk4/lh-collection-view.h"

#define LH_VALUE(name, nick) {name, #name, nick}

GType lh_layout_tier_get_type(void) {
  static gsize type = 0;
  static const GEnumValue values[] = {LH_VALUE(LH_LAYOUT_TIER_AUTO, "auto"),
                                      LH_VALUE(LH_LAYOUT_TIER_IN_PROCESS, "in-process"),
                                      LH_VALUE(LH_LAYOUT_TIER_WORKER, "worker"),
                                      LH_VALUE(LH_LAYOUT_TIER_SANDBOXED, "sandboxed"),
                                      {0, NULL, NULL}};
  if (g_once_init_enter(&type))
    g_once_init_leave(&type, g_enum_register_static("LhLayoutTier", values));
  return type;
}

GType lh_scroll_to_get_type(void) {
  static gsize type = 0;
  static const GFlagsValue values[] = {
      LH_VALUE(LH_SCROLL_TO_NONE, "none"),     LH_VALUE(LH_SCROLL_TO_ANIMATED, "animated"),
      LH_VALUE(LH_SCROLL_TO_FOCUS, "focus"),   LH_VALUE(LH_SCROLL_TO_SELECT, "select"),
      LH_VALUE(LH_SCROLL_TO_START, "start"),   LH_VALUE(LH_SCROLL_TO_CENTER, "center"),
      LH_VALUE(LH_SCROLL_TO_END, "end"),       {0, NULL, NULL}};
  if (g_once_init_enter(&type))
    g_once_init_leave(&type, g_flags_register_static("LhScrollTo", values));
  return type;
}
