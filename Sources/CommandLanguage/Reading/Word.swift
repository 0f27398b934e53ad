/// A word of a command with its values of variables. It knows which parts are quoted, because
/// quoted text is never an option, a pattern or a home folder.
public struct Word: Hashable, Sendable {
  /// The origin of a part.
  public enum Origin: Hashable, Sendable {
    /// Typed without quotes: can begin an option and contain patterns.
    case unquoted
    /// Quoted or escaped: text only.
    case quoted
    /// The value of an unquoted variable: can contain patterns, never begins an option.
    case variable
    /// An argument of the process, already expanded by the shell: can begin an option.
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
  /// The text of all pieces.
  public let text: String
  public let place: SourcePlace

  public init(_ pieces: [Piece], at place: SourcePlace) {
    self.pieces = pieces
    self.text = pieces.count == 1 ? pieces[0].text : pieces.map(\.text).joined()
    self.place = place
  }

  /// The arguments of the process as words; their places are those in the arguments joined by spaces.
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

  /// Whether any part is quoted.
  public var isQuoted: Bool { pieces.contains { $0.origin == .quoted } }

  /// Whether a `-` at the start can begin an option.
  public var mayBeginOption: Bool {
    guard let first = pieces.first else { return false }
    return first.origin == .unquoted || first.origin == .argument
  }

  /// A word with the origin and place of this one and another text, for a part that is read
  /// separately.
  func part(_ text: String) -> Word {
    Word([Piece(text, pieces.first?.origin ?? .quoted)], at: place)
  }
}
