import Messages
import TerminalKit

/// The layout of a completion menu: one candidate per row, with its label and its detail.
enum MenuLayout {
  /// The largest height; more rows cannot be read at a glance.
  static let maximumHeight = 10
  /// The label column is a multiple of this width, so that it rarely moves while typing reduces the
  /// candidates.
  static let step = 8

  /// Returns at most `height` rows. If not all candidates fit, the rows show pages of them, so that
  /// moving the selection does not scroll by single rows, and the last row counts the hidden
  /// candidates.
  static func rows(
    of menu: CompletionMenu, columns: Int, height: Int, catalog: MessageCatalog
  ) -> [StyledText] {
    let count = menu.candidates.count
    guard height > 0, count > 0 else { return [] }
    let showsCount = count > height && height > 1
    let shown = showsCount ? height - 1 : min(height, count)
    let selected = menu.selected.map { min(max($0, 0), count - 1) }
    let first = min((selected ?? 0) / shown * shown, count - shown)
    let layout = layout(of: menu, columns: columns)
    var rows = (first..<first + shown).map { index in
      row(menu.candidates[index], isSelected: index == selected, layout, columns)
    }
    if showsCount {
      let hidden = hiddenCount(above: first, below: count - first - shown).text(in: catalog)
      rows.append(StyledText("  … " + hidden, .dim).truncated(to: columns))
    }
    return rows
  }

  private struct Layout {
    let label: Int
    let showsDetail: Bool
  }

  private static func layout(of menu: CompletionMenu, columns: Int) -> Layout {
    let available = max(columns - 2, 0)
    let showsDetail = menu.candidates.hasDetails && columns >= 24
    let width = (menu.candidates.widest + step - 1) / step * step
    return Layout(
      label: min(width, showsDetail ? available / 2 : available), showsDetail: showsDetail)
  }

  private static func row(
    _ candidate: Candidate, isSelected: Bool, _ layout: Layout, _ columns: Int
  ) -> StyledText {
    let label = candidate.label.oneLine.fitted(to: layout.label)
    var text = isSelected ? "> " + label : "  " + label
    let available = columns - 2 - layout.label - 2
    if layout.showsDetail, available > 0, !candidate.detail.isEmpty {
      let detail = candidate.detail.oneLine.truncated(to: available)
      text += "  " + (isSelected ? detail : detail.styled(.dim))
    }
    return isSelected
      ? text.fitted(to: columns).styled(Style(.inverse)) : text.truncated(to: columns)
  }

  private static func hiddenCount(above: Int, below: Int) -> Message {
    switch (above, below) {
    case (0, _): "\(below) more"
    case (_, 0): "\(above) above"
    default: "\(above) above, \(below) more"
    }
  }
}
