// swift-tools-version: 6.3
import PackageDescription

/// LayoutKit as an installation has it: what a layout in Swift is built with, and nothing of the host.
/// The settings are those of the source tree's package.
let package = Package(
  name: "LayoutHost",
  products: [.library(name: "LayoutKit", targets: ["LayoutKit", "LayoutABI"])],
  targets: [
    .target(name: "LayoutABI"),
    .target(name: "CLayoutKit", dependencies: ["LayoutABI"]),
    .target(
      name: "CPortableMath",
      cSettings: [.unsafeFlags(["-ffp-contract=off", "-ffunction-sections"])]),
    .target(
      name: "LayoutKit", dependencies: ["LayoutABI", "CLayoutKit", "CPortableMath"],
      swiftSettings: [
        .swiftLanguageMode(.v6), .strictMemorySafety(),
        .enableExperimentalFeature("Embedded"),
        .unsafeFlags([
          "-wmo", "-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked",
        ]),
        .unsafeFlags(
          ["-Osize", "-Xllvm", "-enable-machine-outliner=always"], .when(configuration: .release)),
        .unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .debug)),
      ]),
  ]
)
