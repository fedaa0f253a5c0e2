// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Arch",
  products: [.library(name: "ArchPlugin", type: .dynamic, targets: ["ArchPlugin"])],
  dependencies: [.package(name: "LayoutHost", path: "../..")],
  targets: [
    .target(
      name: "ArchNote", dependencies: [.product(name: "LayoutABI", package: "LayoutHost")]),
    .target(
      name: "ArchPlugin",
      dependencies: ["ArchNote", .product(name: "LayoutKit", package: "LayoutHost")],
      swiftSettings: [.enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo"])],
      linkerSettings: [
        .linkedLibrary("m"),
        .unsafeFlags([
          "-nostartfiles", "-Xlinker", "--version-script=exports.map", "-Xlinker", "--gc-sections",
        ]),
      ]),
  ]
)
