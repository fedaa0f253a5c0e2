// swift-tools-version: 6.3
import PackageDescription

/// Warnings stop a debug build, which is what developers and CI make; who builds in release with a
/// newer compiler is not stopped by what it warns of.
let strict: SwiftSetting = .treatAllWarnings(as: .error, .when(configuration: .debug))

/// Test suites, and modules that run less in all tests than their optimisation takes.
let plain: [SwiftSetting] = [.swiftLanguageMode(.v6), strict]

/// A module as a whole, in place of the batches of files that SwiftPM asks for in a debug build: the compiler
/// would warn that it ignores these, at the build of an app too.
let whole = ["-wmo", "-disable-batch-mode"]

/// Debug builds of most modules are optimised, and keep every check of a debug build: assertions, overflow, bounds,
/// exclusive access. `LAYOUTHOST_UNOPTIMIZED=1` is for a debugger:
/// docs/decisions/0026-optimised-debug-builds.md.
let isOptimized = Context.environment["LAYOUTHOST_UNOPTIMIZED"] != "1"
let optimized: [SwiftSetting] =
  isOptimized
  ? [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug", "-num-threads", "2"] + whole,
      .when(configuration: .debug))
  ] : []

/// The same for C, all of which is compiled as for a release.
let plainC: [CSetting] =
  [.treatAllWarnings(as: .error, .when(configuration: .debug))]
  + (isOptimized ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [])

/// Ordinary modules: the host, its tools, and the module that suites share.
let hosted = plain + optimized

/// Ordinary modules that hold pointers: strict memory safety, see CONTRIBUTING.md.
let checked: [SwiftSetting] = hosted + [.strictMemorySafety()]

/// What runs in each frame. Debug builds, and so the tests, check that no two accesses to a variable overlap; a
/// release build does without.
let unchecked: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// Modules on the path of a frame.
let framePath = hosted + unchecked

/// Flags for small code. `-Osize` makes an image a tenth smaller, and a function for equal runs of instructions a
/// twentieth; neither makes the rows slower that docs/plugin-sizes.md names.
let small = [
  "-Osize", "-Xllvm", "-enable-machine-outliner=always",
  // Without this the compiler keeps an object whose code is the same although flags of the backend changed.
  "-Xfrontend", "-disable-incremental-llvm-codegen",
]

/// Plugins and their kit: Embedded Swift makes images of 60 to 170 kilobytes that need libc and libm
/// only and unload for real. Every module that uses the kit gets copies of what it uses; a section
/// for each function lets the linker drop the other copies, which is a third of an image. Debug builds are made for
/// size too: what tests load then is nearly what ships.
let embedded: [SwiftSetting] = [
  .swiftLanguageMode(.v6), strict, .strictMemorySafety(),
  .enableExperimentalFeature("Embedded"),
  .unsafeFlags(
    whole + ["-Xfrontend", "-function-sections", "-enforce-exclusivity=unchecked"]),
  isOptimized ? .unsafeFlags(small) : .unsafeFlags(small, .when(configuration: .release)),
  // Lines for a backtrace, without the types and variables that make most of an image: see Plugins/debug.ld. And the
  // description of a module with its object file: made beside it, it costs another check of all its types.
  .unsafeFlags(
    ["-Xfrontend", "-gline-tables-only", "-no-emit-module-separately-wmo"],
    .when(configuration: .debug)),
]

/// A plugin is three targets: the Swift code, a C file beside it that holds the ELF note, and the
/// shared library. The version script keeps everything but the entry inside; the toolchain's lld,
/// unlike gold, leaves no trace of the rest among the dynamic symbols. What the loader has to adjust,
/// mostly classes' tables of methods, is written as bitmaps (DT_RELR, glibc 2.36), a seventh of an image
/// less.
///
/// - Parameter libraries: C targets that the plugin links beside the kit.
func plugin(_ name: String, _ libraries: [Target.Dependency] = []) -> [Target] {
  [
    .target(
      name: "\(name)Note", dependencies: ["LayoutABI"], path: "Sources/Plugins/\(name)/Note"),
    .target(
      name: name,
      dependencies: ["LayoutKit", "LayoutABI", .target(name: "\(name)Note")] + libraries,
      path: "Sources/Plugins/\(name)", exclude: ["Note"], swiftSettings: embedded,
      linkerSettings: [
        .linkedLibrary("m")
      ] + (libraries.isEmpty ? [] : [.linkedLibrary("stdc++")]) + [
        .unsafeFlags([
          "-nostartfiles", "-use-ld=lld",
          "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/Plugins/exports.map",
          "-Xlinker", "--gc-sections", "-Xlinker", "--icf=all",
          "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
        ]),
        .unsafeFlags(
          [
            "-Xlinker", "-T", "-Xlinker", "\(Context.packageDirectory)/Sources/Plugins/debug.ld",
            "-Xlinker", "--compress-debug-sections=zlib",
          ], .when(configuration: .debug)),
      ]),
  ]
}

/// Folders of headers of the system that the compiler does not search by itself. SwiftPM would take them from
/// pkg-config, with flags of GLib's that it refuses, in a warning at every build of an app too.
func headers(_ folders: String...) -> [CSetting] {
  let places =
    folders.map { "/usr/include/\($0)" }
    // What depends on the processor, in Debian and elsewhere.
    + ["/usr/lib/x86_64-linux-gnu/glib-2.0/include", "/usr/lib64/glib-2.0/include"]
  return [.unsafeFlags(places.flatMap { ["-isystem", $0] })]
}

func libraries(_ names: String...) -> [LinkerSetting] { names.map { .linkedLibrary($0) } }

let plugins = [
  "FlowPlugin", "MosaicPlugin", "WaterfallPlugin", "SpringPlugin", "PendulumPlugin",
  "CarouselPlugin", "CoverflowPlugin", "CompositionalPlugin", "GalleryPlugin", "TablePlugin",
  "SectionsPlugin",
]
/// What plugins link beside the kit.
let linked: [String: [Target.Dependency]] = [
  "PendulumPlugin": ["CRigidBodies", "CPortableMath"]
]

/// Programs that are installed carry the Swift runtime, so that they run where no toolchain is, and export
/// nothing of it to plugins. A debug build shares it, which links faster.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld",
      "-Xlinker", "--no-export-dynamic", "-Xlinker", "--gc-sections",
    ], .when(configuration: .release))
]

func module(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = hosted
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// `LAYOUTHOST_SUITES="LayoutHostTests ABITests"` leaves the other suites out, for quick rounds: a
/// change deep down then compiles what it touches and one suite, not fifteen.
let wantedSuites = Context.environment["LAYOUTHOST_SUITES"]?.split(separator: " ").map(String.init)

func suite(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["LayoutTesting"], exclude: exclude,
    swiftSettings: plain)
}

/// `LAYOUTHOST_FUZZ=1` adds the program that libFuzzer drives, in place of the suite whose targets it
/// shares: `make fuzz`.
let isFuzzing = Context.environment["LAYOUTHOST_FUZZ"] == "1"
let fuzzed: [Target.Dependency] = [
  "LayoutIsolation", "LayoutScenarios", "LayoutSources", "LayoutJSON", "CCairo", "CSQLite",
]
let fuzzing: Target =
  isFuzzing
  ? .executableTarget(
    name: "layout-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
    exclude: ["FuzzTests.swift", "Mutator.swift"], swiftSettings: hosted)
  : suite("FuzzTests", fuzzed, exclude: ["Driver"])

let package = Package(
  name: "LayoutHost",
  products: plugins.map { .library(name: $0, type: .dynamic, targets: [$0]) } + [
    .library(name: "LayoutHost", targets: ["LayoutHost"]),
    .library(name: "LayoutScenarios", targets: ["LayoutScenarios"]),
    .library(name: "LayoutSources", targets: ["LayoutSources"]),
    .library(name: "LayoutRendering", targets: ["LayoutRendering"]),
    // The C library; `make install` calls it liblayouthost.so.1.
    .library(name: "layouthost-c", type: .dynamic, targets: ["LayoutHostC"]),
    .library(name: "LayoutKit", targets: ["LayoutKit", "LayoutABI"]),
    .executable(name: "layouthost", targets: ["layouthost"]),
    .executable(name: "layout-worker", targets: ["layout-worker"]),
    // Preloaded into the processes in which `layouthost bench` counts allocations.
    .library(name: "AllocationCounter", type: .dynamic, targets: ["CAllocationCounter"]),
    // Box2D alone, beside which `layouthost bench` measures pendulums.
    .library(name: "BenchBodies", type: .dynamic, targets: ["CBenchBodies"]),
  ],
  targets: [
    .target(name: "LayoutABI", cSettings: plainC),
    .target(name: "CLayoutSystem", cSettings: plainC),
    // What the engine is measured against is compiled as well as the compiler can.
    .target(
      name: "CBenchReference", dependencies: ["LayoutABI"],
      cSettings: plainC + [.unsafeFlags(["-O3"], .when(configuration: .release))]),
    // Loaded by benchmarks: what the command links is mapped into every process of it.
    .target(
      name: "CBenchBodies", dependencies: ["CBenchReference", "CBox2D"],
      cxxSettings: [.unsafeFlags(["-fno-exceptions", "-fno-rtti"])]),
    .target(name: "CFFIShim", dependencies: ["CFFI", "LayoutABI"], cSettings: plainC),
    .systemLibrary(
      name: "CFFI", path: "Sources/System/CFFI", pkgConfig: "libffi",
      providers: [.apt(["libffi-dev"])]),
    .systemLibrary(
      name: "CJansson", path: "Sources/System/CJansson", pkgConfig: "jansson",
      providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(
      name: "CGcrypt", path: "Sources/System/CGcrypt", pkgConfig: "libgcrypt",
      providers: [.apt(["libgcrypt20-dev"])]),
    .target(
      name: "CGLib", path: "Sources/System/CGLib",
      cSettings: plainC + headers("glib-2.0"),
      linkerSettings: libraries("gobject-2.0", "glib-2.0")),
    .target(
      name: "CCairo", dependencies: ["CGLib"], path: "Sources/System/CCairo",
      cSettings: plainC
        + headers("glib-2.0", "harfbuzz", "cairo", "pango-1.0", "gdk-pixbuf-2.0"),
      linkerSettings: libraries(
        "pangocairo-1.0", "pango-1.0", "gdk_pixbuf-2.0", "cairo", "fontconfig", "z")),
    .systemLibrary(
      name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CPopt", path: "Sources/System/CPopt", pkgConfig: "popt",
      providers: [.apt(["libpopt-dev"])]),

    .systemLibrary(
      name: "CWebP", path: "Sources/System/CWebP", pkgConfig: "libwebpmux libwebp",
      providers: [.apt(["libwebp-dev"])]),
    .target(
      name: "CSoup", dependencies: ["CGLib"], path: "Sources/System/CSoup",
      cSettings: plainC + headers("glib-2.0", "libsoup-3.0"),
      linkerSettings: libraries("soup-3.0", "gio-2.0")),

    .systemLibrary(
      name: "CBox2D", path: "Sources/System/CBox2D", pkgConfig: "box2d",
      providers: [.apt(["libbox2d-dev"])]),

    .target(
      name: "CRigidBodies", dependencies: ["CLayoutKit", "CBox2D"],
      cxxSettings: [.unsafeFlags(["-fno-exceptions", "-fno-rtti", "-ffp-contract=off"])]
        + (isOptimized ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [])),
    // The same bits on every machine: no product and sum in one, whatever the processor has.
    .target(
      name: "CPortableMath",
      cSettings: plainC + [.unsafeFlags(["-ffp-contract=off", "-ffunction-sections"])]),
    .target(name: "CLayoutKit", dependencies: ["LayoutABI"], cSettings: plainC),
    .target(
      name: "LayoutKit", dependencies: ["LayoutABI", "CLayoutKit", "CPortableMath"],
      // A plugin has copies of the kit's code, with their own lines for a backtrace, of all but its C functions.
      swiftSettings: embedded + [
        .unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .debug))
      ]),
    .target(
      name: "LayoutKitHosted", dependencies: ["LayoutABI", "CLayoutKit", "CPortableMath"],
      path: "Sources/LayoutKitHosted", swiftSettings: checked),

    module("LayoutModel", ["LayoutABI"], settings: framePath),
    module("LayoutJSON", ["LayoutModel", "CJansson"]),
    module("LayoutUpdates", ["LayoutModel", "LayoutABI"]),
    module(
      "LayoutLoading", ["LayoutJSON", "LayoutModel", "LayoutABI", "CLayoutSystem", "CGcrypt"]),
    module(
      "LayoutRuntime",
      [
        "LayoutLoading", "LayoutUpdates", "LayoutModel", "LayoutABI", "CLayoutSystem", "CFFI",
        "CFFIShim",
      ],
      settings: framePath + [.strictMemorySafety()]),
    module(
      "LayoutIsolation",
      ["LayoutRuntime", "LayoutLoading", "LayoutModel", "LayoutABI", "CLayoutSystem"],
      settings: checked),
    module(
      "LayoutEngine",
      ["LayoutRuntime", "LayoutUpdates", "LayoutModel", "LayoutABI", "CPortableMath"],
      settings: framePath),
    module(
      "LayoutHost",
      [
        "LayoutEngine", "LayoutRuntime", "LayoutIsolation", "LayoutUpdates", "LayoutLoading",
        "LayoutModel", "LayoutABI",
      ], settings: framePath),
    module("LayoutTypography", ["LayoutModel", "CCairo"]),
    module(
      "LayoutSources",
      [
        "LayoutHost", "LayoutTypography", "LayoutRuntime", "LayoutLoading", "LayoutJSON",
        "LayoutModel", "CSQLite",
      ]),
    .target(
      name: "LayoutRendering",
      dependencies: [
        "LayoutHost", "LayoutTypography", "LayoutLoading", "LayoutModel", "CCairo", "CWebP",
        "CPortableMath",
      ],
      resources: [.embedInCode("Page")], swiftSettings: hosted),
    module(
      "LayoutScenarios",
      [
        "LayoutHost", "LayoutEngine", "LayoutIsolation", "LayoutRuntime", "LayoutUpdates",
        "LayoutLoading", "LayoutJSON", "LayoutModel", "LayoutABI",
      ], settings: plain),
    .target(
      name: "LayoutStudio",
      dependencies: [
        "LayoutScenarios", "LayoutRendering", "LayoutHost", "LayoutIsolation", "LayoutLoading",
        "LayoutJSON", "LayoutModel", "CSoup",
      ],
      resources: [.embedInCode("Page")], swiftSettings: plain),
    .target(
      name: "CLayoutHost", path: "Sources/LayoutHostC", exclude: ["Library", "layouthost.map"],
      cSettings: plainC),
    // One file for programs without Swift: the runtime is inside, and nothing but lh_… is seen.
    .target(
      name: "LayoutHostC",
      dependencies: [
        "CLayoutHost", "CLayoutSystem", "LayoutHost", "LayoutRendering", "LayoutScenarios",
        "LayoutIsolation", "LayoutRuntime", "LayoutUpdates", "LayoutLoading", "LayoutJSON",
        "LayoutModel",
      ],
      path: "Sources/LayoutHostC/Library", swiftSettings: plain + unchecked,
      linkerSettings: [
        .unsafeFlags([
          "-static-stdlib", "-use-ld=lld",
          "-Xlinker",
          "--version-script=\(Context.packageDirectory)/Sources/LayoutHostC/layouthost.map",
          "-Xlinker", "--gc-sections", "-Xlinker", "-soname=liblayouthost.so.1",
          "-Xlinker", "-z", "-Xlinker", "defs",
        ])
      ]),
    .target(name: "CConformance", cSettings: plainC),
    module(
      "LayoutConformance",
      [
        "LayoutIsolation", "LayoutRuntime", "LayoutUpdates", "LayoutLoading", "LayoutModel",
        "LayoutABI", "CConformance", "CLayoutSystem",
      ]),
    .executableTarget(
      name: "layouthost",
      dependencies: [
        "LayoutScenarios", "LayoutSources", "LayoutRendering", "LayoutConformance", "LayoutStudio",
        "LayoutHost", "LayoutIsolation", "LayoutRuntime", "LayoutLoading", "LayoutJSON",
        "LayoutModel", "LayoutABI", "CLayoutSystem", "CPopt", "CSQLite", "CBenchReference",
      ],
      resources: [.embedInCode("New/Templates"), .embedInCode("Demo/Examples")],
      swiftSettings: plain, linkerSettings: selfContained),
    .executableTarget(
      name: "layout-worker", dependencies: ["LayoutIsolation"], swiftSettings: hosted,
      linkerSettings: selfContained),

    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(name: "CTestSystem", path: "Tests/CTestSystem", cSettings: plainC),
    .executableTarget(
      name: "example-host", dependencies: ["LayoutHost"], path: "Examples/swift-host",
      swiftSettings: hosted),

    .target(
      name: "LayoutTesting",
      dependencies: [
        "LayoutLoading", "LayoutUpdates", "LayoutModel", "CAllocationCounter", "CTestSystem",
      ],
      path: "Tests/LayoutTesting",
      exclude: ["Fixtures"],
      swiftSettings: hosted),
    suite("ABITests", []),
    suite("LayoutModelTests", ["LayoutModel"]),
    suite("LayoutUpdatesTests", ["LayoutUpdates"], exclude: ["Cases"]),
    suite("LayoutLoadingTests", ["LayoutLoading", "LayoutJSON"]),
    // The slow and plain layouts with which tests compare the kit. They compute much, and the tests little. It is a
    // target for tests, although it has none: a release build leaves it out, because the kit's internal symbols cannot
    // be seen there.
    .testTarget(
      name: "LayoutKitOracles",
      dependencies: ["LayoutKitHosted", "LayoutABI", "LayoutTesting", "CRigidBodies"],
      path: "Tests/LayoutKitOracles", swiftSettings: hosted),
    suite("LayoutKitTests", ["LayoutKitHosted", "LayoutKitOracles", "CRigidBodies"]),
    suite("PluginTests", ["LayoutRuntime", "LayoutHost"]),
    suite("LayoutRuntimeTests", ["LayoutRuntime"]),
    suite(
      "LayoutIsolationTests", ["LayoutIsolation", "LayoutHost", "LayoutJSON"], exclude: ["Fixtures"]
    ),
    suite(
      "LayoutHostTests", ["LayoutHost", "LayoutEngine", "LayoutJSON"],
      exclude: ["Cases", "Fixtures"]),
    suite("LayoutTypographyTests", ["LayoutTypography"]),
    suite("LayoutSourcesTests", ["LayoutSources", "CSQLite"]),
    suite("LayoutRenderingTests", ["LayoutRendering", "LayoutSources", "CWebP"]),
    suite("LayoutScenariosTests", ["LayoutScenarios", "LayoutJSON"], exclude: ["Cases"]),
    suite("LayoutConformanceTests", ["LayoutConformance", "LayoutJSON"]),
    suite("CommandTests", ["LayoutLoading", "LayoutJSON"]),
    suite("LibraryTests", [], exclude: ["Programs"]),
    suite(
      "SimulationTests",
      ["LayoutHost", "LayoutEngine", "LayoutIsolation", "LayoutScenarios", "LayoutJSON"]),
    suite("StudioTests", ["LayoutLoading", "LayoutJSON"]),
    fuzzing,
  ] + plugins.flatMap { plugin($0, linked[$0] ?? []) },
  cxxLanguageStandard: .cxx17
)

if let wantedSuites {
  package.targets.removeAll { $0.type == .test && !wantedSuites.contains($0.name) }
}
