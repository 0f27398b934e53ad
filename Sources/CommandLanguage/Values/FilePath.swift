/// The path of a file as it was written: what is a pattern in it, whether `~` is the home folder.

/// A path argument. It may stand for several files; `PathExpansion` finds them.
public struct FilePath: Hashable, ParameterValue {
  public let pieces: [Word.Piece]
  /// The path as it was written, nothing expanded.
  public let text: String

  init(_ pieces: [Word.Piece]) {
    self.pieces = pieces
    text = pieces.map(\.text).joined()
  }

  /// A path that is taken as it is.
  public init(_ text: String) {
    self.init([Word.Piece(text, .quoted)])
  }

  public static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> FilePath {
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

  /// Its names between the slashes; a path that begins with a slash has an empty first one.
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

  /// Whether any of its names is a pattern.
  public var isPattern: Bool {
    // Most paths hold no mark at all, and splitting them costs more than looking.
    pieces.contains { $0.text.utf8.contains { "*?[".utf8.contains($0) } }
      && components.contains(where: \.isPattern)
  }

  public static let valueName = "file"
  public static let sample = "FILE"
  public static let completion = CompletionKind.file
  public var description: String { text }
  /// Patterns and `~` stay what they were: only what was plain text is quoted.
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
