import Base
import CommandLanguage
import SellerSession

/// Parses the commands of a script in their order.
///
/// The next few hundred are parsed at the same time, on all cores. When a line sets a variable, the
/// commands after it are parsed again, with its value.
struct CommandParsing {
  typealias Line = Result<ScriptLine, any Error>

  private static let windowSize = 256
  /// The number of commands that a core parses before it takes the next ones.
  private static let blockSize = 16

  private let parse: @Sendable (CommandTokens, Variables) throws -> ScriptLine
  private var commands: Tokenizer
  private var variables: Variables
  /// The next commands; a line is nil if a variable was set since it was parsed.
  private var window: ArraySlice<(tokens: CommandTokens, line: Line?)> = []

  init(
    _ script: Script, variables: Variables,
    parse: @escaping @Sendable (CommandTokens, Variables) throws -> ScriptLine
  ) {
    self.parse = parse
    self.variables = variables
    commands = script.makeIterator()
  }

  /// The next command with its line, or with why it cannot be parsed.
  mutating func next() -> (CommandTokens, Line)? {
    if window.isEmpty { fillWindow() }
    guard let (tokens, known) = window.popFirst() else { return nil }
    let line = known ?? Line { try parse(tokens, variables) }
    if case .success(let line) = line, let (name, text) = line.parsed.assignment {
      variables[name] = text
      for index in window.indices { window[index].line = nil }
    }
    return (tokens, line)
  }

  private mutating func fillWindow() {
    var next: [CommandTokens] = []
    while next.count < Self.windowSize, let tokens = commands.next() { next.append(tokens) }
    let blocks = stride(from: 0, to: next.count, by: Self.blockSize).map { start in
      next[start..<min(start + Self.blockSize, next.count)]
    }
    let lines = mapInParallel(blocks.count) { [parse, variables] index in
      blocks[index].map { tokens in Line { try parse(tokens, variables) } }
    }
    window = zip(next, lines.joined()).map { ($0, $1) }[...]
  }
}
