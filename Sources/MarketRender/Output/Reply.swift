public import MarketWire
public import Messages

/// A sentence about what a command did.
public struct Reply: Hashable, Sendable {
  public var text: Message
  /// Commands to type next, without the program's name.
  public var suggestions: [String]
  /// The facts for programs, to which JSON adds the text as `message`. `--format ids` prints `id`.
  public var facts: JSONObject

  public init(_ text: Message, try suggestions: [String] = [], facts: JSONObject = [:]) {
    self.text = text
    self.suggestions = suggestions
    self.facts = facts
  }
}
