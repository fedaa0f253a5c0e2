// SPDX-License-Identifier: Apache-2.0
//
// layout/plugin.h: the one function that a plugin exports, and the table it gives.
#ifndef LAYOUT_PLUGIN_H
#define LAYOUT_PLUGIN_H

#include "layout/base.h"
#include "layout/descriptor.h"
#include "layout/host.h"
#include "layout/instance.h"

/// A plugin: the layouts it offers and how to make them. Static.
typedef struct layout_plugin {
  uint32_t struct_size;
  uint32_t abi;         ///< LAYOUT_ABI of the headers the plugin was compiled with, for messages.
  layout_text id;       ///< Unique, such as a reverse domain name; equals the note's, which has its rules.
  layout_text name;     ///< For people; equals the note's.
  layout_text version;  ///< major.minor.patch; equals the note's.
  const layout_descriptor *const *layouts;
  uint32_t layout_count;  ///< At least 1.
  uint32_t reserved;

  /// Makes an instance of the layout at `index`. `host` and its context live until that instance's
  /// `destroy` returns, and where `create` fails until it returns. On LAYOUT_OK `*out` receives a table
  /// with every slot set; on an error it is left alone and nothing is leaked. [serial] for one instance;
  /// two may be made in parallel.
  layout_status (*create)(const layout_host *host, uint32_t index, const layout_instance **out);
} layout_plugin;

/// The only symbol that a plugin exports. Gives the same static table each time. `host_abi` is
/// LAYOUT_ABI of the host, 1 in every host of 1.x, for messages: a plugin serves each number from that of
/// its own headers on, and never refuses a larger one; the host tells by the note and the table what it can
/// do with the plugin. Null only for a smaller `host_abi`. Pure: no thread, no input or output, no change
/// that a second call would see. [any]
LAYOUT_EXPORT const layout_plugin *layout_plugin_entry(uint32_t host_abi);

/// The name of that symbol, for dlsym.
#define LAYOUT_PLUGIN_ENTRY "layout_plugin_entry"

#endif  // LAYOUT_PLUGIN_H
