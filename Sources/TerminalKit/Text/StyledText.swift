import Messages

/// Text with styles, independent of escape sequences.
///
/// 1. No fragment contains a control character other than a line break. The initializers escape
///    them (see `UntrustedText`), so untrusted text cannot control the terminal.
/// 2. Adjacent fragments have different styles, and no fragment is empty.
public struct StyledText: Hashable, Sendable {
  /// A run of text in one style.
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

  /// Creates a text in one style. Control characters other than line breaks become visible escapes.
  public init(_ text: String, _ style: Style = .plain) { append(text, style) }

  /// Creates a text from small pieces, which are joined where their styles are the same.
  init(pieces: some Sequence<(String, Style)>) {
    var (run, style) = ("", Style.plain)
    for (text, next) in pieces {
      if next != style {
        append(run, style)
        (run, style) = ("", next)
      }
      run += text
    }
    append(run, style)
  }

  public var plain: String {
    fragments.count == 1 ? fragments[0].text : fragments.map(\.text).joined()
  }

  public var isEmpty: Bool { fragments.isEmpty }

  /// The width in columns of a single-line text.
  public var width: Int { fragments.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  public mutating func append(_ text: String, _ style: Style = .plain) {
    appendClean(UntrustedText.cleaned(text, keepsLines: true), style)
  }

  public mutating func append(_ other: StyledText) {
    for fragment in other.fragments { appendClean(fragment.text, fragment.style) }
  }

  public mutating func appendSpaces(_ count: Int) {
    guard count > 0 else { return }
    let spaces = String(unsafeUninitializedCapacity: count) { buffer in
      buffer.initialize(repeating: UInt8(ascii: " "))
      return count
    }
    appendClean(spaces, .plain)
  }

  /// Returns the text with `style` as the base of all its styles.
  public func styled(_ style: Style) -> StyledText {
    var result = StyledText()
    for fragment in fragments { result.appendClean(fragment.text, style.with(fragment.style)) }
    return result
  }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    result.append(right)
    return result
  }

  public static func += (left: inout StyledText, right: StyledText) { left.append(right) }

  private mutating func appendClean(_ text: String, _ style: Style) {
    guard !text.isEmpty else { return }
    if let last = fragments.indices.last, fragments[last].style == style {
      fragments[last].text += text
    } else {
      fragments.append(Fragment(text: text, style: style))
    }
  }
}

extension StyledText: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension Sequence<StyledText> {
  /// Concatenates the texts with `separator` between them.
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
