// SPDX-License-Identifier: Apache-2.0
//
// The names that an app gets with `import LayoutHost` beside the module's own, one by one: what the signatures and
// the pages of docs/ name. Everything else of these modules stays out of an app's namespace.
//
// Imports and no typealiases, which would name the types and not their members to an app that is compiled with
// MemberImportVisibility: docs/decisions/0024-exported-names.md. `Tools/exports` compiles an app either way.

// MARK: - Geometry, values, descriptions, errors

// The records behind `Insets`, `Point`, `Rect`, `Size` and `Vector`, for their members.
@_exported import struct LayoutABI.layout_insets
@_exported import struct LayoutABI.layout_point
@_exported import struct LayoutABI.layout_rect
@_exported import struct LayoutABI.layout_size
@_exported import struct LayoutABI.layout_vector
@_exported import struct LayoutModel.ActionDescriptor
@_exported import struct LayoutModel.AnswerLimits
@_exported import struct LayoutModel.ArgumentDescriptor
@_exported import enum LayoutModel.ElementCategory
@_exported import struct LayoutModel.EventDescriptor
@_exported import struct LayoutModel.FieldDescriptor
@_exported import typealias LayoutModel.Insets
@_exported import struct LayoutModel.ItemPath
@_exported import struct LayoutModel.KindDescriptor
@_exported import struct LayoutModel.LayoutDescriptor
@_exported import struct LayoutModel.LayoutError
@_exported import enum LayoutModel.LayoutValue
@_exported import enum LayoutModel.NameStanding
@_exported import typealias LayoutModel.Point
@_exported import struct LayoutModel.PropertyDescriptor
@_exported import struct LayoutModel.QueryDescriptor
@_exported import typealias LayoutModel.Rect
@_exported import typealias LayoutModel.Size
@_exported import enum LayoutModel.ValueType
@_exported import typealias LayoutModel.Vector

// MARK: - Changes

@_exported import struct LayoutUpdates.BatchUpdate
@_exported import struct LayoutUpdates.DiffableSnapshot

// MARK: - Plugins and where they run

@_exported import struct LayoutIsolation.CrashRecord
@_exported import struct LayoutIsolation.Deadlines
@_exported import struct LayoutIsolation.WorkerOptions
@_exported import struct LayoutLoading.PluginFile
@_exported import struct LayoutLoading.PluginLibrary
@_exported import struct LayoutLoading.PluginNote
@_exported import struct LayoutLoading.QuarantineStore
@_exported import struct LayoutLoading.SearchPath
@_exported import enum LayoutLoading.Trust
@_exported import struct LayoutLoading.TrustList
@_exported import struct LayoutLoading.TrustStore
@_exported import enum LayoutLoading.Verdict

// MARK: - Questions, actions, events

@_exported import protocol LayoutRuntime.ActionInProgress
@_exported import struct LayoutRuntime.CrossTrack
@_exported import struct LayoutRuntime.LayoutEvent
@_exported import enum LayoutRuntime.QueryCoverage
@_exported import protocol LayoutRuntime.QueryType
@_exported import enum LayoutRuntime.WaitMode

// MARK: - Views, motion, input

@_exported import enum LayoutEngine.AccessibilityAction
@_exported import struct LayoutEngine.AccessibilityCustomAction
@_exported import struct LayoutEngine.AccessibilityElement
@_exported import enum LayoutEngine.AccessibilityNotice
@_exported import enum LayoutEngine.AccessibilityRole
@_exported import struct LayoutEngine.Anchor
@_exported import struct LayoutEngine.AnimationSettings
@_exported import struct LayoutEngine.AnimationTiming
@_exported import class LayoutEngine.Cell
@_exported import enum LayoutEngine.CellReadingOrder
@_exported import enum LayoutEngine.ContentAnchoring
@_exported import class LayoutEngine.DecorationView
@_exported import struct LayoutEngine.EditMenu
@_exported import struct LayoutEngine.EntryStyle
@_exported import enum LayoutEngine.FlingProfile
@_exported import struct LayoutEngine.FrameCounters
@_exported import struct LayoutEngine.InvalidationContext
@_exported import enum LayoutEngine.Key
@_exported import struct LayoutEngine.KeyModifiers
@_exported import struct LayoutEngine.LayoutAttributes
@_exported import struct LayoutEngine.MenuAction
@_exported import class LayoutEngine.ReusableView
@_exported import struct LayoutEngine.ScrollEdges
@_exported import struct LayoutEngine.ScrollOptions
@_exported import enum LayoutEngine.ScrollPhase
@_exported import struct LayoutEngine.ScrollPosition
@_exported import enum LayoutEngine.SelectionMode
@_exported import protocol LayoutEngine.SelectionStyled
@_exported import struct LayoutEngine.ShapeStyle
@_exported import struct LayoutEngine.SpringCurve
@_exported import protocol LayoutEngine.Stage
@_exported import struct LayoutEngine.TimingCurve
@_exported import enum LayoutEngine.TouchPhase
@_exported import struct LayoutEngine.Transform3D
@_exported import struct LayoutEngine.ViewAccessibility
@_exported import struct LayoutEngine.ViewAppearance
@_exported import enum LayoutEngine.ViewContent
@_exported import struct LayoutEngine.VisibleElement
