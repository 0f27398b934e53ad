public import MarketWire
public import Messages
import TerminalKit

/// Labeled values in order.
public struct Record: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// The key in JSON.
    public var key: String
    /// The label on a screen.
    public var label: Message
    public var cell: Cell

    public init(_ key: String, label: Message, _ cell: Cell) {
      self.key = key
      self.label = label
      self.cell = cell
    }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry]) {
    self.entries = entries
  }
}

/// A value for programs, with its text for people.
public struct Cell: Hashable, Sendable {
  public var value: JSON
  /// The text for people; nil shows the value.
  public var display: Message?

  public init(_ value: JSON, display: Message? = nil) {
    self.value = value
    self.display = display
  }

  public static func text(_ text: String?) -> Cell { Cell(text.map(JSON.string) ?? .null) }
  public static func integer(_ value: Int?) -> Cell { Cell(value.map(JSON.integer) ?? .null) }
  public static func flag(_ value: Bool) -> Cell {
    Cell(.bool(value), display: value ? "yes" : "no")
  }

  /// A text for people, which programs get in English.
  public static func message(_ text: Message?) -> Cell {
    Cell(text.map { .string($0.english) } ?? .null, display: text)
  }

  /// The text for people.
  func shown(_ viewport: Viewport) -> StyledText {
    display.map { viewport.text($0) } ?? StyledText(value.plainText)
  }
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
