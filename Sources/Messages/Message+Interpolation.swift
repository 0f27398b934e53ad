extension Message: ExpressibleByStringInterpolation {
  /// A text without values.
  public init(stringLiteral value: String) { self.init(head: value, parts: []) }

  public init(stringInterpolation: StringInterpolation) {
    self.init(head: stringInterpolation.head, parts: stringInterpolation.parts)
  }

  /// The values that a message can hold; anything else does not compile.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var head = ""
    fileprivate var parts: [Part] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      if parts.isEmpty {
        head += literal
      } else {
        parts[parts.count - 1].literal += literal
      }
    }

    /// A number without grouping, such as a count or an id.
    public mutating func appendInterpolation(_ count: Int) {
      append(.count(count, isGrouped: false))
    }

    /// A number with separated thousands: `12,345`.
    public mutating func appendInterpolation(grouped count: Int) {
      append(.count(count, isGrouped: true))
    }

    /// Untrusted text, such as the name of a listing; controls are shown as escapes.
    public mutating func appendInterpolation(_ data: String) { append(.data(data)) }

    /// Untrusted text, such as the name of a listing; controls are shown as escapes.
    public mutating func appendInterpolation(_ data: Substring) { append(.data(String(data))) }

    /// Untrusted text; controls are shown as escapes.
    public mutating func appendInterpolation(_ data: UntrustedText) { append(.data(data.raw)) }

    /// Something that was typed or read, in quotes: at most 40 characters of it, without controls.
    public mutating func appendInterpolation(quoted data: String) {
      append(.message("\"\(Message.excerpt(of: data))\""))
    }

    /// Trusted text that is the same in every language: an amount, a date, the name of an option.
    public mutating func appendInterpolation(formatted text: String) { append(.formatted(text)) }

    /// A command, or a part of one, that can be typed as it is.
    public mutating func appendInterpolation(command: String) { append(.command(command)) }

    public mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

    /// A message that a screen shows in another style than the message around it.
    public mutating func appendInterpolation(_ message: Message, _ emphasis: Emphasis) {
      append(.emphasized(message, emphasis))
    }

    private mutating func append(_ value: Value) { parts.append(Part(value: value, literal: "")) }
  }

  /// The first 40 characters of a text, with a dot for each control or format character.
  private static func excerpt(of text: String) -> String {
    // The limit in scalars bounds the work for a character with endless combining marks.
    let visible = text.unicodeScalars.prefix(200).map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format: "·"
      default: String(scalar)
      }
    }.joined()
    return visible.count > 40 ? visible.prefix(39) + "…" : visible
  }
}
