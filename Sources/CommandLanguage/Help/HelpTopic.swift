public import Messages

public struct HelpTopic: Hashable, Sendable {
  /// A term of a table, as it is typed or shown, and its explanation.
  public struct Row: Hashable, Sendable {
    public let term: Message
    public let text: Message

    /// - Parameter command: a command, an option, a value or a file, as it is typed.
    public init(_ command: String, _ text: Message) { self.init(term: "\(command: command)", text) }

    /// - Parameter term: words that are translated, such as names of keys.
    public init(term: Message, _ text: Message) {
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

  /// The name of the topic in Korean.
  public var koreanName: String? { KoreanNames.topics[name] }

  public init(_ name: String, summary: Message, parts: [Part], seeAlso: [String]) {
    self.name = name
    self.summary = summary
    self.parts = parts
    self.seeAlso = seeAlso
  }
}
