import Foundation

/// The number of colors a terminal can show.
public enum ColorLevel: Int, Comparable, Sendable {
  case none
  case ansi16
  case ansi256
  case trueColor

  public static func < (left: ColorLevel, right: ColorLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// An encoder of styled text as escape sequences.
public struct ANSI: Hashable, Sendable {
  public let color: ColorLevel
  /// Whether bold, dim and other attributes may be written. If false, no escape sequence is written
  /// at all.
  public let attributes: Bool
  /// Whether `Style.link` becomes an OSC 8 hyperlink.
  public let hyperlinks: Bool

  public init(color: ColorLevel, attributes: Bool, hyperlinks: Bool) {
    self.color = attributes ? color : .none
    self.attributes = attributes
    self.hyperlinks = attributes && hyperlinks
  }

  /// Puts a text on the clipboard, where the terminal allows that (OSC 52).
  public static func clipboard(_ text: String) -> String {
    "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
  }

  /// An encoder that writes no escape sequences.
  public static let plain = ANSI(color: .none, attributes: false, hyperlinks: false)

  /// Encodes `text` for this terminal. Every style ends at the end of its line, because a pager may
  /// begin at any line.
  public func encode(_ text: StyledText) -> String {
    guard attributes else { return text.plain }
    var result = ""
    var escapes: [Style: (start: String, end: String)] = [.plain: ("", "")]
    var active = Style.plain
    for fragment in text.fragments {
      if escapes[fragment.style] == nil {
        escapes[fragment.style] = (opening(fragment.style), closing(fragment.style))
      }
      let (start, end) = escapes[fragment.style] ?? ("", "")
      if !fragment.hasLineBreak || start.isEmpty {
        if let change = change(from: active, to: fragment.style) {
          result += change
        } else if active != fragment.style {
          result += (escapes[active]?.end ?? "") + start
        }
        result += fragment.text
        active = fragment.style
        continue
      }
      result += escapes[active]?.end ?? ""
      active = .plain
      let pieces = fragment.text.split(separator: "\n", omittingEmptySubsequences: false)
      result += pieces.map { $0.isEmpty ? "" : start + $0 + end }.joined(separator: "\n")
    }
    return result + (escapes[active]?.end ?? "")
  }

  /// The sequence that turns `old` into `new` by setting colors only.
  ///
  /// - Returns: nil if `old` must be ended first.
  private func change(from old: Style, to new: Style) -> String? {
    guard color != .none, old.attributes == new.attributes, old.link == nil, new.link == nil,
      old.foreground == nil || new.foreground != nil,
      old.background == nil || new.background != nil
    else { return nil }
    let codes = [
      old.foreground == new.foreground ? nil : new.foreground?.parameter(at: color, base: 30),
      old.background == new.background ? nil : new.background?.parameter(at: color, base: 40),
    ].compactMap(\.self)
    return codes.isEmpty ? "" : "\u{1B}[" + codes.joined(separator: ";") + "m"
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

  /// The link if it is a web address and hyperlinks are on. Bytes outside printable ASCII are
  /// percent-encoded, as OSC 8 requires, so that an address cannot end the sequence.
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
