// SPDX-License-Identifier: Apache-2.0
//
// The only place that touches popt: options in, arguments or a usage error out, and the help text.

import CPopt
import Glibc
import LayoutJSON
import LayoutLoading
import LayoutModel

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
  ///   - program: The command, for the help text: "layouthost render".
  ///   - form: The operands, for the help text: "SOURCE -o FILE".
  ///   - options: In the order of the help text; `--help` is added.
  ///   - arguments: Without the command's own name.
  init?(program: String, form: String, options: [Option], arguments: [String]) {
    self.options = options + [.help]
    var owned: [UnsafeMutablePointer<CChar>] = []
    func keep(_ text: String) -> UnsafePointer<CChar>? {
      guard let copy = strdup(text) else { return nil }
      owned.append(copy)
      return UnsafePointer(copy)
    }
    table = .allocate(capacity: self.options.count + 1)
    for (index, option) in self.options.enumerated() {
      (table + index).initialize(
        to: popt_entry(
          longName: keep(option.name), shortName: option.letter?.asciiValue.map(CChar.init) ?? 0,
          argInfo: option.placeholder == nil ? 0 : 1, arg: nil, val: CInt(index + 1),
          descrip: keep(option.help), argDescrip: option.placeholder.flatMap(keep)))
    }
    (table + self.options.count).initialize(to: popt_entry())
    words = .allocate(capacity: arguments.count + 2)
    for (index, word) in ([program] + arguments).enumerated() {
      (words + index).initialize(to: keep(word))
    }
    (words + arguments.count + 1).initialize(to: nil)
    guard
      let context = poptGetContext(
        words[0], CInt(arguments.count + 1), words, table, 0)
    else { return nil }
    self.context = context
    poptSetOtherOptionHelp(
      context, keep(form.isEmpty ? "[OPTION...]" : "[OPTION...] " + form))
    self.owned = owned
  }

  deinit {
    poptFreeContext(context)
    for copy in owned { free(copy) }
    table.deallocate()
    words.deallocate()
  }

  /// Reads the whole command line.
  /// - Throws: A usage error in popt's words, with the wrong option and options of a similar name.
  func parse() throws(UsageError) -> Arguments {
    var arguments = Arguments()
    while true {
      let code = poptGetNextOpt(context)
      if code == -1 { break }
      guard code > 0 else { throw failure(code) }
      let text = poptGetOptArg(context)
      let value = text.map { String(cString: $0) } ?? ""
      arguments.values.append((options[Int(code) - 1].name, value))
      free(text)
    }
    while let operand = poptGetArg(context) {
      arguments.operands.append(String(cString: operand))
    }
    return arguments
  }

  /// Returns the text of `--help`: popt's own usage line and table.
  func helpText() -> String {
    var bytes: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let stream = open_memstream(&bytes, &count) else { return "" }
    poptPrintHelp(context, stream, 0)
    fclose(stream)
    defer { free(bytes) }
    return bytes.map { String(cString: $0) } ?? ""
  }

  private func failure(_ code: CInt) -> UsageError {
    let option = poptBadOption(context, 1).map { String(cString: $0) } ?? ""
    let reason = poptStrerror(code).map { String(cString: $0) } ?? "unknown error"
    let known = options.map { "--\($0.name)" }
    let isUnknown = code == POPT_ERROR_BADOPT && option.hasPrefix("--")
    let near = isUnknown ? NearNames.question(for: option, among: known) : nil
    return UsageError("\(option): \(reason)" + (near.map { "; \($0)" } ?? ""))
  }
}

// MARK: - Usage error
//
// An invalid command line: exit code 2, with a pointer to the help.

/// A mistake in the command line: the message names the argument and the allowed values.
struct UsageError: Error, CustomStringConvertible {
  let message: String

  init(_ message: String) { self.message = message }

  var description: String { message }

  /// The form of `LayoutError`'s JSON, with the code `usage`.
  var json: JSONObject {
    JSONObject([.init("code", "usage"), .init("message", .string(message))])
  }
}
