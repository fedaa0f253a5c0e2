// SPDX-License-Identifier: Apache-2.0
//
// layout/drafts.h: the extensions that are not stable yet. layout/layout.h includes it where LAYOUT_DRAFTS is
// defined.
//
// A draft is frozen as long as its id is: a draft that changes takes the next revision ("…/2"), and a host that
// knew the last revision need not know it any more. So a plugin that uses drafts runs in hosts of the same drafts, and
// says by `requires` or `uses` whether it can do without. A draft keeps its id when it becomes stable.
#ifndef LAYOUT_DRAFTS_H
#define LAYOUT_DRAFTS_H

#ifndef LAYOUT_DRAFTS
#define LAYOUT_DRAFTS
#endif

#include "layout/ext/draft/children.h"
#include "layout/ext/draft/reordering.h"
#include "layout/ext/draft/since.h"
#include "layout/ext/draft/transition.h"

#endif  // LAYOUT_DRAFTS_H
