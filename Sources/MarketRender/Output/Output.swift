/// What a command answers: a value that says nothing about how it will look.
public import MarketWire
public import TerminalKit

/// The answer of a command. `Presenter` turns it into text in any format.
public enum Output: Sendable {
  /// Listings in rows.
  case products(ProductListing)
  /// More listings than should be held at once.
  case rows(ProductStream)
  /// One listing in full.
  case detail(ProductDetail)
  /// Several listings in full, one below the other.
  case details([ProductDetail])
  /// One picture of a listing, as large as the window.
  case photo(PhotoPage)
  /// Named facts, such as those of an account.
  case record(Record)
  /// Rows of anything else: markets, accounts, variables.
  case table(PlainTable)
  /// One listing was added, changed or removed.
  case change(Change)
  /// Several were.
  case changes([Change])
  /// What would be sent; nothing was.
  case plan(Plan)
  /// A sentence on what was done.
  case message(Message)
  /// Lines to read, such as help.
  case help([StyledText])
  /// Text that is the same everywhere, such as Markdown.
  case text(String)
  /// There is nothing to show, and this is why.
  case nothing(EmptyState)
  /// How a batch ended.
  case summary(Summary)
  /// Nothing to say.
  case none

  /// One listing in full, the seller's own or not, with the seller's code for it.
  public static func detail(_ product: Product, isOwn: Bool, code: String?) -> Output {
    .detail(ProductDetail(ProductRow(product, code: code), isOwn: isOwn))
  }

  /// A message of one sentence.
  public static func message(_ text: String, try suggestions: [String] = []) -> Output {
    .message(Message(StyledText(text), try: suggestions))
  }

  /// An absence with its reason and at most one suggestion.
  public static func nothing(reason: String, try suggestion: String? = nil) -> Output {
    .nothing(EmptyState(reason: reason, try: suggestion))
  }
}

/// What was done, in words.
public struct Message: Hashable, Sendable {
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
public struct Summary: Hashable, Sendable {
  /// How a count is to be taken.
  public enum Tone: Hashable, Sendable {
    case good
    case neutral
    case bad
  }

  /// A number of steps that ended alike.
  public struct Count: Hashable, Sendable {
    /// The key in JSON, such as `failed`.
    public var key: String
    /// The words after the number, such as `failed`.
    public var label: String
    public var number: Int
    public var tone: Tone

    public init(_ number: Int, _ label: String, key: String? = nil, tone: Tone = .neutral) {
      self.key = key ?? label
      self.label = label
      self.number = number
      self.tone = tone
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
