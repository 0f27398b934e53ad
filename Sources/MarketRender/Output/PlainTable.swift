/// Rows and named facts of any kind: markets, accounts, variables, who one is.
public import MarketWire
public import TerminalKit

/// A value for programs together with how people read it.
public struct Cell: Hashable, Sendable {
  public var value: JSON
  /// What people see; nil shows the value itself.
  public var display: StyledText?

  public init(_ value: JSON, display: StyledText? = nil) {
    self.value = value
    self.display = display
  }

  public static func text(_ text: String?) -> Cell { Cell(text.map(JSON.string) ?? .null) }
  public static func integer(_ value: Int?) -> Cell { Cell(value.map(JSON.integer) ?? .null) }
  public static func flag(_ value: Bool) -> Cell {
    Cell(.bool(value), display: value ? "yes" : "no")
  }

  /// What people see.
  var shown: StyledText { display ?? StyledText(value.plainText) }
}

/// A table of anything that is no listing.
public struct PlainTable: Hashable, Sendable {
  /// Whom a column is for: people read `4032×3024 3.1 MB`, programs want three numbers.
  public enum Audience: Hashable, Sendable {
    case everybody, people, programs
  }

  /// What becomes of a cell that is too long for its column.
  public enum Shortening: Hashable, Sendable {
    /// It keeps its beginning; numbers, which stand at the end of their column, are never cut.
    case end
    /// It keeps its end, as a path does.
    case front
    /// It is never cut.
    case never
  }

  /// One column.
  public struct Column: Hashable, Sendable {
    /// The key in JSON and the header in CSV.
    public var key: String
    /// The word above the column; the key unless told otherwise.
    public var title: String
    public var alignment: Alignment
    /// The order in which columns leave a window that is too narrow, the lowest first; nil stays.
    public var dropOrder: Int?
    /// Whether long cells are wrapped below themselves instead of cut: sentences.
    public var wraps: Bool
    public var shortening: Shortening
    /// Who sees it where no fields are picked.
    public var audience: Audience

    public init(
      _ key: String, title: String? = nil, alignment: Alignment = .leading, dropOrder: Int? = nil,
      wraps: Bool = false, shortening: Shortening = .end, audience: Audience = .everybody
    ) {
      self.key = key
      self.title = title ?? key
      self.alignment = alignment
      self.dropOrder = dropOrder
      self.wraps = wraps
      self.shortening = shortening
      self.audience = audience
    }
  }

  public var heading: String?
  public var columns: [Column]
  /// Each with as many cells as there are columns.
  public var rows: [[Cell]]
  /// What holds for all rows, told to people below them.
  public var footer: String?
  public var emptyState: EmptyState

  public init(
    heading: String? = nil, columns: [Column], rows: [[Cell]], footer: String? = nil,
    emptyState: EmptyState = EmptyState(reason: "There is nothing here.")
  ) {
    self.heading = heading
    self.columns = columns
    self.rows = rows
    self.footer = footer
    self.emptyState = emptyState
  }

  /// The keys to show: the picked ones, else those of the columns that are not for others alone.
  func keys(_ fields: [String]?, for audience: Audience) throws(OutputFormatError) -> [String] {
    let known = columns.map(\.key)
    guard fields == nil else { return try OutputData.check(fields, known: known) }
    return columns.filter { [.everybody, audience].contains($0.audience) }.map(\.key)
  }
}

/// Named facts in order.
public struct Record: Hashable, Sendable {
  /// One fact.
  public struct Entry: Hashable, Sendable {
    public var key: String
    /// The word before the value; the key with blanks for `_` unless told otherwise.
    public var label: String
    public var cell: Cell

    public init(_ key: String, label: String? = nil, _ cell: Cell) {
      self.key = key
      self.label = label ?? key.replacing("_", with: " ")
      self.cell = cell
    }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Facts that are all text; nil becomes `null`.
  public init(_ pairs: KeyValuePairs<String, String?>) {
    entries = pairs.map { Entry($0.key, .text($0.value)) }
  }
}

extension JSON {
  /// The value in a field of TSV, CSV or a table: empty for null, the bare text of a string, the
  /// addresses of pictures one after another.
  var plainText: String {
    switch self {
    case .null: ""
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.literal
    case .string(let text): text
    case .array(let values): values.map(\.plainText).joined(separator: " ")
    case .object(let object): object["url"]?.stringValue ?? text()
    }
  }
}
