// SPDX-License-Identifier: Apache-2.0
//
// The names of `import LayoutHost`, including the types of its signatures.

@_exported import LayoutEngine
@_exported import LayoutIsolation
@_exported import LayoutLoading
@_exported import LayoutModel
@_exported import LayoutRuntime
@_exported import LayoutUpdates
