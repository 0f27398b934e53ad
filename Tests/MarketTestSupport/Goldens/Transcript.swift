import Foundation
public import Testing

/// The result of a command.
public struct CommandResult: Hashable, Sendable {
  public var output: String
  public var error: String
  public var exitCode: Int32

  public init(output: String, error: String, exitCode: Int32) {
    self.output = output
    self.error = error
    self.exitCode = exitCode
  }

  /// Whether it has this exit code, and stderr contains the text.
  public func ends(with code: Int32, saying text: String) -> Bool {
    exitCode == code && error.contains(text)
  }
}

/// A test that reads like a terminal session.
///
/// A file has this form:
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
/// - `> ` starts a script line (`-c`), and `>> ` continues it.
/// - `$ market …` gives arguments, split and quoted as in a shell, with `NAME=VALUE` in front.
/// - `< ` starts a line of standard input.
/// - Other lines are the expected standard output.
/// - `! ` starts a line of the expected standard error.
/// - `? N` is the expected exit code, 0 by default.
/// - `= name` and `| ` create a file before the next command.
///
/// In expected lines, `…` matches any text, or any lines if it is alone in a line. `{name}` matches
/// a word: the first match captures it, and later uses must be equal, also in typed lines.
public struct Transcript: Sendable {
  /// A program call: arguments and environment variables.
  public struct Typed: Hashable, Sendable {
    public var arguments: [String]
    public var variables: [String: String]
    /// The standard input; nil if it is empty.
    public var input: String?
  }

  fileprivate struct Step {
    var line: Int
    var typed: String
    var isScript: Bool
    var output: [String] = []
    var error: [String] = []
    var exitCode: Int32 = 0
    /// The standard input; nil if it is empty.
    var input: String?
    /// The files to create before this step.
    var files: [(name: String, text: String)] = []
  }

  private let path: String
  /// The contents of the file.
  public let text: String
  private let steps: [Step]

  /// Reads the file at `path` in `Fixtures`.
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

  /// Runs all steps and compares their results.
  ///
  /// - Parameters:
  ///   - known: the initial values of `{name}`.
  ///   - write: creates a file in the folder where the commands run.
  ///   - type: runs a command.
  /// - Returns: the values of all `{name}`.
  @discardableResult
  public func play(
    knowing known: [String: String] = [:],
    write: (_ name: String, _ text: String) throws -> Void = { _, _ in },
    sourceLocation: SourceLocation = #_sourceLocation,
    _ type: (Typed) async throws -> CommandResult
  ) async throws -> [String: String] {
    #expect(!steps.isEmpty, "\(path) types nothing", sourceLocation: sourceLocation)
    var captures = known
    for step in steps {
      for file in step.files { try write(file.name, Self.filled(file.text, captures)) }
      let typed = Self.filled(step.typed, captures)
      let result = try await type(Self.arguments(typed, of: step, captures))
      let after = Self.match(step, result, captures)
      captures = after ?? captures
      if after == nil {
        Issue.record(
          "\(path):\(step.line): > \(typed)\n\(Self.difference(step, result))",
          sourceLocation: sourceLocation)
      }
    }
    return captures
  }

  /// Runs all steps and compares only their exit codes.
  public func type(
    knowing known: [String: String],
    write: (_ name: String, _ text: String) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ type: (Typed) async throws -> CommandResult
  ) async throws {
    for step in steps {
      for file in step.files { try write(file.name, Self.filled(file.text, known)) }
      let typed = Self.filled(step.typed, known)
      let result = try await type(Self.arguments(typed, of: step, known))
      #expect(
        result.exitCode == step.exitCode, "\(path):\(step.line): > \(typed)\n\(result.error)",
        sourceLocation: sourceLocation)
    }
  }

  private static func arguments(
    _ typed: String, of step: Step, _ captures: [String: String]
  ) -> Typed {
    var arguments =
      step.isScript ? Typed(arguments: ["-c", typed], variables: [:]) : words(typed)
    arguments.input = step.input.map { filled($0, captures) }
    return arguments
  }

  private static func filled(_ text: String, _ captures: [String: String]) -> String {
    captures.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  /// Returns the captured words if a step has the expected result, or nil.
  private static func match(
    _ step: Step, _ result: CommandResult, _ captures: [String: String]
  ) -> [String: String]? {
    guard step.exitCode == result.exitCode,
      let captures = TranscriptPattern.match(step.output, lines(result.output), captures)
    else { return nil }
    return TranscriptPattern.match(step.error, lines(result.error), captures)
  }

  /// Splits a command line into words as a shell does, with single and double quotes.
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
    // CSV lines end in CR LF, which is one `Character`.
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
  /// Adds a line that follows the command.
  fileprivate mutating func expect(_ line: Substring) {
    if line.hasPrefix(">> ") {
      typed += "\n" + line.dropFirst(3)
    } else if line.hasPrefix("! ") {
      error.append(String(line.dropFirst(2)))
    } else if line.hasPrefix("? ") {
      exitCode = Int32(line.dropFirst(2)) ?? -1
    } else if line.hasPrefix("< ") {
      input = (input ?? "") + line.dropFirst(2) + "\n"
    } else {
      output.append(String(line))
    }
  }

  /// The step without the empty lines that separate it from the next one.
  fileprivate var trimmed: Self {
    var step = self
    while step.output.last?.isEmpty == true { step.output.removeLast() }
    return step
  }
}
