/// What a command answers: a value that says nothing about how it will look.
public import MarketWire
public import TerminalKit

/// The answer of a command. `Presenter` turns it into text in any format.
public enum Output: Sendable {
  /// Listings in rows.
  case listings(ListingPage)
  /// More listings than should be held at once.
  case listingStream(ListingStream)
  /// One listing in full.
  case detail(ListingDetail)
  /// Several listings in full, one below the other.
  case details([ListingDetail])
  /// One picture of a listing, as large as the window.
  case photo(PhotoPage)
  /// Named facts, such as those of an account.
  case record(Record)
  /// Rows of anything else: markets, accounts, variables.
  case table(PlainTable)
  /// One listing was added, changed or removed.
  case change(ListingChange)
  /// Several were.
  case changes([ListingChange])
  /// What would be sent; nothing was.
  case dryRun(DryRunResult)
  /// A sentence on what was done.
  case reply(Reply)
  /// Lines to read, such as help.
  case help([StyledText])
  /// Text that is the same everywhere, such as Markdown.
  case text(String)
  /// There is nothing to show, and this is why.
  case nothing(EmptyState)
  /// How a batch ended.
  case summary(BatchSummary)
  /// Nothing to say.
  case none

  /// One listing in full, the seller's own or not, with the seller's code for it.
  public static func detail(_ product: Product, isOwn: Bool, code: String?) -> Output {
    .detail(ListingDetail(ListingRow(product, code: code), isOwn: isOwn))
  }

  /// A reply of one sentence.
  public static func reply(_ text: String, try suggestions: [String] = []) -> Output {
    .reply(Reply(StyledText(text), try: suggestions))
  }

  /// An absence with its reason and at most one suggestion.
  public static func nothing(reason: String, try suggestion: String? = nil) -> Output {
    .nothing(EmptyState(reason: reason, try: suggestion))
  }
}

/// What was done, in words.
public struct Reply: Hashable, Sendable {
  public var text: StyledText
  /// Commands to type next, without the program's name.
  public var suggestions: [String]
  /// The same facts for programs; `message` is added to them. An `id` among them is what
  /// `--format ids` prints.
  public var facts: JSONObject

  public init(_ text: StyledText, try suggestions: [String] = [], facts: JSONObject = [:]) {
    self.text = text
    self.suggestions = suggestions
    self.facts = facts
  }
}

/// Why there is nothing, and one thing to try.
public struct EmptyState: Hashable, Sendable {
  /// A whole sentence, such as `Nothing matches "mug" among your 40 listings.`
  public var reason: String
  /// What the suggestion would do, such as `Look everywhere`.
  public var lead: String
  /// A command to type, without the program's name.
  public var suggestion: String?

  public init(reason: String, lead: String = "Try", try suggestion: String? = nil) {
    self.reason = reason
    self.lead = lead
    self.suggestion = suggestion
  }
}

/// How many steps of a batch ended in which way.
public struct BatchSummary: Hashable, Sendable {
  /// How a count is to be taken.
  public enum Outcome: Hashable, Sendable {
    case success
    case neutral
    case failure
  }

  /// A number of steps that ended alike.
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
  /// Lines on what went wrong, each with its place.
  public var problems: [String]
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
