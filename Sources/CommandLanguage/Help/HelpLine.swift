/// A line of help in spans, so that a screen can style them.
public struct HelpLine: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    /// Spaces between columns.
    case space
    /// Sentences.
    case text
    /// The title of a section.
    case heading
    /// The usage line after `usage:`.
    case usage
    /// The name of a command in a list.
    case command
    /// An option or an argument with its placeholder.
    case parameter
    /// The text next to a parameter or a command.
    case description
    /// A command line.
    case example
  }

  public struct Span: Hashable, Sendable {
    public let role: Role
    public let text: String
  }

  public let spans: [Span]

  init(_ spans: [(Role, String)]) {
    self.spans = spans.filter { !$0.1.isEmpty }.map { Span(role: $0.0, text: $0.1) }
  }

  init(_ role: Role, _ text: String) {
    self.init([(role, text)])
  }

  /// The text of all spans.
  public var text: String { spans.map(\.text).joined() }

  static let blank = HelpLine([])
}
