// swift-tools-version: 6.2
import PackageDescription

/// A window in Swift over the GTK 4 widget, which is a C library: the module map names its header, and
/// pkg-config says where header and library are. GTK is used by the main thread alone.
let package = Package(
  name: "gallery",
  targets: [
    .systemLibrary(name: "CLayoutHostGtk", pkgConfig: "layouthost-gtk4"),
    .executableTarget(
      name: "gallery", dependencies: ["CLayoutHostGtk"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ]
)
