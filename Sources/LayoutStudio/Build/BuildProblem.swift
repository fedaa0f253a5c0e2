// SPDX-License-Identifier: Apache-2.0
//
// The first error in what a compiler printed.

/// An error of a build: `path:line:column: error: text`, as GCC, Clang and Swift write it, or an `error:`
/// followed by `--> path:line:column`, as Rust does.
struct BuildProblem: Equatable {
  var text: String
  var file: String?
  var line: Int?

  /// Characters of the text that are kept.
  private static let limit = 400

  init(output: String) {
    let lines = output.split(separator: "\n").map(String.init)
    for (index, line) in lines.enumerated() {
      if let mark = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": fatal error: ") {
        text = String(line[mark.upperBound...].prefix(Self.limit))
        (file, self.line) = Self.place(line[..<mark.lowerBound])
        text = Self.placed(text, file, self.line)
        return
      }
      if line.hasPrefix("error") {
        let place = lines[index...].prefix(4).lazy.compactMap { line in
          line.firstRange(of: "--> ").map { line[$0.upperBound...] }
        }.first
        text = String(line.prefix(Self.limit))
        if let place { (file, self.line) = Self.place(place) }
        text = Self.placed(text, file, self.line)
        return
      }
    }
    text =
      lines.last.map { String($0.prefix(Self.limit)) } ?? "the build failed and printed nothing"
  }

  private static func placed(_ text: String, _ file: String?, _ line: Int?) -> String {
    guard let file, let line else { return text }
    return "\(file):\(line): \(text)"
  }

  /// The path and the line in `path:line` or `path:line:column`.
  private static func place(_ text: Substring) -> (file: String?, line: Int?) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count >= 2, let line = Int(parts[1].trimmedStart) else { return (nil, nil) }
    return (parts[0].trimmedStart, line)
  }
}

extension String {
  /// Without spaces at the start.
  fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
