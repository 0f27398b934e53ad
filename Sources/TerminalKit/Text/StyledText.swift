/// Text in fragments of one style each; it becomes escape sequences only at the edge, in `ANSI`.
import Messages

/// A text with styles.
///
/// 1. No fragment holds a control character but the line break: the initialiser makes them visible
///    (see `UntrustedText`), so a name sent by a stranger can never steer the terminal.
/// 2. Neighboring fragments have different styles, and none is empty.
public struct StyledText: Hashable, Sendable {
  /// A piece of text in one style.
  public struct Fragment: Hashable, Sendable {
    public fileprivate(set) var text: String
    public let style: Style

    fileprivate init(text: String, style: Style) {
      self.text = text
      self.style = style
    }

    var hasLineBreak: Bool { text.utf8.contains(UInt8(ascii: "\n")) }
  }

  public private(set) var fragments: [Fragment] = []

  public init() {}

  /// One fragment; controls in `text` become visible escapes, line breaks stay.
  public init(_ text: String, _ style: Style = .plain) {
    append(text, style)
  }

  /// The characters without their styles.
  public var plain: String {
    fragments.count == 1 ? fragments[0].text : fragments.map(\.text).joined()
  }

  public var isEmpty: Bool { fragments.isEmpty }

  /// Columns of a text of one line.
  public var width: Int { fragments.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  public mutating func append(_ text: String, _ style: Style = .plain) {
    appendClean(UntrustedText.cleaned(text, keepsLines: true), style)
  }

  public mutating func append(_ other: StyledText) {
    for fragment in other.fragments { appendClean(fragment.text, fragment.style) }
  }

  /// The same characters with `style` laid under what they have.
  public func styled(_ style: Style) -> StyledText {
    var result = StyledText()
    for fragment in fragments {
      result.appendClean(fragment.text, style.with(fragment.style))
    }
    return result
  }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  public static func += (left: inout StyledText, right: StyledText) {
    left.append(right)
  }

  private mutating func appendClean(_ text: String, _ style: Style) {
    guard !text.isEmpty else { return }
    if fragments.last?.style == style {
      fragments[fragments.count - 1].text += text
    } else {
      fragments.append(Fragment(text: text, style: style))
    }
  }
}

extension StyledText: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Sequence<StyledText> {
  /// All of them in a row with `separator` between.
  public func joined(separator: StyledText = "") -> StyledText {
    var result = StyledText()
    var isFirst = true
    for text in self {
      if !isFirst { result += separator }
      result += text
      isFirst = false
    }
    return result
  }
}
