/// The completion menu as rows: a label each, what it is beside it, and how many there are beyond.
import TerminalKit

/// Lays a menu out. It stands below the input always, one candidate a row.
enum MenuLayout {
  /// More rows than this are not read at a glance.
  static let most = 10
  /// Labels get a multiple of this, so that typing on, which takes candidates away, rarely moves
  /// the column beside them.
  static let step = 8

  /// At most `height` rows. Where not all candidates fit, whole pages of them are shown, so moving
  /// the mark leaves the others where they are, and the last row counts what is not shown.
  static func rows(of menu: CompletionMenu, columns: Int, height: Int) -> [StyledText] {
    let count = menu.candidates.count
    guard height > 0, count > 0 else { return [] }
    let counts = count > height && height > 1
    let shown = counts ? height - 1 : min(height, count)
    let selected = menu.selected.map { min(max($0, 0), count - 1) }
    let first = min((selected ?? 0) / shown * shown, count - shown)
    let layout = layout(of: menu, columns: columns)
    var rows = (first..<first + shown).map { index in
      row(menu.candidates[index], isSelected: index == selected, layout, columns)
    }
    if counts {
      rows.append(rest(above: first, below: count - first - shown).truncated(to: columns))
    }
    return rows
  }

  private struct Layout {
    let label: Int
    let showsDetail: Bool
  }

  private static func layout(of menu: CompletionMenu, columns: Int) -> Layout {
    let room = max(columns - 2, 0)
    let showsDetail = menu.candidates.hasDetails && columns >= 24
    let wanted = (menu.candidates.widest + step - 1) / step * step
    return Layout(label: min(wanted, showsDetail ? room / 2 : room), showsDetail: showsDetail)
  }

  private static func row(
    _ candidate: Candidate, isSelected: Bool, _ layout: Layout, _ columns: Int
  ) -> StyledText {
    let label = candidate.label.oneLine.fitted(to: layout.label)
    let mark = isSelected ? ("> " + label).styled(Style(.inverse)) : "  " + label
    let room = columns - 2 - layout.label - 2
    guard layout.showsDetail, room > 0, !candidate.detail.isEmpty else {
      return mark.truncated(to: columns)
    }
    return mark + "  " + candidate.detail.oneLine.truncated(to: room).styled(.dim)
  }

  private static func rest(above: Int, below: Int) -> StyledText {
    switch (above, below) {
    case (0, _): StyledText("  … \(below) more", .dim)
    case (_, 0): StyledText("  … \(above) above", .dim)
    default: StyledText("  … \(above) above, \(below) more", .dim)
    }
  }
}
