public import MarketWire
public import TerminalKit

/// Labeled values in order.
public struct Record: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// The key in JSON.
    public var key: String
    /// The label on a screen; by default the key with spaces for `_`.
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

  /// A record of texts; nil becomes `null`.
  public init(_ pairs: KeyValuePairs<String, String?>) {
    entries = pairs.map { Entry($0.key, .text($0.value)) }
  }
}

/// A value for programs, with its text for people.
public struct Cell: Hashable, Sendable {
  public var value: JSON
  /// The text for people; nil shows the value.
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

  /// The text for people.
  var shown: StyledText { display ?? StyledText(value.plainText) }
}

extension JSON {
  /// The value as a field of TSV, CSV or a table: a string without quotes, nothing for null, the
  /// URLs of pictures separated by spaces.
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
