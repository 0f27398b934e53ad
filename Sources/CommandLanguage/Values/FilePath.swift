public import Messages

/// A path as it was typed; it can contain patterns and begin with `~`. `PathExpansion` finds the
/// files.
public struct FilePath: Hashable, ParameterValue {
  public let pieces: [Word.Piece]
  /// The path without expansion.
  public let text: String

  init(_ pieces: [Word.Piece]) {
    self.pieces = pieces
    text = pieces.map(\.text).joined()
  }

  /// Creates a path in which nothing expands.
  public init(_ text: String) { self.init([Word.Piece(text, .quoted)]) }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    if word.text.isEmpty { throw .empty }
    return FilePath(word.pieces)
  }

  /// Whether it begins with an unquoted `~` or `~/`.
  public var beginsAtHome: Bool {
    guard let first = pieces.first, first.origin == .unquoted || first.origin == .variable else {
      return false
    }
    return first.text.hasPrefix("~/") || text == "~"
  }

  /// The names between the slashes; the first one of an absolute path is empty.
  public var components: [Glob] {
    var components: [[Word.Piece]] = [[]]
    for piece in pieces {
      let names = piece.text.split(separator: "/", omittingEmptySubsequences: false)
      for (index, name) in names.enumerated() {
        if index > 0 { components.append([]) }
        components[components.count - 1].append(Word.Piece(String(name), piece.origin))
      }
    }
    return components.map { Glob($0) }
  }

  /// Whether any of the names is a pattern.
  public var isPattern: Bool {
    // Most paths have no such character, and the search is faster than the split.
    pieces.contains { $0.text.utf8.contains { "*?[".utf8.contains($0) } }
      && components.contains(where: \.isPattern)
  }

  public static let valueName: Message = "file"
  public static let sample = "FILE"
  public static let completion = CompletionKind.file
  public var description: String { text }
  /// The path with quotes where they are needed; patterns and `~` still expand.
  public var written: String {
    if pieces.allSatisfy({ $0.origin == .quoted || $0.origin == .argument }) {
      return Quoting.quote(text)
    }
    return pieces.enumerated().map { index, piece in
      switch piece.origin {
      case .quoted, .argument: Quoting.inQuotes(piece.text)
      case .unquoted, .variable: Quoting.escaped(piece.text, isFirst: index == 0)
      }
    }.joined()
  }
}
