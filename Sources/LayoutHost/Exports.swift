// SPDX-License-Identifier: Apache-2.0
//
// What an app gets with `import LayoutHost`: the vocabulary of its signatures too.

@_exported import LayoutEngine
@_exported import LayoutIsolation
@_exported import LayoutLoading
@_exported import LayoutModel
@_exported import LayoutRuntime
@_exported import LayoutUpdates
