// SPDX-License-Identifier: Apache-2.0
//
// Builds the examples with make, with every warning an error, and runs them in the smallest host.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("The examples")
struct ExampleTests {
  @Test(
    "a plugin in one C file exports its entry, has its note, and needs only libc and libm",
    arguments: ["orbit", "mat", "trap"])
  func pluginIsClean(_ name: String) throws {
    let workshop = try Workshop()
    let plugin = try workshop.make(name, "\(name).so")
    let symbols = try run("nm", "-D", "--defined-only", "--extern-only", plugin).output
    let names = symbols.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    let linkers: Set<Substring> = ["__bss_start", "_edata", "_end"]
    #expect(names.filter { !linkers.contains($0) } == ["layout_plugin_entry"])
    let notes = try run("readelf", "--wide", "-n", plugin)
    #expect(notes.errors.isEmpty, "\(notes.errors)")
    #expect(notes.output.contains("LAYOUT"))
    let needed = try run("readelf", "--wide", "-d", plugin).output.split(separator: "\n")
      .filter { $0.contains("NEEDED") }
    #expect(needed.allSatisfy { $0.contains("[libc.so.6]") || $0.contains("[libm.so.6]") })
  }

  /// The output of the smallest host for a plugin.
  struct Show: Sendable, CustomTestStringConvertible {
    let plugin: String
    let lines: [String]
    var testDescription: String { plugin }
  }

  static let bundled = [
    Show(
      plugin: "FlowPlugin",
      lines: [
        // Five of 50 in 320 with gaps of at least 10: the remaining 70 is shared by four gaps.
        "Flow: content 320 x 11990, 40 visible", "0.0 at 0 0, 50 x 50", "0.1 at 67.5 0, 50 x 50",
        "0.2 at 135 0, 50 x 50", "0.3 at 202.5 0, 50 x 50", "0.4 at 270 0, 50 x 50",
        "0.5 at 0 60, 50 x 50", "0.6 at 67.5 60, 50 x 50", "0.7 at 135 60, 50 x 50",
      ]),
    Show(
      plugin: "MosaicPlugin",
      lines: [
        "Mosaic: content 26880 x 480, 12 visible", "0.0 at 0 0, 74 x 114",
        "0.1 at 82 0, 74 x 114", "0.2 at 164 0, 156 x 236", "0.3 at 0 122, 74 x 114",
        "0.4 at 82 122, 74 x 114", "0.5 at 0 244, 74 x 236", "0.6 at 82 244, 74 x 114",
        "0.7 at 164 244, 74 x 114",
      ]),
  ]

  @Test(
    "F1, F4, C127: a host in one C file shows a bundled plugin's first frames", arguments: bundled)
  func hostShows(_ show: Show) throws {
    let workshop = try Workshop()
    let host = try workshop.make("c-host", "host")
    let outcome = try run(host, try bundledPlugin(show.plugin))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").map(String.init) == show.lines)
  }

  @Test(
    "the smallest host shows every bundled plugin, also those with transforms",
    arguments: childlessPluginNames)
  func hostShowsAll(_ name: String) throws {
    let workshop = try Workshop()
    let outcome = try run(try workshop.make("c-host", "host"), try bundledPlugin(name))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let first = outcome.output.split(separator: "\n").first ?? ""
    #expect(first.wholeMatch(of: /\w+: content [0-9.]+ x [0-9.]+, [1-9][0-9]* visible/) != nil)
    #expect(outcome.output.split(separator: "\n").count > 2)
  }

  @Test("a plugin that needs an extension that the host lacks says so")
  func hostLacks() throws {
    let workshop = try Workshop()
    let outcome = try run(try workshop.make("c-host", "host"), try bundledPlugin("SectionsPlugin"))
    #expect(outcome.status == 1 && outcome.errors.contains("layout.children/1"))
  }

  @Test(
    "the host in Rust, over the generated bindings, shows the same as the host in C",
    .enabled(if: (try? run("rustc", "--version"))?.status == 0), arguments: childlessPluginNames)
  func rustHost(_ name: String) throws {
    let workshop = try Workshop()
    try workshop.bring("Bindings/rust")
    // Debian's compiler is years older than the one that developers install, and has other lints.
    let debian = FileSystem.exists("/usr/bin/rustc") ? ["RUSTC=/usr/bin/rustc"] : []
    let hosts = [
      try workshop.make("c-host", "host"), try workshop.make("rust-host", "host", settings: debian),
    ]
    let said = try hosts.map { host in
      let outcome = try run(host, bundledPlugin(name))
      #expect(outcome.status == 0, "\(outcome.errors)")
      // Each language writes numbers in its own way.
      return outcome.output.split(separator: "\n").map { $0.prefix { $0 != ":" && $0 != "a" } }
    }
    #expect(said[0] == said[1] && said[0].count > 2)
  }

  @Test(
    "the host in Rust prints a text without bytes as an empty line",
    .enabled(if: (try? run("rustc", "--version"))?.status == 0))
  func rustHostEmptyText() throws {
    let workshop = try Workshop()
    try workshop.bring("Bindings/rust")
    // Newer compilers then check the arguments of unsafe functions.
    let host = try workshop.make(
      "rust-host", "host", settings: ["FLAGS=--edition 2021 -C debug-assertions -D warnings"])
    let plugin = try CPlugin.build(
      example: "orbit",
      changing: [
        (
          "(void)host;\n  orbit *o",
          """
          host->set_error(host->context, (layout_text){0});
            if (host->abi) return LAYOUT_ERROR_FAILED;
            orbit *o
          """
        )
      ])
    let outcome = try run(host, plugin)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "\nthe layout 0 gave -1\n")
  }

  @Test("the host says why it cannot load a file")
  func hostRefuses() throws {
    let workshop = try Workshop()
    let host = try workshop.make("c-host", "host")
    #expect(try run(host).status == 2)
    let outcome = try run(host, "/nonexistent.so")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("/nonexistent.so"))
  }

  @Test("the trap plugin traps in its fourth frame and not before")
  func trapSprings() throws {
    let workshop = try Workshop()
    let trap = try workshop.make("trap", "trap.so")
    let driver = try workshop.compile(
      """
      #include <dlfcn.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include "layout/layout.h"
      int main(int count, char **arguments) {
        void *image = dlopen(arguments[1], RTLD_NOW);
        const layout_plugin *(*entry)(uint32_t);
        *(void **)&entry = dlsym(image, "layout_plugin_entry");
        static layout_host host = {.struct_size = sizeof host};
        const layout_instance *layout;
        if (entry(1)->create(&host, 0, &layout) != LAYOUT_OK) return 1;
        layout_attributes record;
        layout_answer answer = {
            .struct_size = sizeof answer, .records = &record, .record_capacity = 1};
        for (int frame = 0; frame < atoi(arguments[2]); frame++)
          layout->attributes_in_rect(layout->context, (layout_rect){0, 0, 9, 9}, &answer);
        return count - 3;
      }
      """)
    #expect(try run(driver, trap, "3").status == 0)
    // The exit status is 128 plus the number of SIGSEGV.
    #expect(try run(driver, trap, "4").status == 139)
  }
}

// MARK: - Rules of the contract that a host of a test cannot see

extension ExampleTests {
  @Test("the example in C++ gives a status where there is no memory, and no exception leaves it")
  func noMemory() throws {
    let workshop = try Workshop()
    let program = try workshop.compile(
      """
      #include <cstdlib>
      #include <new>

      static int left = -1;  // Allocations until one fails; none does below 0.

      void *operator new(std::size_t size) {
        void *memory = left < 0 || left-- > 0 ? std::malloc(size) : nullptr;
        if (!memory) throw std::bad_alloc();
        return memory;
      }
      void operator delete(void *memory) noexcept { std::free(memory); }
      void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

      #include "steps.cpp"

      int main() {
        static layout_host host = {};
        int failures = 0;
        for (;; failures++) {
          const layout_instance *layout = nullptr;
          left = failures;
          layout_status status = layout_plugin_entry(1)->create(&host, 0, &layout);
          left = -1;
          if (status == LAYOUT_OK) {
            layout->destroy(layout->context);
            break;
          }
          if (status != LAYOUT_ERROR_MEMORY || layout) return 1;
        }
        return failures == 2 ? 0 : 2;
      }
      """, around: "cpp-steps")
    let outcome = try run(program)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "the example of a layout with an inner layout reads no further than a host's tables reach",
    arguments: [(true, 0), (false, 0), (false, 40)])
  func tablesOfOtherHeaders(isLater: Bool, more: Int) throws {
    let workshop = try Workshop()
    let later = try LaterHeaders.flags(seed: 1)[1]
    let mat = try workshop.make("mat", "mat.so", settings: isLater ? ["INCLUDE=\(later)"] : [])
    let driver = try workshop.compile(Self.driverOfMat)
    let outcome = try run(driver, mat, "\(more)")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// A host of one call each, whose tables end at a page without access. The layout inside is its own, and sees
  /// the tables that it is given. The second argument is the number of bytes by which the tables are longer than in
  /// these headers.
  private static let driverOfMat = """
    #define _GNU_SOURCE
    #define LAYOUT_DRAFTS
    #include <dlfcn.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <unistd.h>
    #include "layout/layout.h"

    static const void *lend(void *table, size_t size, size_t more) {
      uint32_t all = (uint32_t)(size + more);
      size_t page = (size_t)sysconf(_SC_PAGESIZE);
      char *place = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (place == MAP_FAILED || mprotect(place + page, page, PROT_NONE)) exit(3);
      memcpy(table, &all, sizeof all);
      memset(place, 0xA5, page);
      return memcpy(place + page - all, table, size);
    }

    static int is_snapshot, is_change;

    static layout_status prepare(void *context, const layout_snapshot *s, const layout_invalidation *why) {
      (void)context;
      is_snapshot = why && s->struct_size == sizeof *s && s->uniform_count == 7 && s->bounds.x == -20 &&
                    s->bounds.width == 260;
      return LAYOUT_OK;
    }
    static layout_status should_invalidate(void *context, const layout_bounds_change *c, layout_marks *marks) {
      (void)context;
      is_change = c->struct_size == sizeof *c && c->time == 5 && c->old_bounds.width == 260 &&
                  c->new_bounds.y == 80;
      *marks = LAYOUT_MARK_NOTHING;
      return LAYOUT_OK;
    }
    static void destroy(void *context) { (void)context; }

    static layout_status open_child(void *context, layout_text id, const layout_instance **out) {
      static layout_instance child = {.struct_size = sizeof child, .destroy = destroy, .prepare = prepare,
                                      .should_invalidate = should_invalidate};
      (void)context, (void)id;
      *out = &child;
      return LAYOUT_OK;
    }
    static const void *extension(void *context, layout_text id) {
      static layout_children children = {.struct_size = sizeof children, .open = open_child};
      (void)context, (void)id;
      return &children;
    }

    int main(int count, char **arguments) {
      void *image = count == 3 ? dlopen(arguments[1], RTLD_NOW) : NULL;
      if (!image) return 2;
      const layout_plugin *(*entry)(uint32_t);
      *(void **)&entry = dlsym(image, "layout_plugin_entry");
      static layout_host host = {.struct_size = sizeof host, .extension = extension};
      const layout_instance *mat;
      if (entry(1)->create(&host, 0, &mat) != LAYOUT_OK) return 4;
      size_t more = (size_t)atoi(arguments[2]);
      layout_snapshot snapshot = {.section_count = 1, .epoch = 1, .bounds = {0, 0, 300, 200}, .scale = 1,
                                  .uniform_count = 7};
      layout_bounds_change change = {.old_bounds = {0, 0, 300, 200}, .new_bounds = {0, 100, 300, 200},
                                     .time = 5};
      layout_invalidation why = {.struct_size = sizeof why, .marks = LAYOUT_MARK_EVERYTHING};
      layout_marks marks;
      if (mat->prepare(mat->context, lend(&snapshot, sizeof snapshot, more), &why) != LAYOUT_OK) return 5;
      if (mat->should_invalidate(mat->context, lend(&change, sizeof change, more), &marks) != LAYOUT_OK) return 6;
      mat->destroy(mat->context);
      printf("snapshot %d, change %d\\n", is_snapshot, is_change);
      return is_snapshot && is_change ? 0 : 7;
    }
    """
}

/// A folder in which examples are built: it holds copies of them, with the header where their makefiles expect it.
final class Workshop {
  private let scratch: TemporaryDirectory

  init() throws {
    scratch = try TemporaryDirectory()
    try copy("Sources/LayoutABI/include")
  }

  /// Builds an example from scratch and returns the path of the product.
  ///
  /// - Parameter settings: Variables of the makefile, `NAME=value`.
  func make(_ name: String, _ product: String, settings: [String] = []) throws -> String {
    try copy("Examples/\(name)")
    let directory = scratch.file("Examples/\(name)")
    try run("make", "clean", in: directory)
    let outcome = try run(["make"] + settings, in: directory)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return directory.appending(path: product).path()
  }

  /// Copies a folder of the project to where the examples expect it.
  func bring(_ folder: String) throws { try copy(folder) }

  /// Compiles a program against the header and returns its path.
  func compile(_ source: String) throws -> String {
    let file = try scratch.write(Array(source.utf8), to: "program.c")
    let program = scratch.file("program").path()
    let outcome = try run(
      "cc", "-std=c11", "-Wall", "-Wextra", "-Werror",
      "-I\(scratch.file("Sources/LayoutABI/include").path())", file, "-o", program)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return program
  }

  /// Compiles a program in C++ that includes the source of an example, and returns its path.
  func compile(_ source: String, around example: String) throws -> String {
    try copy("Examples/\(example)")
    let file = try scratch.write(Array(source.utf8), to: "around.cpp")
    let program = scratch.file("around").path()
    let folders = ["Sources/LayoutABI/include", "Examples/\(example)"]
    let outcome = try run(
      ["c++", "-std=c++20", file, "-o", program]
        + folders.map { "-I\(scratch.file($0).path())" })
    try #require(outcome.status == 0, "\(outcome.errors)")
    return program
  }

  private func copy(_ folder: String) throws {
    let copy = scratch.file(folder)
    try FileManager.default.createDirectory(
      at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    try copyTree(folder, to: copy)
  }
}
