/// The seller's aliases: names for the beginnings of commands.
public struct Aliases: Hashable, Sendable {
  /// The reason why an alias cannot be set.
  public enum Problem: Error, Hashable, Sendable {
    /// The name is not one unquoted word.
    case badName
    /// The text is not one complete command.
    case notOneCommand
  }

  private var commands: [String: CommandTokens] = [:]

  public init() {}

  public var names: [String] { commands.keys.sorted() }

  /// The text of an alias.
  public subscript(name: String) -> String? { commands[name]?.text }

  /// Sets an alias; the caller checks that the name is not a command.
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

  public mutating func remove(_ name: String) { commands[name] = nil }

  /// Replaces aliases at the start of the words, until there is none. Each alias is used once, so a
  /// cycle ends. The new words get the place of the alias.
  ///
  /// - Throws: unknown variables of an alias, or words that it needs.
  public func expand(_ words: [Word], with variables: Variables) throws(UsageError) -> [Word] {
    var words = words
    var used: Set<String> = []
    while let first = words.first, !first.isQuoted, let command = commands[first.text],
      used.insert(first.text).inserted
    {
      let body = try variables.words(of: command)
      words = try Self.words(
        of: body.map { Word($0.pieces, at: first.place) }, written: command.tokens,
        followedBy: Array(words.dropFirst()),
        name: first)
    }
    return words
  }

  /// Replaces aliases in words whose variables have no values yet.
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
