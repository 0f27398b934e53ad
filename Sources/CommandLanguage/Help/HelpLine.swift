/// A line of help in spans, so that a screen can style them.
public struct HelpLine: Hashable, Sendable {
  /// `space` is between columns, `description` beside a parameter or a command.
  public enum Role: Hashable, Sendable {
    case space, text, heading, usage, command, parameter, description, example
  }

  public struct Span: Hashable, Sendable {
    public let role: Role
    public let text: String
  }

  public let spans: [Span]

  init(_ spans: [(Role, String)]) {
    self.spans = spans.filter { !$0.1.isEmpty }.map { Span(role: $0.0, text: $0.1) }
  }

  init(_ role: Role, _ text: String) { self.init([(role, text)]) }

  public var text: String { spans.map(\.text).joined() }

  static let blank = HelpLine([])
}
