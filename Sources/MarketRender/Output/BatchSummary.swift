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
    /// The words after the number, such as `failed`.
    public var label: String
    public var number: Int
    public var outcome: Outcome

    public init(_ number: Int, _ label: String, key: String? = nil, outcome: Outcome = .neutral) {
      self.key = key ?? label
      self.label = label
      self.number = number
      self.outcome = outcome
    }
  }

  public var title: String
  public var counts: [Count]
  /// One line for each problem, with its place in the batch.
  public var problems: [String]
  /// Commands to type next.
  public var suggestions: [String]

  public init(
    title: String, counts: [Count], problems: [String] = [], try suggestions: [String] = []
  ) {
    self.title = title
    self.counts = counts
    self.problems = problems
    self.suggestions = suggestions
  }
}
