/// A word as it was typed, before variables get their values.
public struct Token: Hashable, Sendable {
  /// A part of a word that is quoted or not.
  public struct Fragment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Text outside of quotes.
      case unquoted
      /// Text in quotes, or after a backslash.
      case quoted
      /// A `$NAME` outside of quotes; the fragment's text is the name.
      case variable
      /// A `$NAME` in double quotes; the fragment's text is the name.
      case quotedVariable
    }

    public let kind: Kind
    /// The text without escapes, or the name of the variable in NFC.
    public let text: String
    /// The place, with the quotes.
    public let place: SourcePlace
  }

  public let fragments: [Fragment]
  public let place: SourcePlace
}
