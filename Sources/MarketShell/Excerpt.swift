/// The line that an error is about, with a caret under the word that is to blame.
import CommandLanguage
import Foundation
import MarketCommands
import MarketRender
import Messages
import SellerSession
import TerminalKit

/// A stretch of one line of a command, as it was typed.
struct Excerpt: Hashable, Sendable {
  /// What stands before the word in its line, the word, and what follows; cleaned.
  private let before: String
  private let culprit: String
  private let after: String

  /// Nil where the place is not in the command, and where the line may hold a password.
  init?(of place: SourcePlace, in source: CommandTokens) {
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

  /// The longest end of `text` that takes at most `columns`.
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

  /// The line and the caret below it, indented by two columns; cut to `width` columns around the
  /// caret where it is given.
  func lines(width: Int?, theme: Theme) -> [StyledText] {
    let room = max(width.map { $0 - 2 } ?? .max / 2, 4)
    var head = before
    var mark = ""
    // The caret stays in the window, with something of what stands before it.
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
