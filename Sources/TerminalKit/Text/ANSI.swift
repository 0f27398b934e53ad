/// The edge where styled text becomes escape sequences, or stays plain.

/// How many colors a terminal shows.
public enum ColorLevel: Int, Comparable, Sendable {
  case none
  case ansi16
  case ansi256
  case trueColor

  public static func < (left: ColorLevel, right: ColorLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Turns `StyledText` into what is written.
public struct ANSI: Hashable, Sendable {
  public let color: ColorLevel
  /// Whether bold, dim and the like may be written. Without it there is no escape at all.
  public let attributes: Bool
  /// Whether `Style.link` becomes an OSC 8 hyperlink.
  public let hyperlinks: Bool

  public init(color: ColorLevel, attributes: Bool, hyperlinks: Bool) {
    self.color = attributes ? color : .none
    self.attributes = attributes
    self.hyperlinks = attributes && hyperlinks
  }

  /// No escape sequence at all.
  public static let plain = ANSI(color: .none, attributes: false, hyperlinks: false)

  /// The characters with the escapes that this terminal understands. Every style ends where its
  /// line ends, since pagers show lines one by one.
  public func encode(_ text: StyledText) -> String {
    guard attributes else { return text.plain }
    var result = ""
    var escapes: [Style: (start: String, end: String)] = [.plain: ("", "")]
    for fragment in text.fragments {
      if escapes[fragment.style] == nil {
        escapes[fragment.style] = (opening(fragment.style), closing(fragment.style))
      }
      let (start, end) = escapes[fragment.style] ?? ("", "")
      guard !start.isEmpty, fragment.hasLineBreak else {
        result += start
        result += fragment.text
        result += end
        continue
      }
      let pieces = fragment.text.split(separator: "\n", omittingEmptySubsequences: false)
      result += pieces.map { $0.isEmpty ? "" : start + $0 + end }.joined(separator: "\n")
    }
    return result
  }

  private func opening(_ style: Style) -> String {
    let codes = parameters(style)
    let sgr = codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
    guard let address = address(style) else { return sgr }
    return "\u{1B}]8;;\(address)\u{1B}\\" + sgr
  }

  private func closing(_ style: Style) -> String {
    let sgr = parameters(style).isEmpty ? "" : "\u{1B}[0m"
    return address(style) == nil ? sgr : sgr + "\u{1B}]8;;\u{1B}\\"
  }

  private func parameters(_ style: Style) -> [String] {
    let codes: [(Style.Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.inverse, "7"),
      (.strikethrough, "9"),
    ]
    var result = codes.filter { style.attributes.contains($0.0) }.map(\.1)
    if let code = style.foreground?.parameter(at: color, base: 30) { result.append(code) }
    if let code = style.background?.parameter(at: color, base: 40) { result.append(code) }
    return result
  }

  /// The link, if it is a web address and this terminal takes links. Bytes outside printable ASCII
  /// are percent-encoded, as OSC 8 demands, so an address cannot end its own sequence.
  private func address(_ style: Style) -> String? {
    guard hyperlinks, let link = style.link,
      link.hasPrefix("http://") || link.hasPrefix("https://")
    else { return nil }
    return link.utf8.map { byte in
      if (0x21...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
