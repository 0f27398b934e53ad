/// A usage error in words, before any styling.

/// A usage error in sentences, ready to be styled.
public struct UsageMessage: Hashable, Sendable {
  /// One sentence of it.
  public struct Sentence: Hashable, Sendable {
    public let place: SourcePlace?
    /// Without a full stop and without `error:`.
    public let text: String
  }

  public let sentences: [Sentence]
  /// The help of the parameters concerned, one line each.
  public let help: [String]
  /// A command to type instead.
  public let proposal: String?
}
