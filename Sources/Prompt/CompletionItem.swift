import CommandLanguage

/// Something that may be inserted at the cursor, before it is matched against the typed word.
struct CompletionItem: Sendable {
  /// What is inserted. Labels and details are made from it for the rows that are shown only.
  enum Content: Sendable {
    case word(detail: String)
    indirect case option(ParameterFacts)
    /// A listing, by its index in `ShownListings.rows`.
    case listing(Int)
    /// A code, with the index of its listing in `ShownListings.rows` if it was shown.
    case code(Int?)
    case file(isFolder: Bool)
    case variable(value: String)
    /// A whole line that an error suggested.
    case proposal
    /// `~/`.
    case homeFolder
  }

  /// The text to insert, without quotes.
  var text: String
  var content: Content
  /// The text that is matched against the typed word.
  var match: FuzzyText
  /// Another text that may match instead.
  var otherMatch: FuzzyText?
  /// From 0 to 15; of equally good matches, the item with the lowest priority comes first.
  var priority = 0
  /// How often the item was used lately; at most 8191 uses count.
  var useCount = 0

  init(
    _ text: String, _ content: Content, match: FuzzyText? = nil, otherMatch: FuzzyText? = nil,
    priority: Int = 0
  ) {
    self.text = text
    self.content = content
    self.match = match ?? FuzzyText(text)
    self.otherMatch = otherMatch
    self.priority = priority
  }

  init(_ text: String, _ detail: String = "", priority: Int = 0) {
    self.init(text, .word(detail: detail), priority: priority)
  }
}
