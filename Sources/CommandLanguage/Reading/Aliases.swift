/// The seller's own short names for the beginnings of commands, as `alias` makes them.

/// Names and the words they stand for.
public struct Aliases: Hashable, Sendable {
  /// Why a text cannot be what a name stands for.
  public enum Problem: Error, Hashable, Sendable {
    /// The name is not one plain word.
    case badName
    /// The text is not one whole command: empty, several, or open at its end.
    case notOneCommand
  }

  private var commands: [String: CommandTokens] = [:]

  public init() {}

  /// All names, sorted.
  public var names: [String] { commands.keys.sorted() }

  /// The text a name stands for.
  public subscript(name: String) -> String? { commands[name]?.text }

  /// Makes a name stand for a text. Which names are taken is the caller's affair.
  public mutating func set(_ name: String, to text: String) throws(Problem) {
    guard Quoting.quote(name) == name, !name.hasPrefix("-"), !name.contains("@"),
      !name.contains("=")
    else {
      throw .badName
    }
    guard case .complete(let found) = Tokenizer.read(text), found.count == 1,
      found[0].problems.isEmpty
    else { throw .notOneCommand }
    commands[name] = found[0]
  }

  public mutating func remove(_ name: String) {
    commands[name] = nil
  }

  /// The words with an alias at their start replaced by what it stands for, as long as there is
  /// one; each is used once, so they cannot go round in circles. The new words take the alias's
  /// place in the line.
  /// - Throws: variables of the alias that are not known.
  public func expand(_ words: [Word], with variables: Variables) throws(UsageError) -> [Word] {
    var words = words
    var used: Set<String> = []
    while let first = words.first, !first.isQuoted, let command = commands[first.text],
      used.insert(first.text).inserted
    {
      let body = try variables.words(of: command)
      words = body.map { Word($0.pieces, at: first.place) } + words.dropFirst()
    }
    return words
  }

  /// The same for words whose variables are not filled in, as a prompt looks at them.
  func expandUnfilled(_ words: [Word]) -> [Word] {
    var words = words
    var used: Set<String> = []
    while let first = words.first, !first.isQuoted, let command = commands[first.text],
      used.insert(first.text).inserted
    {
      let body = command.tokens.map(Parser.word)
      words = body.map { Word($0.pieces, at: first.place) } + words.dropFirst()
    }
    return words
  }
}
