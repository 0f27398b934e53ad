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
///     = autumn.market
///     | a line of that file
///     > list --per-page 1
///     122	…
///     $ market show "12; 13"
///     ! a line that is expected on stderr
///     ? 2
///
/// A line that begins with `> ` is a script of the language (`-c`), `>> ` continues it; `$ market …`
/// are arguments, split and quoted as the outside shell does, with `NAME=VALUE` in front. What
/// follows is the expected output: plain lines on stdout, lines after `! ` on stderr, and `? N` the
/// exit code where it is not 0. `…` stands for any text, alone in a line for any lines, and `{name}`
/// for a word: the first time it is caught, later it must be the same, also where it is typed.
public struct Transcript: Sendable {
  /// What is run: the arguments of the program, and variables of its environment.
  public struct Typed: Hashable, Sendable {
    public var arguments: [String]
    public var variables: [String: String]
  }

  fileprivate struct Step {
    var line: Int
    var typed: String
    var isScript: Bool
    var output: [String] = []
    var error: [String] = []
    var exitCode: Int32 = 0
    /// Files that are there from this step on.
    var files: [(name: String, text: String)] = []
  }

  private let path: String
  /// The whole file.
  public let text: String
  private let steps: [Step]

  /// Reads the file at `path` below `Fixtures`.
  public init(_ path: String) throws {
    self.path = path
    text = try Fixture.text(path)
    var steps: [Step] = []
    var files: [(name: String, text: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let rest = String(line.dropFirst(2))
      if line.hasPrefix("> ") || line.hasPrefix("$ ") {
        steps.append(
          Step(line: index + 1, typed: rest, isScript: line.hasPrefix("> "), files: files))
        files = []
      } else if line.hasPrefix("= ") {
        files.append((rest, ""))
      } else if line.hasPrefix("| ") || line == "|", !files.isEmpty {
        files[files.count - 1].text += rest + "\n"
      } else if line.hasPrefix("#") || steps.isEmpty || !files.isEmpty {
        continue
      } else {
        steps[steps.count - 1].expect(line)
      }
    }
    self.steps = steps.map(\.trimmed)
  }

  /// Types every line and compares what it answers.
  ///
  /// - Parameters:
  ///   - known: what `{name}` stands for from the start.
  ///   - write: puts a file where the commands run.
  ///   - type: runs what was typed.
  public func play(
    knowing known: [String: String] = [:],
    write: (_ name: String, _ text: String) throws -> Void = { _, _ in },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ type: (Typed) async throws -> CommandResult
  ) async throws {
    #expect(!steps.isEmpty, "\(path) types nothing", sourceLocation: sourceLocation)
    var caught = known
    for step in steps {
      for file in step.files { try write(file.name, Self.filled(file.text, caught)) }
      let typed = Self.filled(step.typed, caught)
      let result = try await type(
        step.isScript ? Typed(arguments: ["-c", typed], variables: [:]) : Self.words(typed))
      let after = Self.match(step, result, caught)
      caught = after ?? caught
      if after == nil {
        Issue.record(
          "\(path):\(step.line): > \(typed)\n\(Self.difference(step, result))",
          sourceLocation: sourceLocation)
      }
    }
  }

  private static func filled(_ text: String, _ caught: [String: String]) -> String {
    caught.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// What is caught after a step that went as expected; nil after any other.
  private static func match(
    _ step: Step, _ result: CommandResult, _ caught: [String: String]
  ) -> [String: String]? {
    guard step.exitCode == result.exitCode,
      let caught = TranscriptPattern.match(step.output, lines(result.output), caught)
    else { return nil }
    return TranscriptPattern.match(step.error, lines(result.error), caught)
  }

  /// The words of an outside shell: blanks part them, quotes of both kinds keep them together.
  private static func words(_ text: String) -> Typed {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    let assignments = words.prefix { $0 != "market" }
    var variables: [String: String] = [:]
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return Typed(arguments: Array(words.dropFirst(assignments.count + 1)), variables: variables)
  }

  private static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    // CSV ends its lines with both, which is one `Character`.
    let text = text.replacing("\r\n", with: "\n")
    let body = text.hasSuffix("\n") ? text.dropLast() : text[...]
    return body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func difference(_ step: Step, _ result: CommandResult) -> String {
    let expected = step.output + step.error.map { "! " + $0 } + ["? \(step.exitCode)"]
    let found =
      lines(result.output) + lines(result.error).map { "! " + $0 } + ["? \(result.exitCode)"]
    return Golden.diff(
      from: expected.joined(separator: "\n"), to: found.joined(separator: "\n"))
  }
}

extension Transcript.Step {
  /// Takes a line that stands below what was typed.
  fileprivate mutating func expect(_ line: Substring) {
    if line.hasPrefix(">> ") {
      typed += "\n" + line.dropFirst(3)
    } else if line.hasPrefix("! ") {
      error.append(String(line.dropFirst(2)))
    } else if line.hasPrefix("? ") {
      exitCode = Int32(line.dropFirst(2)) ?? -1
    } else {
      output.append(String(line))
    }
  }

  /// Without the empty lines that part it from the next.
  fileprivate var trimmed: Self {
    var step = self
    while step.output.last?.isEmpty == true { step.output.removeLast() }
    return step
  }
}
