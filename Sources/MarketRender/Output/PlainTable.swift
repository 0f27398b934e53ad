public import Messages
public import TerminalKit

/// A table of anything but listings: markets, accounts, variables.
public struct PlainTable: Hashable, Sendable {
  /// Who sees a column: people read `4032×3024 3.1 MB`, programs get three numbers.
  public enum Audience: Hashable, Sendable {
    case everybody, people, programs
  }

  /// How a cell is shortened that is too long for its column.
  public enum Shortening: Hashable, Sendable {
    /// The end is cut off; a number, which is aligned to the right, is never cut.
    case end
    /// The front is cut off, as for a path.
    case front
    case never
  }

  public struct Column: Hashable, Sendable {
    /// The key in JSON and the header in CSV.
    public var key: String
    /// The title on a screen.
    public var title: Message
    public var alignment: Alignment
    /// The order in which columns are dropped from a narrow window, lowest first; nil if never.
    public var dropOrder: Int?
    /// Whether long cells, such as sentences, are wrapped instead of cut.
    public var wraps: Bool
    public var shortening: Shortening
    /// Who sees the column if no fields are selected.
    public var audience: Audience

    public init(
      _ key: String, title: Message, alignment: Alignment = .leading, dropOrder: Int? = nil,
      wraps: Bool = false, shortening: Shortening = .end, audience: Audience = .everybody
    ) {
      self.key = key
      self.title = title
      self.alignment = alignment
      self.dropOrder = dropOrder
      self.wraps = wraps
      self.shortening = shortening
      self.audience = audience
    }
  }

  public var heading: Message?
  public var columns: [Column]
  /// Each row has as many cells as there are columns.
  public var rows: [[Cell]]
  /// A note on all rows, for people.
  public var footer: Message?
  public var emptyState: EmptyState

  public init(
    heading: Message? = nil, columns: [Column], rows: [[Cell]], footer: Message? = nil,
    emptyState: EmptyState = EmptyState(reason: "Nothing to show.")
  ) {
    self.heading = heading
    self.columns = columns
    self.rows = rows
    self.footer = footer
    self.emptyState = emptyState
  }

  /// The keys of the selected fields, or of the columns for the audience if none are selected.
  func keys(_ fields: [String]?, for audience: Audience) throws(OutputFormatError) -> [String] {
    let known = columns.map(\.key)
    guard fields == nil else { return try OutputData.check(fields, known: known) }
    return columns.filter { [.everybody, audience].contains($0.audience) }.map(\.key)
  }
}
