// SPDX-License-Identifier: Apache-2.0
//
// The host's own room for a layout's answer, kept from frame to frame so that nothing is allocated.

import LayoutABI
import LayoutModel

/// Records, transforms and payload of one answer. Keeps its capacity.
public final class AnswerBuffer {
  // Written by the helper that builds LayoutRuntime.
}

/// The answers bound to a layout's queries.
public final class QueryTable {
  // Written by the helper that builds LayoutRuntime.
}
