import CommandLanguage
import Foundation
import MarketRender
import Messages
import SellerSession
import TerminalKit

/// Part of a typed line, with a caret under the word that caused an error.
struct Excerpt: Hashable, Sendable {
  /// The sanitized text of the line before the word. The word and the text after it follow.
  private let before: String
  private let culprit: String
  private let after: String

  /// Returns nil if the place is not in the command, or if the line may contain a password.
  init?(of place: SourcePlace, in source: CommandSource) {
    let text = Array(source.text.utf8)
    let start = place.range.lowerBound - source.place.range.lowerBound
    guard (0...text.count).contains(start) else { return nil }
    let isLineEnd = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
    let lineStart = text[..<start].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
    let lineEnd = text[start...].firstIndex(where: isLineEnd) ?? text.count
    let end = max(start, min(place.range.upperBound - source.place.range.lowerBound, lineEnd))
    func part(_ range: Range<Int>) -> String {
      UntrustedText(String(decoding: text[range], as: UTF8.self)).line
    }
    before = part(lineStart..<start)
    culprit = part(start..<end)
    after = part(end..<lineEnd)
    // The password in http://user:password@host must not get into a log.
    let whole = before + culprit + after
    if let scheme = whole.range(of: "://"), whole[scheme.upperBound...].contains("@") { return nil }
  }

  /// Returns the longest suffix of `text` that fits in `columns`.
  private static func end(of text: String, columns: Int) -> String {
    var room = columns
    var start = text.endIndex
    while start > text.startIndex {
      let earlier = text.index(before: start)
      room -= DisplayWidth.of(text[earlier])
      guard room >= 0 else { break }
      start = earlier
    }
    return String(text[start...])
  }

  /// Returns the line and the caret below it, indented by two columns. A `width` cuts the line
  /// around the caret.
  func lines(width: Int?, theme: Theme) -> [StyledText] {
    let room = max(width.map { $0 - 2 } ?? .max / 2, 4)
    var head = before
    var mark = ""
    // Keep the caret in the window, with some of the text before it.
    if DisplayWidth.of(head) + min(DisplayWidth.of(culprit), room / 3) >= room {
      mark = "…"
      head = Self.end(of: before, columns: room / 2)
    }
    let indent = DisplayWidth.of(mark + head)
    let length = max(1, min(DisplayWidth.of(culprit), room - indent))
    let line =
      StyledText(mark + head, theme.quiet) + StyledText(culprit)
      + StyledText(after, theme.quiet)
    let caret = "^" + String(repeating: "~", count: length - 1)
    return [
      StyledText("  ") + line.truncated(to: room),
      StyledText(String(repeating: " ", count: indent + 2)) + StyledText(caret, theme.failure),
    ]
  }
}
