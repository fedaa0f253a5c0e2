// SPDX-License-Identifier: Apache-2.0
//
// The only place that touches popt: options in, arguments or a usage error out, and the help text.

import CPopt
import Glibc

/// A popt context over a list of options, with the C memory that popt borrows.
///
/// popt keeps pointers to the table and the words, so both live until `deinit`.
struct OptionParser: ~Copyable {
  private let options: [Option]
  private let table: UnsafeMutablePointer<popt_entry>
  private let words: UnsafeMutablePointer<UnsafePointer<CChar>?>
  private let context: poptContext
  private var owned: [UnsafeMutablePointer<CChar>] = []

  /// - Parameters:
  ///   - program: How the command is called, for the help text: "layouthost render".
  ///   - form: The operands, for the help text: "SOURCE -o FILE".
  ///   - options: The order is that of the help text; `--help` is added.
  ///   - arguments: Without the command's own name.
  init?(program: String, form: String, options: [Option], arguments: [String]) {
    self.options = options + [.help]
    var owned: [UnsafeMutablePointer<CChar>] = []
    func keep(_ text: String) -> UnsafePointer<CChar>? {
      guard let copy = unsafe strdup(text) else { return nil }
      unsafe owned.append(copy)
      return unsafe UnsafePointer(copy)
    }
    unsafe table = .allocate(capacity: self.options.count + 1)
    for (index, option) in self.options.enumerated() {
      unsafe (table + index).initialize(
        to: popt_entry(
          longName: keep(option.name), shortName: option.letter?.asciiValue.map(CChar.init) ?? 0,
          argInfo: option.placeholder == nil ? 0 : 1, arg: nil, val: CInt(index + 1),
          descrip: keep(option.help), argDescrip: option.placeholder.flatMap(keep)))
    }
    unsafe (table + self.options.count).initialize(to: popt_entry())
    unsafe words = .allocate(capacity: arguments.count + 2)
    for (index, word) in ([program] + arguments).enumerated() {
      unsafe (words + index).initialize(to: keep(word))
    }
    unsafe (words + arguments.count + 1).initialize(to: nil)
    guard
      let context = unsafe poptGetContext(
        words[0], CInt(arguments.count + 1), words, table, 0)
    else { return nil }
    unsafe self.context = context
    unsafe poptSetOtherOptionHelp(
      context, keep(form.isEmpty ? "[OPTION...]" : "[OPTION...] " + form))
    unsafe self.owned = owned
  }

  deinit {
    unsafe poptFreeContext(context)
    for copy in unsafe owned { unsafe free(copy) }
    unsafe table.deallocate()
    unsafe words.deallocate()
  }

  /// Reads the whole command line.
  /// - Throws: A usage error in popt's words, with the option that is wrong.
  func parse() throws(UsageError) -> Arguments {
    var arguments = Arguments()
    while true {
      let code = unsafe poptGetNextOpt(context)
      if code == -1 { break }
      guard code > 0 else { throw failure(code) }
      let text = unsafe poptGetOptArg(context)
      let value = text.map { unsafe String(cString: $0) } ?? ""
      arguments.values.append((options[Int(code) - 1].name, value))
      unsafe free(text)
    }
    while let operand = unsafe poptGetArg(context) {
      unsafe arguments.operands.append(String(cString: operand))
    }
    return arguments
  }

  /// What `--help` prints: popt's own usage line and table.
  func helpText() -> String {
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = unsafe open_memstream(&bytes, &count) else { return "" }
    unsafe poptPrintHelp(context, stream, 0)
    unsafe fclose(stream)
    defer { unsafe free(bytes) }
    return unsafe bytes.map { unsafe String(cString: $0) } ?? ""
  }

  private func failure(_ code: CInt) -> UsageError {
    let option = unsafe poptBadOption(context, 1).map { unsafe String(cString: $0) } ?? ""
    let reason = unsafe poptStrerror(code).map { unsafe String(cString: $0) } ?? "unknown error"
    return UsageError("\(option): \(reason)")
  }
}
