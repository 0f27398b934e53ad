/// What may complete a word in bash, zsh or fish.
public enum OuterCompletion: Hashable, Sendable {
  public struct Word: Hashable, Sendable {
    /// The whole word, without quotes.
    public let text: String
    /// What it is; may be empty.
    public let detail: String

    public init(_ text: String, detail: String) {
      self.text = text
      self.detail = detail
    }
  }

  case words([Word])
  /// The shell completes files, or only folders, itself.
  case files
  case folders
}
