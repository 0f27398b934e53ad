/// One word of a command, ready for the parser: its text and how each part of it was written.

/// A word that remembers what was quoted, so that quotes can protect it from being an option, a
/// pattern or a home folder.
public struct Word: Hashable, Sendable {
  /// How a piece came into the word.
  public enum Origin: Hashable, Sendable {
    /// Written plainly: may begin an option, may hold patterns.
    case unquoted
    /// Quoted or escaped: just text.
    case quoted
    /// From an unquoted variable: may hold patterns, never begins an option.
    case variable
    /// An argument of the outside shell, which has expanded it already: may begin an option.
    case argument
  }

  public struct Piece: Hashable, Sendable {
    public let text: String
    public let origin: Origin

    public init(_ text: String, _ origin: Origin) {
      self.text = text
      self.origin = origin
    }
  }

  public let pieces: [Piece]
  /// All pieces together.
  public let text: String
  public let place: SourcePlace

  public init(_ pieces: [Piece], at place: SourcePlace) {
    self.pieces = pieces
    self.text = pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined()
    self.place = place
  }

  /// The arguments of the outside shell, each one word, taken as it is. Their places are those in
  /// the arguments joined by single blanks.
  public static func words(arguments: [String]) -> [Word] {
    var column = 1
    var offset = 0
    return arguments.map { argument in
      let length = argument.utf8.count
      let place = SourcePlace(line: 1, column: column, range: offset..<offset + length)
      column += argument.count + 1
      offset += length + 1
      return Word([Piece(argument, .argument)], at: place)
    }
  }

  /// Whether any part of it was quoted.
  public var isQuoted: Bool { pieces.contains { $0.origin == .quoted } }

  /// Whether a `-` at its start can mean an option.
  public var mayBeginOption: Bool {
    guard let first = pieces.first else { return false }
    return first.origin == .unquoted || first.origin == .argument
  }

  /// A word like this one with another text, for a part of it that is read on its own.
  func part(_ text: String) -> Word {
    Word([Piece(text, pieces.first?.origin ?? .quoted)], at: place)
  }
}
