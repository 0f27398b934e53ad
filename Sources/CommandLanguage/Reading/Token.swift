/// A word as it was written, in fragments.

/// One word as it was written, before variables are filled in.
public struct Token: Hashable, Sendable {
  /// A stretch of a word that was written in one way.
  public struct Fragment: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// Plain text outside quotes.
      case unquoted
      /// Text inside quotes, or after a backslash.
      case quoted
      /// A `$NAME` outside quotes; the fragment's text is the name.
      case variable
      /// A `$NAME` inside double quotes; the fragment's text is the name.
      case quotedVariable
    }

    public let kind: Kind
    /// The text with escapes undone, or the variable's name in NFC.
    public let text: String
    /// Where it stands, with its quotes.
    public let place: SourcePlace
  }

  public let fragments: [Fragment]
  public let place: SourcePlace
}
