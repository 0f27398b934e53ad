public import MarketWire
public import Messages
public import TerminalKit

/// The result of a command, independent of how it is shown.
///
/// `Presenter` turns it into text in any format.
public enum Output: Sendable {
  /// A list, or a page of one.
  case listings(ListingPage)
  /// A list that is too long to be held in memory.
  case listingStream(ListingStream)
  /// One listing in full.
  case detail(ListingDetail)
  /// Several listings in full, one below the other.
  case details([ListingDetail])
  /// One photo of a listing, as large as the window.
  case photo(PhotoPage)
  /// Labeled values, such as those of an account.
  case record(Record)
  /// A table of anything but listings: markets, accounts, variables.
  case table(PlainTable)
  /// A listing that was added, changed or removed.
  case change(ListingChange)
  case changes([ListingChange])
  case dryRun(DryRunResult)
  /// A sentence about what was done.
  case reply(Reply)
  /// Numbers with a screen of their own, such as statistics.
  case report(any ReportScreen)
  /// Things that happen while a command runs.
  case events(EventStream)
  /// Lines to read, such as help.
  case help([StyledText])
  /// Text that is the same in every format but JSON, such as Markdown.
  case text(String)
  /// No data, and the reason.
  case nothing(EmptyState)
  case summary(BatchSummary)
  /// Neither data nor text.
  case none

  /// One listing in full, with the seller's code for it.
  public static func detail(_ product: Product, isOwn: Bool, code: String?) -> Output {
    .detail(ListingDetail(ListingRow(product, code: code), isOwn: isOwn))
  }

  public static func reply(_ text: Message, try suggestions: [String] = []) -> Output {
    .reply(Reply(text, try: suggestions))
  }

  public static func nothing(reason: Message, try suggestion: String? = nil) -> Output {
    .nothing(EmptyState(reason: reason, try: suggestion))
  }
}
