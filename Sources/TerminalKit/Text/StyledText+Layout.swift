/// Fitting styled text into columns: cut, pad and split, always between grapheme clusters.

/// Where text stands within wider room.
public enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension StyledText {
  /// The text cut to at most `columns` with `…` as its last column where something was left out.
  /// A wide letter that would straddle the edge goes too, so the result may be a column short.
  public func truncated(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    guard columns > 0 else { return StyledText() }
    var result = StyledText()
    var room = columns - 1
    for fragment in fragments {
      let head = DisplayWidth.prefix(of: fragment.text, columns: room)
      result.append(String(head), fragment.style)
      guard head.endIndex == fragment.text.endIndex else {
        result.append("…", fragment.style)
        return result
      }
      room -= DisplayWidth.of(head)
    }
    return result
  }

  /// The text cut to at most `columns` with `…` as its first column where something was left out:
  /// of a path, what tells it from others stands at its end.
  public func truncatedAtFront(to columns: Int) -> StyledText {
    let width = width
    guard width > columns else { return self }
    guard columns > 0, let style = fragments.first?.style else { return StyledText() }
    return StyledText("…", style) + self.columns(width - columns + 1..<width)
  }

  /// The text with plain blanks added up to `columns`; wider text stays as it is.
  public func padded(to columns: Int, _ alignment: Alignment = .leading) -> StyledText {
    let missing = columns - width
    guard missing > 0 else { return self }
    let blanks = StyledText(String(repeating: " ", count: missing))
    return alignment == .leading ? self + blanks : blanks + self
  }

  /// Cut, then padded: exactly `columns` wide.
  public func fitted(to columns: Int, _ alignment: Alignment = .leading) -> StyledText {
    truncated(to: columns).padded(to: columns, alignment)
  }

  /// What stands in these columns of a text of one line. A wide letter that straddles an edge leaves
  /// a blank there.
  public func columns(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var column = 0
    for fragment in fragments where column < range.upperBound {
      for letter in fragment.text {
        let end = column + DisplayWidth.of(letter)
        defer { column = end }
        guard column < range.lowerBound || end > range.upperBound else {
          result.append(String(letter), fragment.style)
          continue
        }
        let seen = (column..<max(end, column)).clamped(to: range)
        result.append(String(repeating: " ", count: seen.count), fragment.style)
      }
    }
    return result
  }

  /// The lines between line breaks; one for a text without any.
  public var lines: [StyledText] {
    guard fragments.contains(where: \.hasLineBreak) else { return [self] }
    var result = [StyledText()]
    for fragment in fragments {
      let pieces = fragment.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { result.append(StyledText()) }
        result[result.count - 1].append(String(piece), fragment.style)
      }
    }
    return result
  }
}
