import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// Turns a ``BrowseModel`` into a screen.
struct BrowseView {
  let model: BrowseModel
  let geometry: BrowseGeometry
  var viewport: Viewport { model.viewport }
  var theme: Theme { viewport.theme }
  private var width: Int { max(model.size.columns - 1, 1) }

  init(_ model: BrowseModel) {
    self.model = model
    geometry = model.geometry
  }

  func screen(_ lines: inout BrowseLines) -> WindowScreen {
    guard !geometry.isTooSmall else {
      return WindowScreen.tooSmall(viewport, rows: model.size.rows)
    }
    let isAsking = model.question != nil || isTyping || model.showsKeys
    if model.detail?.isFull == true, !isAsking, let screen = fullPicture { return screen }
    var (body, slots) = body(&lines)
    body = Array(body.prefix(geometry.bodyHeight))
    body += Array(repeating: StyledText(), count: geometry.bodyHeight - body.count)
    let rows = [tabs] + body + [lastLine]
    slots = slots.map { $0.moved(down: 1) }.filter { $0.line + $0.rows < model.size.rows }
    let cursor = Frame.Position(row: rows.count - 1, column: cursorColumn)
    let frame = Frame(rows: rows, cursor: cursor, isCursorHidden: !isTyping)
    return WindowScreen(frame: frame, slots: slots).padded()
  }

  private func body(
    _ lines: inout BrowseLines
  ) -> (lines: [StyledText], slots: [PictureSlot]) {
    if model.showsKeys { return (scrolled(keys, from: model.keysTop), []) }
    if model.tab == .drafts { return (drafts, []) }
    if geometry.detailCoversList { return detail(width: geometry.detailWidth) }
    var (left, slots) = list(&lines)
    guard model.detail != nil else { return (left, slots) }
    let (right, more) = detail(width: geometry.detailWidth)
    left += Array(repeating: StyledText(), count: max(geometry.bodyHeight - left.count, 0))
    let start = geometry.listWidth + 3
    let joined = left.prefix(geometry.bodyHeight).enumerated().map { index, line in
      line.fitted(to: geometry.listWidth) + StyledText(" │ ", theme.rule)
        + (index < right.count ? right[index] : StyledText())
    }
    return (joined, slots + more.map { $0.moved(right: start) })
  }

  /// Whether a text is typed in the last line.
  private var isTyping: Bool { model.typedSearch != nil || model.typedNote != nil }
}

// The first and the last line.
extension BrowseView {
  /// ` 1 All   2 Mine   3 Starred   4 Drafts ···· "mug" · price ↑ · 12 of 20,000`.
  private var tabs: StyledText {
    let left = tabTitles.joined(separator: " ")
    // The tab says whose listings they are.
    var query = model.list.query
    (query.filter.isMine, query.filter.isStarred) = (false, false)
    var parts = query.facets(money: viewport.money, zone: nil)
    let isDrafts = model.tab == .drafts
    if let total = isDrafts ? model.drafts.count : model.list.total, total > 0 {
      let cursor = isDrafts ? model.drafts.cursor : model.list.cursor
      parts.append("\(grouped: cursor + 1) of \(grouped: total)")
    }
    if model.list.isLoading { parts.append("…") }
    if !isDrafts, !model.marked.isEmpty { parts.insert("\(model.marked.count) marked", at: 0) }
    let right = parts.map { viewport.text($0, theme.quiet) }
      .joined(separator: StyledText(" · ", theme.quiet))
      .truncated(to: max(width - left.width - 2, 0))
    return left.padded(to: width - right.width) + right
  }

  /// In a narrow window the other tabs are only numbers.
  private var tabTitles: [StyledText] {
    let all = tabTitles { _ in true }
    return all.joined(separator: " ").width <= width * 2 / 3 ? all : tabTitles { $0 == model.tab }
  }

  private func tabTitles(isNamed: (BrowseTab) -> Bool) -> [StyledText] {
    BrowseTab.allCases.map { tab in
      let style = tab == model.tab ? Style([.bold, .inverse]) : theme.quiet
      let number = StyledText(" \(tab.rawValue + 1) ", style)
      guard isNamed(tab) else { return number }
      return number + viewport.text(tab.title, style) + StyledText(" ", style)
    }
  }

  func tab(at column: Int) -> BrowseTab? {
    var start = 0
    for (tab, title) in zip(BrowseTab.allCases, tabTitles) {
      if (start..<start + title.width).contains(column) { return tab }
      start += title.width + 1
    }
    return nil
  }

  private var lastLine: StyledText {
    if let word = model.typedSearch { return StyledText("/", theme.highlight) + StyledText(word) }
    if let note = model.typedNote {
      // The end of the note is what is typed.
      let line = notePrompt + StyledText(UntrustedText(note).line)
      return line.columns(max(line.width - width + 1, 0)..<line.width)
    }
    let text: StyledText =
      switch model.question {
      case .remove(let ids):
        viewport.text(
          ids.count == 1 ? "Remove listing \(ids[0])?" : "Remove \(ids.count) listings?",
          theme.highlight)
          + viewport.text(" \(command: "y") removes, any other key does not", theme.quiet)
          + StyledText(" · " + UntrustedText(removed(ids)).line, theme.quiet)
      case .undo(let undo):
        viewport.text("Undo \(undo.title)?", theme.highlight)
          + viewport.text(" \(command: "y") undoes it, any other key does not", theme.quiet)
      case .removeDraft(let name):
        viewport.text("Delete the draft \(name)?", theme.highlight)
          + viewport.text(" \(command: "y") deletes it, any other key does not", theme.quiet)
      case nil: status ?? hints
      }
    return text.truncated(to: width)
  }

  /// The name of a listing, or the ids of several.
  private func removed(_ ids: [Int]) -> String {
    guard ids.count == 1 else { return ids.map(String.init).joined(separator: " ") }
    return model.list.rows.values.first { $0.product.id == ids[0] }?.product.name ?? ""
  }

  /// A message, or the change that is under way.
  var status: StyledText? {
    (model.status ?? model.running?.progress).map { viewport.text($0, theme.highlight) }
  }

  /// `note on 12: `.
  private var notePrompt: StyledText {
    let id = model.marked.max() ?? model.list.row?.product.id ?? 0
    return viewport.text("note on \(id): ", theme.highlight)
  }

  private var cursorColumn: Int {
    if let note = model.typedNote {
      return min(notePrompt.width + DisplayWidth.of(note), width - 1)
    }
    return model.typedSearch.map { 1 + DisplayWidth.of($0) } ?? 0
  }

  private var hints: StyledText {
    if model.showsKeys {
      return viewport.text("any other key closes this", theme.quiet)
    }
    if model.tab == .drafts {
      return WindowScreen.hints(
        [
          "\(command: "↑ ↓") move", "\(command: "Enter") continue", "\(command: "x") delete",
          "\(command: "a") add listing", "\(command: "?") all keys", "\(command: "q") leave",
        ], viewport, width: width)
    }
    let parts: [Message] =
      model.detail == nil
      ? [
        "\(command: "↑ ↓") move", "\(command: "Enter") open", "\(command: "/") search",
        "\(command: "g") grid or table", "\(command: "s") sort", "\(command: "?") all keys",
        "\(command: "q") leave",
      ]
      : [
        "\(command: "↑ ↓") other listings", "\(command: "← →") photos",
        "\(command: "f") full window", "\(command: "e") edit", "\(command: "?") all keys",
        "\(command: "q") back",
      ]
    return WindowScreen.hints(parts, viewport, width: width)
  }
}
