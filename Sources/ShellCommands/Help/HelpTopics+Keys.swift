import CommandLanguage
import LineEditor
import Messages

extension HelpTopics {
  /// The keys of a style, as its key map has them.
  static func keys(_ style: KeyStyle) -> HelpTopic {
    HelpTopic(
      "keys", summary: "Keys at the prompt",
      parts: [
        .paragraph(
          """
          Tab completes; a second Tab opens a menu, and typing filters it. Dimmed text behind the \
          cursor is a hint, which Right accepts. Up finds earlier lines that begin like this one, \
          Ctrl-R finds words in all of them. A paste never runs by itself.
          """),
        .table(title(style), rows(Keymap(style).rows)),
        .table(
          "Settings",
          [
            .init("set keys vi", "the keys of vi; or emacs"),
            .init("set spoken on", "plain lines for screen readers; TERM=dumb has them, too"),
          ]),
      ], seeAlso: ["history", "set", "files"])
  }

  private static func title(_ style: KeyStyle) -> Message {
    switch style {
    case .emacs: "Keys of emacs"
    case .vi: "Keys of vi"
    }
  }

  /// One row for all keys that do the same.
  private static func rows(_ rows: [Keymap.Row]) -> [HelpTopic.Row] {
    var keys: [Message: [String]] = [:]
    for row in rows { keys[row.summary, default: []] += row.keys }
    return rows.compactMap { row in
      keys.removeValue(forKey: row.summary).map {
        HelpTopic.Row(term: .list($0.map(shown)), row.summary)
      }
    }
  }

  private static let arrows: [(name: String, shown: Message)] = [
    ("Left", "Left"), ("Right", "Right"), ("Up", "Up"), ("Down", "Down"),
  ]

  /// A key; other languages name the arrows as they are printed on it.
  private static func shown(_ key: String) -> Message {
    guard !key.hasPrefix("Page"), let arrow = arrows.first(where: { key.hasSuffix($0.name) }) else {
      return "\(formatted: key)"
    }
    return "\(formatted: String(key.dropLast(arrow.name.count)))\(arrow.shown)"
  }
}
