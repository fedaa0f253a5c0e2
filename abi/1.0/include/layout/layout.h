// SPDX-License-Identifier: Apache-2.0
//
// layout/layout.h: everything a plugin or a host needs, in one include.
#ifndef LAYOUT_LAYOUT_H
#define LAYOUT_LAYOUT_H

#include "layout/base.h"
#include "layout/descriptor.h"
#include "layout/ext/cross-scroll.h"
#include "layout/ext/dynamics.h"
#include "layout/ext/scroll-target.h"
#include "layout/ext/self-sizing.h"
#include "layout/ext/state.h"
#include "layout/ext/updates.h"
#include "layout/host.h"
#include "layout/instance.h"
#include "layout/names.h"
#include "layout/note.h"
#include "layout/plugin.h"
#include "layout/records.h"
#include "layout/since.h"

#ifdef LAYOUT_DRAFTS
#include "layout/drafts.h"
#endif

#endif  // LAYOUT_LAYOUT_H
