/// A line of help with the roles of its parts, so that a presenter can style them.

/// One line; its text is the spans joined.
public struct HelpLine: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    /// Blanks between columns.
    case space
    /// Plain sentences.
    case text
    /// The title of a part.
    case heading
    /// The synopsis after `usage:`.
    case usage
    /// The name of a command in the overview.
    case command
    /// An option or an argument with its value's name.
    case parameter
    /// What stands beside a parameter or a command.
    case description
    /// A command as it can be typed.
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

  /// The line without roles.
  public var text: String { spans.map(\.text).joined() }

  static let blank = HelpLine([])
}
