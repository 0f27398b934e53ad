import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

// The list and the grid.
extension BrowseView {
  func list(_ lines: inout BrowseLines) -> (lines: [StyledText], slots: [PictureSlot]) {
    let list = model.list
    guard let total = list.total else {
      return ([viewport.text(list.failure?.text ?? "Loading …", theme.quiet)], [])
    }
    guard total > 0 else { return (Wrapping(width: geometry.listWidth).lines(emptyText), []) }
    let places = list.top..<min(list.top + geometry.visible, total)
    return model.layout == .grid ? grid(places, &lines.cards) : (table(places, &lines.list), [])
  }

  private var emptyText: StyledText {
    let text: Message =
      switch model.tab {
      case _ where model.list.query.filter.search != nil: "Nothing matches. Esc shows all again."
      case .all: "No listings."
      case .mine: "You sell nothing here yet. \(command: "a") adds a listing."
      case .starred: "No stars yet. \(command: "*") stars a listing."
      case .drafts: "No drafts. Leave a form with Esc to save one."
      }
    return viewport.text(text, theme.quiet)
  }

  /// The drafts on the screen, one per line: the name and, where there is room, the listing, the
  /// price, the number of photos and the time.
  var drafts: [StyledText] {
    guard let rows = model.drafts.rows else { return [viewport.text("Loading …", theme.quiet)] }
    guard !rows.isEmpty else { return Wrapping(width: geometry.listWidth).lines(emptyText) }
    let places = model.drafts.top..<min(model.drafts.top + geometry.visible, rows.count)
    return places.map { place in
      let isSelected = place == model.drafts.cursor
      let row = draft(rows[place], mark: isSelected ? "▸ " : "  ")
      return isSelected
        ? StyledText(row.padded(to: geometry.listWidth).plain, Style(.inverse)) : row
    }
  }

  private func draft(_ draft: BrowseDraft, mark: String) -> StyledText {
    let width = geometry.listWidth
    let photos = Message(
      count: draft.photoCount, one: "1 photo", other: "\(draft.photoCount) photos")
    let kind: Message = draft.listing.map { "listing \($0)" } ?? "new"
    let facts = [
      viewport.text(kind, theme.quiet), draft.price.map { StyledText(UntrustedText($0).line) },
      draft.photoCount > 0 ? viewport.text(photos, theme.quiet) : nil,
      viewport.text(draft.time, theme.quiet),
    ].compactMap(\.self)
    let separator = StyledText(" · ", theme.quiet)
    let right =
      (0...facts.count).lazy.map { facts.prefix($0).joined(separator: separator) }
      .last { $0.width <= width / 2 } ?? ""
    let name =
      draft.title.map { StyledText(UntrustedText($0).line) }
      ?? viewport.text("without a name", theme.quiet)
    let left = StyledText(mark, theme.highlight) + name
    return left.fitted(to: max(width - right.width - 2, 1)) + "  " + right
  }

  private func grid(
    _ places: Range<Int>, _ cards: inout ListingGrid.Cache
  ) -> (lines: [StyledText], slots: [PictureSlot]) {
    var shown = ListingGrid.Cache()
    defer { cards = shown }
    let list = model.list
    let grid = ListingGrid(
      viewport: viewport, own: list.own, isOwnOnly: list.query.filter.isMine,
      width: geometry.listWidth, rows: geometry.bodyHeight)
    var lines: [StyledText] = []
    var slots: [PictureSlot] = []
    for start in stride(from: places.lowerBound, to: places.upperBound, by: grid.perLine) {
      let rows = (start..<min(start + grid.perLine, places.upperBound)).map { list.rows[$0] }
      let line = grid.lines(
        rows, selected: list.cursor - start, marked: model.marked, from: cards, to: &shown)
      slots += line.slots.map { $0.moved(down: lines.count) }
      lines += line.lines.prefix(geometry.lineHeight)
    }
    return (lines, slots)
  }

  private func table(_ places: Range<Int>, _ lines: inout ListingLines?) -> [StyledText] {
    let list = model.list
    let rows = places.map { list.rows[$0] }
    let width = geometry.listWidth - 2
    let names: ([ListingRow?]) -> (StyledText, [StyledText]) = { rows in
      ("", rows.map { StyledText($0.map { "\($0.product.id) \($0.product.name)" } ?? "…") })
    }
    let (head, body) = lines?.lines(rows, width: width).map { ($0.head, $0.body) } ?? names(rows)
    return [StyledText("  ") + head]
      + zip(places, body).flatMap { place, line -> [StyledText] in
        let isSelected = place == list.cursor
        let id = list.rows[place]?.product.id
        let isMarked = id.map(model.marked.contains) ?? false
        let mark =
          StyledText(isSelected ? "▸" : " ", theme.highlight)
          + StyledText(isMarked ? "✓" : " ", theme.highlight)
        let row = mark + line
        // The text loses its colors, because they would look patchy on the inverse bar.
        let shown =
          isSelected
          ? StyledText(row.padded(to: geometry.listWidth).plain, Style(.inverse)) : row
        return model.showsDescriptions ? [shown, description(of: place)] : [shown]
      }
  }

  private func description(of place: Int) -> StyledText {
    let text = (model.list.rows[place]?.product.description ?? "").prefix(400)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = UntrustedText(words).line
    return StyledText("     " + line, theme.quiet).truncated(to: geometry.listWidth)
  }
}

// The open listing.
extension BrowseView {
  func detail(width: Int) -> (lines: [StyledText], slots: [PictureSlot]) {
    guard let product = model.shownProduct else { return ([], []) }
    let lines = detailLines(width: width)
    guard lines.count <= geometry.bodyHeight else {
      return (scrolled(lines, from: model.detail?.top ?? 0), [])
    }
    let photo = currentPhoto(product)
    let start = lines.count + 1
    let rows = geometry.bodyHeight - start
    guard let photo, viewport.pictures != nil, rows >= 4 else { return (lines, []) }
    let slot = PictureSlot(
      listing: product.id, url: photo.url, line: start, column: 0, columns: width, rows: rows)
    return (lines, [slot])
  }

  private func detailLines(width: Int) -> [StyledText] {
    guard var row = model.list.row, let product = model.shownProduct else { return [] }
    row.product = product
    var detail = ListingDetail(row, isOwn: model.list.own?.owns(product) ?? false)
    detail.pictures = .never
    var lines = detail.lines(viewport: viewport, width: width)
    if let photo = currentPhoto(product), let count = product.pictures?.count, count > 1 {
      lines += ["", viewport.text("photo \(photo.number) of \(count)", theme.quiet)]
    }
    return lines
  }

  /// The number of lines of the open listing that do not fit on the screen.
  var hiddenDetailLines: Int {
    max(detailLines(width: geometry.detailWidth).count - geometry.bodyHeight, 0)
  }

  /// Returns the lines from `top` that fit on the screen. If more follow, the last one says so.
  func scrolled(_ lines: [StyledText], from top: Int) -> [StyledText] {
    let height = geometry.bodyHeight
    let top = min(top, max(lines.count - height, 0))
    var shown = Array(lines[top...].prefix(height))
    if top + height < lines.count {
      shown[height - 1] = viewport.text(" … \(command: "PgDn") shows more", theme.quiet)
    }
    return shown
  }

  /// The URL of the selected photo and its number, from 1. Until the photos are loaded, this is the
  /// thumbnail.
  private func currentPhoto(_ product: Product) -> (url: String, number: Int)? {
    let number = model.detail?.photo ?? 0
    guard let pictures = product.pictures, pictures.indices.contains(number) else {
      return product.thumbnail.map { ($0, 1) }
    }
    return (pictures[number].url, number + 1)
  }

  /// The screen on which the photo fills the window; nil if there is no photo, or if the terminal
  /// shows no pictures.
  var fullPicture: WindowScreen? {
    guard viewport.pictures != nil, let product = model.shownProduct,
      let photo = currentPhoto(product)
    else { return nil }
    let (columns, rows) = (model.size.columns - 1, model.size.rows - 1)
    let slot = PictureSlot(
      listing: product.id, url: photo.url, line: 0, column: 0, columns: columns, rows: rows)
    let blank = StyledText(String(repeating: " ", count: columns))
    let hint =
      status
      ?? viewport.text("\(command: "← →") other photos · \(command: "f") back", theme.quiet)
    let lines = Array(repeating: blank, count: rows) + [hint.truncated(to: columns)]
    return WindowScreen(frame: Frame(hidingCursor: lines), slots: [slot])
  }
}

// The keys.
extension BrowseView {
  var keys: [StyledText] {
    let rows: [(String, Message)] = [
      ("↑ ↓ j k", "move"), ("PgUp PgDn Home End", "page up, page down, first, last"),
      ("Enter l", "open the listing"), ("← →", "change the photo; move in the grid"),
      ("f", "the photo in the whole window"), ("h Esc q", "back"), ("1 2 3 4 Tab", "other lists"),
      ("g", "grid or table"), ("s", "next sort order"), ("d", "show or hide descriptions"),
      ("/", "search as you type; Enter to keep, Esc to cancel"),
      ("Space", "mark for edit, removal, star or any command"),
      ("a e", "add, edit in a form"), ("i", "your listings as a sheet, in the list Mine"),
      ("n", "write a note"),
      (":", "type a command at the prompt; enter browse to return"), ("x", "remove"),
      ("u", "undo the last change"), ("*", "star or unstar"), ("r", "reload"),
      (viewport.text("click, wheel").plain, "open, choose a tab, scroll; Shift selects text"),
    ]
    let wrapping = Wrapping(width: geometry.detailWidth, indent: 24)
    return rows.flatMap { key, meaning in
      wrapping.lines(
        StyledText(" ") + StyledText(key, theme.command).padded(to: 23) + viewport.text(meaning))
    }
  }
}
