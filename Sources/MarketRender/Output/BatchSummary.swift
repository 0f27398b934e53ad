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

  /// A change of a batch, for JSON.
  public struct Step: Hashable, Sendable {
    /// The line of the file; nil if it does not come from a file.
    public var line: Int?
    /// `add`, `edit`, `replace` or `remove`.
    public var action: String
    /// `done`, `adopted`, `failed`, `unknown`, `conflict` or `planned`.
    public var state: String
    public var id: Int?
    public var code: String?
    public var name: String
    /// Why it was not done.
    public var message: Message?
    /// The fields that it changes.
    public var fields: [ListingField] = []

    public init(
      line: Int?, action: String, state: String, id: Int?, code: String?, name: String,
      message: Message?
    ) {
      self.line = line
      self.action = action
      self.state = state
      self.id = id
      self.code = code
      self.name = name
      self.message = message
    }
  }

  public var title: Message
  /// The number of the batch; nil in a dry run.
  public var batch: Int?
  public var counts: [Count]
  public var steps: [Step] = []
  /// Further facts, such as `as planned`.
  public var notes: [Message] = []
  /// The command that undoes the batch.
  public var undoCommand: String?
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
