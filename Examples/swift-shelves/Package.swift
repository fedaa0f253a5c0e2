// swift-tools-version: 6.3
import PackageDescription

/// The kit that layouts in Swift are built with: where LAYOUTHOST_KIT says, which `make` asks the command
/// for. To build without make: export LAYOUTHOST_KIT="$(layouthost new --where kit)".
let kit = Context.environment["LAYOUTHOST_KIT"] ?? "../.."

/// A layout as a package of its own: the Swift code, and a C file beside it that holds the ELF note.
let package = Package(
  name: "Shelves",
  products: [.library(name: "Shelves", type: .dynamic, targets: ["Shelves"])],
  dependencies: [.package(name: "LayoutHost", path: kit)],
  targets: [
    .target(
      name: "ShelvesNote", dependencies: [.product(name: "LayoutKit", package: "LayoutHost")]),
    .target(
      name: "Shelves",
      dependencies: [.product(name: "LayoutKit", package: "LayoutHost"), "ShelvesNote"],
      swiftSettings: [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo"])],
      linkerSettings: [
        .linkedLibrary("m"),
        .unsafeFlags([
          "-nostartfiles", "-use-ld=lld", "-Xlinker", "--version-script=exports.map",
          "-Xlinker", "--gc-sections",
        ]),
      ]),
  ]
)
