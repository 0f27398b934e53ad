public import Messages

/// How many steps of a batch succeeded, failed or did not run.
public struct BatchSummary: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case success
    case neutral
    case failure
  }

  /// The number of steps with the same outcome.
  public struct Count: Hashable, Sendable {
    /// The key in JSON, such as `failed`.
    public var key: String
    public var number: Int
    /// The number with its words, such as `2 failed`.
    public var text: Message
    public var outcome: Outcome

    public init(_ number: Int, key: String, _ text: Message, outcome: Outcome = .neutral) {
      self.key = key
      self.number = number
      self.text = text
      self.outcome = outcome
    }
  }

  public var title: Message
  public var counts: [Count]
  /// One line for each problem, with its place in the batch.
  public var problems: [Message]
  /// Commands to type next.
  public var suggestions: [String]

  public init(
    title: Message, counts: [Count], problems: [Message] = [], try suggestions: [String] = []
  ) {
    self.title = title
    self.counts = counts
    self.problems = problems
    self.suggestions = suggestions
  }
}
