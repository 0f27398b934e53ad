/// The position of text in a wider field.
public enum Alignment: Hashable, Sendable {
  case leading
  case trailing
}

extension StyledText {
  /// Returns the text truncated to at most `columns` columns, with `…` at the end if text was
  /// removed. A wide character that does not fit is removed, so the result may be one column
  /// narrower.
  public func truncated(to columns: Int) -> StyledText {
    guard width > columns else { return self }
    guard columns > 0 else { return StyledText() }
    var result = StyledText()
    var available = columns - 1
    for fragment in fragments {
      let head = DisplayWidth.prefix(of: fragment.text, columns: available)
      result.append(String(head), fragment.style)
      guard head.endIndex == fragment.text.endIndex else {
        result.append("…", fragment.style)
        return result
      }
      available -= DisplayWidth.of(head)
    }
    return result
  }

  /// Returns the text truncated at the front, with `…` at the start if text was removed. The end of
  /// a path usually identifies it.
  public func truncatedAtFront(to columns: Int) -> StyledText {
    let width = width
    guard width > columns else { return self }
    guard columns > 0, let style = fragments.first?.style else { return StyledText() }
    return StyledText("…", style) + self.columns(width - columns + 1..<width)
  }

  /// Returns the text padded with spaces to at least `columns` columns.
  public func padded(to columns: Int, _ alignment: Alignment = .leading) -> StyledText {
    let missing = columns - width
    guard missing > 0 else { return self }
    var result = alignment == .leading ? self : StyledText()
    result.appendSpaces(missing)
    return alignment == .leading ? result : result + self
  }

  /// Returns the text truncated and padded to exactly `columns` columns.
  public func fitted(to columns: Int, _ alignment: Alignment = .leading) -> StyledText {
    truncated(to: columns).padded(to: columns, alignment)
  }

  /// Returns a range of columns of a single-line text. A wide character across a boundary is
  /// replaced with spaces.
  public func columns(_ range: Range<Int>) -> StyledText {
    var result = StyledText()
    var column = 0
    for fragment in fragments where column < range.upperBound {
      for cluster in fragment.text {
        let end = column + DisplayWidth.of(cluster)
        defer { column = end }
        guard column < range.lowerBound || end > range.upperBound else {
          result.append(String(cluster), fragment.style)
          continue
        }
        let visible = (column..<max(end, column)).clamped(to: range)
        result.append(String(repeating: " ", count: visible.count), fragment.style)
      }
    }
    return result
  }

  /// The lines of the text; a text without line breaks has one.
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
