public import Messages

/// A page of help about a topic instead of a command.
public struct HelpTopic: Hashable, Sendable {
  /// A term of a table, as it is typed or shown, and its explanation.
  public struct Row: Hashable, Sendable {
    public let term: String
    public let text: Message

    public init(_ term: String, _ text: Message) {
      self.term = term
      self.text = text
    }
  }

  public enum Part: Hashable, Sendable {
    case paragraph(Message)
    case table(Message, [Row])
  }

  /// One word, which is no command.
  public let name: String
  /// One line without a full stop.
  public let summary: Message
  public let parts: [Part]
  /// Commands with more about it, without `help`.
  public let seeAlso: [String]

  public init(_ name: String, summary: Message, parts: [Part], seeAlso: [String]) {
    self.name = name
    self.summary = summary
    self.parts = parts
    self.seeAlso = seeAlso
  }
}
