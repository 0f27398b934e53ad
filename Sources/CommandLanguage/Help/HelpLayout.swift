/// Wraps and aligns the texts of help.
struct HelpLayout: Sendable {
  let width: Int
  let measure: @Sendable (String) -> Int

  /// Wraps text at spaces to at least 20 columns; a longer word gets a line of its own.
  func wrap(_ text: String, indent: Int) -> [String] {
    let room = max(20, width - indent)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      for word in paragraph.split(separator: " ") {
        if line.isEmpty {
          line = String(word)
        } else if measure(line) + 1 + measure(String(word)) <= room {
          line += " " + word
        } else {
          lines.append(line)
          line = String(word)
        }
      }
      lines.append(line)
    }
    return lines
  }

  /// Two columns: names, and their wrapped descriptions.
  func rows(_ rows: [(name: String, text: String)], _ role: HelpLine.Role) -> [HelpLine] {
    let longest = rows.map { measure($0.name) }.max() ?? 0
    let column = min(longest, max(12, width / 3)) + 4
    return rows.flatMap { row in
      let texts = wrap(row.text, indent: column)
      let gap = column - 2 - measure(row.name)
      var lines: [HelpLine] = []
      if gap < 2 {
        for (index, name) in wrapChoices(row.name).enumerated() {
          lines.append(HelpLine([(.space, blanks(index == 0 ? 2 : 6)), (role, name)]))
        }
      } else {
        lines.append(
          HelpLine([
            (.space, "  "), (role, row.name), (.space, blanks(gap)), (.description, texts[0]),
          ]))
      }
      for text in gap < 2 ? texts[...] : texts.dropFirst() {
        lines.append(HelpLine([(.space, blanks(column)), (.description, text)]))
      }
      return lines
    }
  }

  /// Wraps a name after the bars between the choices of its value.
  private func wrapChoices(_ name: String) -> [String] {
    var lines: [String] = []
    for choice in name.split(separator: "|") {
      if let last = lines.last, measure("\(last)|\(choice)|") <= width - 6 {
        lines[lines.count - 1] = "\(last)|\(choice)"
      } else {
        if let last = lines.popLast() { lines.append("\(last)|") }
        lines.append(String(choice))
      }
    }
    return lines
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
