import Foundation
import MarketTestSupport
import Testing

/// The commands of the README's tours, or of an article, with the answers that it shows.
struct ReadmeScript: Sendable {
  /// Where a command is typed.
  enum Place: Sendable {
    /// At the prompt of `market`.
    case prompt
    /// In a shell of the system.
    case shell
  }

  enum Step: Sendable {
    case file(name: String, text: String)
    /// A command and all lines of the README that belong to it, from the command on.
    case command(String, at: Place, printed: [String])
  }

  private(set) var steps: [Step] = []

  /// Reads the parts from `first` up to `end`, which are headings. The printed ports are replaced,
  /// since other tests run beside this one.
  ///
  /// - Parameter source: the path of the file in the repository.
  init(from first: String, to end: String, of source: String = "README.md") throws {
    let path = Fixture.root.deletingLastPathComponent().appending(path: source)
    var text = try String(contentsOf: path, encoding: .utf8)
    for printed in ["8080", "8081", "8082"] {
      text = text.replacing(printed, with: "\(try reservedPort())")
    }
    let start = try #require(text.range(of: "\n\(first)\n")).upperBound
    let stop = try #require(text.range(of: "\n\(end)\n")).lowerBound
    var block: [String]?
    for line in text[start..<stop].split(separator: "\n", omittingEmptySubsequences: false) {
      switch (line.hasPrefix("```"), block) {
      case (true, nil): block = []
      case (true, let lines?):
        add(lines)
        block = nil
      case (false, _): block?.append(String(line))
      }
    }
  }

  /// Adds a block: a file whose first line is a comment with its name, or commands.
  private mutating func add(_ lines: [String]) {
    if let name = lines.first?.wholeMatch(of: #/# (\S+\.market)/#)?.output.1 {
      return steps.append(.file(name: String(name), text: lines.joined(separator: "\n") + "\n"))
    }
    // Other blocks, such as a configuration, are files of other programs, and scripts/walk-package
    // types what root does.
    guard let first = lines.first, Self.command(in: first) != nil,
      !first.hasPrefix("$ sudo "), !first.hasPrefix("$ podman ")
    else { return }
    var isContinued = false
    for line in lines {
      if !isContinued, let (command, place) = Self.command(in: line) {
        steps.append(.command(command, at: place, printed: [line]))
      } else if case .command(var command, let place, var printed)? = steps.popLast() {
        if isContinued { command += "\n" + line }
        printed.append(line)
        steps.append(.command(command, at: place, printed: printed))
      }
      isContinued = line.hasSuffix("\\")
    }
  }

  private static func command(in line: String) -> (String, Place)? {
    if line.hasPrefix("market> ") { return (String(line.dropFirst(8)), .prompt) }
    if line.hasPrefix("$ ") { return (String(line.dropFirst(2)), .shell) }
    return line.hasPrefix("market ") ? (line, .shell) : nil
  }
}

/// What differs each time: ids of accounts and secrets. The README's are replaced by those that the
/// program has shown, also in later commands.
struct ReadmeValues {
  private var known: [(printed: String, shown: String)] = []
  private(set) var secret = ""

  /// A text of the README with the values of this run.
  func filled(_ text: String) -> String {
    known.reduce(text) { $0.replacing($1.printed, with: $1.shown) }
  }

  /// Learns the values that stand at the same places of both texts.
  mutating func learn(printed: String, shown: String) {
    let identifier = #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#
    let secret = #/secret([a-z0-9]{20})/#
    for (one, other) in zip(printed.matches(of: identifier), shown.matches(of: identifier)) {
      known.append((String(one.output.0), String(other.output.0)))
    }
    for (one, other) in zip(printed.matches(of: secret), shown.matches(of: secret)) {
      known.append((String(one.output.1), String(other.output.1)))
      self.secret = String(other.output.1)
    }
  }
}
