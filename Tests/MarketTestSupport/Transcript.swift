/// Tests that read like a session: typed lines, and what they answer.
import Foundation
public import Testing

/// One thing that was typed and what came of it.
public struct CommandResult: Hashable, Sendable {
  public var output: String
  public var error: String
  public var exitCode: Int32

  public init(output: String, error: String, exitCode: Int32) {
    self.output = output
    self.error = error
    self.exitCode = exitCode
  }
}

/// A file of this form:
///
///     # what the session shows
///     > list --per-page 1
///     122	…
///     ! a line that is expected on stderr
///     ? 2
///
/// A line that begins with `> ` is typed, `>> ` continues it. What follows is the expected output:
/// plain lines on stdout, lines after `! ` on stderr, and `? N` the exit code where it is not 0. `…`
/// stands for any text, and `{name}` for a word: the first time it is caught, later it must be the
/// same, also where it is typed.
public struct Transcript: Sendable {
  private struct Step {
    var line: Int
    var typed: String
    var output: [String] = []
    var error: [String] = []
    var exitCode: Int32 = 0
  }

  private let path: String
  private let steps: [Step]

  /// Reads the file at `path` below `Fixtures`.
  public init(_ path: String) throws {
    self.path = path
    let text = try String(contentsOf: Fixture.root.appending(path: path), encoding: .utf8)
    var steps: [Step] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("> ") {
        steps.append(Step(line: index + 1, typed: String(line.dropFirst(2))))
      } else if line.hasPrefix(">> "), !steps.isEmpty {
        steps[steps.count - 1].typed += "\n" + line.dropFirst(3)
      } else if line.hasPrefix("#") || steps.isEmpty {
        continue
      } else if line.hasPrefix("! ") {
        steps[steps.count - 1].error.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("? ") {
        steps[steps.count - 1].exitCode = Int32(line.dropFirst(2)) ?? -1
      } else {
        steps[steps.count - 1].output.append(String(line))
      }
    }
    self.steps = steps.map { step in
      var step = step
      while step.output.last?.isEmpty == true { step.output.removeLast() }
      return step
    }
  }

  /// Types every line and compares what it answers.
  public func play(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ type: (String) async throws -> CommandResult
  ) async throws {
    #expect(!steps.isEmpty, "\(path) types nothing", sourceLocation: sourceLocation)
    var caught: [String: String] = [:]
    for step in steps {
      var typed = step.typed
      for (name, word) in caught { typed = typed.replacing("{\(name)}", with: word) }
      let result = try await type(typed)
      let isAsExpected =
        Self.matches(step.output, result.output, &caught)
        && Self.matches(step.error, result.error, &caught) && step.exitCode == result.exitCode
      if !isAsExpected {
        Issue.record(
          "\(path):\(step.line): > \(typed)\n\(Self.difference(step.output, step.error, step.exitCode, result))",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// Whether the text has the lines expected of it; catches words on the way.
  private static func matches(
    _ expected: [String], _ text: String, _ caught: inout [String: String]
  ) -> Bool {
    let lines = lines(text)
    guard lines.count == expected.count else { return false }
    for (pattern, line) in zip(expected, lines) where !matches(pattern, line, &caught) {
      return false
    }
    return true
  }

  private static func matches(
    _ pattern: String, _ line: String, _ caught: inout [String: String]
  ) -> Bool {
    var expression = ""
    var names: [String] = []
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      if character == "…" {
        expression += ".*"
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        let name = String(rest[..<end])
        rest = rest[end...].dropFirst()
        if let word = caught[name] {
          expression += NSRegularExpression.escapedPattern(for: word)
        } else {
          expression += "([^\\s\"/]+?)"
          names.append(name)
        }
      } else {
        expression += NSRegularExpression.escapedPattern(for: String(character))
      }
    }
    guard let regex = try? NSRegularExpression(pattern: "^\(expression)$") else { return false }
    let whole = NSRange(line.startIndex..., in: line)
    guard let match = regex.firstMatch(in: line, range: whole) else { return false }
    for (index, name) in names.enumerated() {
      guard let range = Range(match.range(at: index + 1), in: line) else { return false }
      let word = String(line[range])
      if let known = caught[name], known != word { return false }
      caught[name] = word
    }
    return true
  }

  private static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let body = text.hasSuffix("\n") ? text.dropLast() : text[...]
    return body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func difference(
    _ output: [String], _ error: [String], _ code: Int32, _ result: CommandResult
  ) -> String {
    let expected = output + error.map { "! " + $0 } + ["? \(code)"]
    let found =
      lines(result.output) + lines(result.error).map { "! " + $0 } + ["? \(result.exitCode)"]
    return Golden.diff(
      from: expected.joined(separator: "\n"), to: found.joined(separator: "\n"))
  }
}
