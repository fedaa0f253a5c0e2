// SPDX-License-Identifier: Apache-2.0
//
// Codes of files that are not loaded.

// MARK: Files, judged before any of their code runs

extension LayoutError.Code {
  /// The file has no layout note.
  ///
  /// Remedy: Build it with the note of `layout/note.h`, or leave the file out of the plugin
  /// directory.
  public static let noNote: Self = "no-note"
  /// The note is damaged, occurs twice, or breaks the grammar of notes.
  ///
  /// Remedy: Write the note with `LAYOUT_NOTE`; the message names the key.
  public static let badNote: Self = "bad-note"
  /// The names in the file are together longer than the file itself.
  ///
  /// Remedy: The file is damaged; build it again.
  public static let badNames: Self = "bad-names"
  /// A text is not JSON.
  ///
  /// Remedy: The message names the line and what was expected there.
  public static let badJson: Self = "bad-json"
  /// The note and the table name different things.
  ///
  /// Remedy: Give both the same id, version and layouts.
  public static let noteMismatch: Self = "note-mismatch"
  /// The file is not an ELF file.
  ///
  /// Remedy: Give a shared library.
  public static let notElf: Self = "not-elf"
  /// The file is an ELF file, but no shared library.
  ///
  /// Remedy: Link it with `-shared`.
  public static let notALibrary: Self = "not-a-library"
  /// The path is no regular file.
  ///
  /// Remedy: Give the path of a file, not of a directory or a device.
  public static let notAFile: Self = "not-a-file"
  /// The file is a plain library without a layout.
  ///
  /// Remedy: None is needed: plugin directories may contain such files.
  public static let isLibrary: Self = "is-library"
  /// The file is shorter than its headers say.
  ///
  /// Remedy: Wait until it is written completely, or copy it again; write it under another name and
  /// rename it.
  public static let truncated: Self = "truncated"
  /// The file is for another processor, word size or byte order.
  ///
  /// Remedy: Build it for this machine.
  public static let wrongMachine: Self = "wrong-machine"
  /// The file needs another shared Swift runtime than the host has.
  ///
  /// Remedy: Build it with the host's toolchain, or as Embedded Swift.
  public static let wrongRuntime: Self = "wrong-runtime"
  /// The file asks for an executable stack.
  ///
  /// Remedy: Link it with `-z noexecstack`; in assembly add a `.note.GNU-stack` section.
  public static let executableStack: Self = "executable-stack"
  /// The loader must patch the code of the file.
  ///
  /// Remedy: Compile it with `-fPIC`.
  public static let textRelocations: Self = "text-relocations"
  /// The file does not export the entry function.
  ///
  /// Remedy: Export `layout_plugin_entry`.
  public static let entryMissing: Self = "entry-missing"
  /// The loader refused the file.
  ///
  /// Remedy: The message contains the loader's reason: mostly a library that is not installed.
  public static let loadFailed: Self = "load-failed"
  /// A file or directory cannot be read.
  ///
  /// Remedy: Check that it exists and that you may read it.
  public static let unreadable: Self = "unreadable"
  /// A file or directory cannot be made or written.
  ///
  /// Remedy: Check its directory, your rights and the free space on the disk.
  public static let unwritable: Self = "unwritable"
  /// The owner of a file, or of one of its ancestor directories, is neither you nor root.
  ///
  /// Remedy: Move it to your own directory, or change its owner.
  public static let wrongOwner: Self = "wrong-owner"
  /// Other users can write a file or one of its ancestor directories.
  ///
  /// Remedy: Remove their right to write: `chmod go-w`.
  public static let writableByOthers: Self = "writable-by-others"
  /// The directory for copies of loaded files cannot be used.
  ///
  /// Remedy: The message names it and the reason; set `$XDG_RUNTIME_DIR` to your own directory.
  public static let imageDirectory: Self = "image-directory"
  /// No directory can hold the copy of a plugin that is loaded.
  ///
  /// Remedy: Set `$XDG_RUNTIME_DIR` or `$HOME` to your own directory.
  public static let noImageDirectory: Self = "no-image-directory"
  /// The library that computes hashes is too old.
  ///
  /// Remedy: Install a current libgcrypt.
  public static let hashUnavailable: Self = "hash-unavailable"
  /// A file without trust was to run in this process.
  ///
  /// Remedy: Leave the tier to `auto`, or trust the file: `layouthost trust add FILE`.
  public static let untrusted: Self = "untrusted"
  /// The plugin failed three times in ten minutes and gets no further call.
  ///
  /// Remedy: Fix and rebuild it, or run `layouthost quarantine lift FILE`.
  public static let quarantined: Self = "quarantined"
  /// A line of the list of trusted hashes is not a hash.
  ///
  /// Remedy: Correct or delete the line that the message names.
  public static let badTrustFile: Self = "bad-trust-file"
  /// A file is not in the list of trusted files.
  ///
  /// Remedy: None: there was nothing to remove.
  public static let notTrusted: Self = "not-trusted"
  /// A plugin is not in quarantine.
  ///
  /// Remedy: None: there was nothing to lift.
  public static let notQuarantined: Self = "not-quarantined"
  /// A file may not be trusted for one run.
  ///
  /// Remedy: Run it in the sandbox, or trust it by its hash.
  public static let trustOnce: Self = "trust-once"
  /// There is no place for a list of the user.
  ///
  /// Remedy: Set `$HOME`, or the variable that the message names.
  public static let noHome: Self = "no-home"
  /// A program or library of LayoutHost is missing.
  ///
  /// Remedy: The message lists the searched places; reinstall, or set `$LAYOUTHOST_LIBEXEC`.
  public static let notInstalled: Self = "not-installed"
  /// The kernel allows no further watch of a directory.
  ///
  /// Remedy: Raise `fs.inotify.max_user_watches` or `max_user_instances`.
  public static let watchUnavailable: Self = "watch-unavailable"
  /// A file has changed since it was last read.
  ///
  /// Remedy: Try again when it is written.
  public static let changed: Self = "changed"
  /// The system allows no further thread.
  ///
  /// Remedy: Free processes or threads: `ulimit -u`.
  public static let noThreads: Self = "no-threads"
  /// The file loads further libraries by a filter, an auxiliary or an audit entry.
  ///
  /// Remedy: Link it without `-f`, `-F`, `--audit` and `--depaudit`.
  public static let opensLibraries: Self = "opens-libraries"
  /// The headers are ambiguous.
  ///
  /// Remedy: Link the file again; a linker writes each header once.
  public static let ambiguousHeaders: Self = "ambiguous-headers"
  /// A segment is both writable and executable.
  ///
  /// Remedy: Link the file without `-N` and `-z rwx-segments`.
  public static let writableCode: Self = "writable-code"
  /// The file names directories in which libraries are searched first.
  ///
  /// Remedy: Link it without a run path: `--disable-local-rpath`, no `-rpath`.
  public static let runPath: Self = "run-path"
  /// A needed library is named with a path.
  ///
  /// Remedy: Link the library by its name.
  public static let neededPath: Self = "needed-path"
  /// A needed library is not in the loader's directories.
  ///
  /// Remedy: Install it.
  public static let missingLibrary: Self = "missing-library"
  /// A user other than root can write a needed library, or one of its ancestor directories.
  ///
  /// Remedy: Install the library where only root can write.
  public static let unsafeLibrary: Self = "unsafe-library"
  /// The loader's cache is damaged.
  ///
  /// Remedy: Run `ldconfig`.
  public static let badLoaderCache: Self = "bad-loader-cache"
  /// A bundled file differs from the list of the installation.
  ///
  /// Remedy: Reinstall.
  public static let altered: Self = "altered"
  /// The list of bundled files is damaged.
  ///
  /// Remedy: Reinstall.
  public static let badBundleList: Self = "bad-bundle-list"
}
