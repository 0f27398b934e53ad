import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

// The keys; `BrowseView.keys` describes them.
extension BrowseModel {
  /// Handles a key. Korean letters count as the Latin letters on the same keys, except while a text
  /// is typed.
  mutating func type(_ key: Key) -> [BrowseEffect] {
    guard typedSearch == nil, typedNote == nil, case .text(let text) = key.code,
      key.modifiers.isEmpty
    else {
      return press(key)
    }
    return Dubeolsik.keys(text).flatMap { press(.text(String($0))) }
  }

  private mutating func press(_ key: Key) -> [BrowseEffect] {
    if key == .control("c") { return leave() }
    if key == .control("z") { return [.suspend] }
    if geometry.isTooSmall { return [.text("q"), Key(.escape)].contains(key) ? leave() : [] }
    status = nil
    if let question { return answer(question, key) }
    if typedSearch != nil { return edit(key) }
    if typedNote != nil { return editNote(key) }
    if showsKeys {
      if scrollKeys(key) { return [] }
      (showsKeys, keysTop) = (false, 0)
      // A key that does something in the list does it at once.
      let closes: [Key] = [
        Key(.escape), Key(.enter), .text("?"), .text("q"), .text(" "), Key(.down), Key(.up),
        Key(.pageDown), Key(.pageUp),
      ]
      if closes.contains(key) { return [] }
    }
    if tab == .drafts, let effects = pressInDrafts(key) { return effects }
    if detail != nil, let effects = pressInDetail(key) { return effects }
    if let step = step(of: key) {
      list.move(to: list.cursor + step)
      return []
    }
    switch key.code {
    case .home: list.move(to: 0)
    case .end: list.move(to: list.count - 1)
    case .enter: open()
    case .tab: select(BrowseTab(rawValue: (tab.rawValue + 1) % BrowseTab.allCases.count) ?? .all)
    case .escape: undoOneStep()
    case .text(let text) where key.modifiers.isEmpty: return pressLetter(text)
    default: break
    }
    return []
  }

  /// The keys of the open listing that differ from those of the list.
  private mutating func pressInDetail(_ key: Key) -> [BrowseEffect]? {
    switch key.code {
    case .left: detail?.turn(by: -1)
    case .right: detail?.turn(by: 1)
    case .text("f") where isFull: detail?.isFull = false
    case .text("f"):
      detail?.isFull = true
      if !isFull {
        detail?.isFull = false
        status = "There is no photo to show."
      }
    // In another order the cursor would be on another listing, which `x` would then remove.
    case .text("s"): status = "Close the listing to change the order."
    case .text("h"), .text("q"), .escape, .enter, .text("l"):
      if isFull { detail?.isFull = false } else { detail = nil }
    case .pageDown, .pageUp:
      let view = BrowseView(self)
      let hidden = view.hiddenDetailLines
      guard hidden > 0, let detail else { return nil }
      let page = max(view.geometry.bodyHeight - 2, 1)
      let top = min(detail.top, hidden) + (key.code == .pageDown ? page : -page)
      self.detail?.top = min(max(top, 0), hidden)
    default: return nil
    }
    return []
  }

  /// Scrolls the list of keys, if it does not fit the window; returns false for any other key.
  private mutating func scrollKeys(_ key: Key) -> Bool {
    let view = BrowseView(self)
    let hidden = max(view.keys.count - view.geometry.bodyHeight, 0)
    guard hidden > 0 else { return false }
    let page = max(view.geometry.bodyHeight - 2, 1)
    switch key.code {
    case .down, .text("j"): keysTop += 1
    case .up, .text("k"): keysTop -= 1
    case .text(" ") where keysTop == hidden: return false
    case .pageDown, .text(" "): keysTop += page
    case .pageUp: keysTop -= page
    default: return false
    }
    keysTop = min(max(keysTop, 0), hidden)
    return true
  }

  /// The distance that a key moves the cursor.
  func step(of key: Key) -> Int? {
    let geometry = geometry
    let line = detail == nil ? geometry.perLine : 1
    let isGrid = layout == .grid
    return switch key.code {
    case .up, .text("k"): -line
    case .down, .text("j"): line
    case .left where isGrid: -1
    case .right where isGrid: 1
    case .pageUp: -geometry.visible
    case .pageDown: geometry.visible
    default: nil
    }
  }

  private mutating func pressLetter(_ letter: String) -> [BrowseEffect] {
    switch letter {
    case "1", "2", "3", "4": select(BrowseTab(rawValue: Int(letter).map { $0 - 1 } ?? 0) ?? .all)
    case "l": open()
    case "g": layout = layout == .grid ? .table : .grid
    case "s": sortNext()
    case "d": showsDescriptions.toggle()
    case " ": mark()
    case "/":
      before = list
      typedSearch = list.query.filter.search ?? ""
    case "r":
      list.ask(keepsPlace: true)
      detail?.forget()
      return [.forgetLists]
    case "?": showsKeys = true
    case "q": return leave()
    case "u" where running == nil: return [.findUndo]
    case "a": return [.leave(.form(.add(draft: nil)))]
    case "i" where tab == .mine: return [.leave(.sheet)]
    case ":" where targets.isEmpty: return [.leave(.prompt(""))]
    case _ where targets.isEmpty: break
    default: return press(letter, on: targets)
    }
    return []
  }

  /// The keys that act on the open listing, on the marked ones or, without marks, on the one at the
  /// cursor; a note is written on one listing only.
  private mutating func press(_ letter: String, on targets: [Int]) -> [BrowseEffect] {
    let ids = targets.map(String.init).joined(separator: " ")
    switch letter {
    case "x" where running != nil, "*" where running != nil, "n" where running != nil: break
    case "x" where isOthers(targets), "e" where isOthers(targets):
      status =
        targets.count == 1
        ? "Listing \(targets[0]) belongs to another shop; only yours can be changed."
        : "These listings belong to other shops; only yours can be changed."
    // As many are confirmed by their number, at the prompt.
    case "x" where targets.count >= 10: return [.leave(.prompt("remove \(ids)"))]
    case "x": question = .remove(targets)
    case "*": return perform(areStarred ? .unstar(targets) : .star(targets))
    case "e" where targets.count > 1 && tab == .mine: return [.leave(.sheet)]
    case "e" where targets.count > 1: return [.leave(.prompt("edit \(ids) "))]
    case "e": return [.leave(.form(.edit(targets[0])))]
    case "n": typedNote = ""
    case ":": return [.leave(.prompt(" \(ids)"))]
    default: break
    }
    return []
  }

  /// Whether all of these listings belong to other shops, as far as they were loaded.
  private func isOthers(_ ids: [Int]) -> Bool {
    let rows = list.rows.values.filter { ids.contains($0.product.id) }
    return !rows.isEmpty && rows.allSatisfy { list.own?.owns($0.product) != true }
  }

  /// The open listing; otherwise the marked ones, or without any the one at the cursor.
  var targets: [Int] {
    marked.isEmpty || detail != nil ? list.row.map { [$0.product.id] } ?? [] : marked.sorted(by: >)
  }

  /// Whether all targets are starred, as far as they were loaded.
  private var areStarred: Bool {
    let targets = targets
    let rows = list.rows.values.filter { targets.contains($0.product.id) }
    return !rows.isEmpty && rows.allSatisfy(\.marks.isStarred)
  }

  private func leave() -> [BrowseEffect] { [.leave(.quit)] }

  private mutating func open() {
    if list.row != nil { detail = BrowseDetail() }
  }

  private mutating func select(_ wanted: BrowseTab) {
    guard wanted != tab else { return }
    tab = wanted
    // Without a row at the cursor of the new tab, no listing can be open.
    if list.row == nil { detail = nil }
  }

  private mutating func mark() {
    guard let id = list.row?.product.id else { return }
    if marked.remove(id) == nil { marked.insert(id) }
    list.move(to: list.cursor + 1)
  }

  /// Handles Esc: clears the marks or, without marks, the search.
  private mutating func undoOneStep() {
    if !marked.isEmpty {
      marked = []
    } else if list.query.filter.search != nil {
      list.ask(keepsPlace: true) { $0.filter.search = nil }
    }
  }

  private static let sorts: [ListingSort] = [
    .newest, ListingSort(.price), ListingSort(.price, isDescending: true), ListingSort(.name),
    ListingSort(.stock), ListingSort(.oldest),
  ]

  private mutating func sortNext() {
    let place = Self.sorts.firstIndex(of: list.query.sort) ?? -1
    let next = Self.sorts[(place + 1) % Self.sorts.count]
    list.ask(keepsPlace: false) { $0.sort = next }
  }

  private mutating func answer(_ question: Question, _ key: Key) -> [BrowseEffect] {
    self.question = nil
    guard key == .text("y") else {
      status = "Nothing was changed."
      return []
    }
    switch question {
    case .remove(let ids): return perform(.remove(ids))
    case .undo(let undo): return perform(.undo(undo))
    case .removeDraft(let name): return perform(.removeDraft(name))
    }
  }

  private mutating func perform(_ action: BrowseAction) -> [BrowseEffect] {
    running = action
    return [.perform(action)]
  }
}

// The drafts.
extension BrowseModel {
  /// The keys of the drafts; nil for a key that is the same everywhere.
  private mutating func pressInDrafts(_ key: Key) -> [BrowseEffect]? {
    let page = geometry.visible
    switch key.code {
    case .up, .text("k"): drafts.move(to: drafts.cursor - 1)
    case .down, .text("j"): drafts.move(to: drafts.cursor + 1)
    case .pageUp: drafts.move(to: drafts.cursor - page)
    case .pageDown: drafts.move(to: drafts.cursor + page)
    case .home: drafts.move(to: 0)
    case .end: drafts.move(to: drafts.count - 1)
    case .enter, .text("l"), .text("e"):
      if let draft = drafts.row { return [.leave(.form(draft.form))] }
    case .text("x"):
      if running == nil { question = drafts.row.map { .removeDraft($0.name) } }
    case .text("r"): drafts.forget()
    case .tab, .text("1"), .text("2"), .text("3"), .text("a"), .text("?"), .text("q"): return nil
    default: break
    }
    return []
  }
}

// The note.
extension BrowseModel {
  private mutating func editNote(_ key: Key) -> [BrowseEffect] {
    switch key.code {
    case .enter:
      let text = (typedNote ?? "").trimmingCharacters(in: .whitespaces)
      typedNote = nil
      guard !text.isEmpty, let id = targets.first else { return [] }
      return perform(.note(id, text))
    case .escape: typedNote = nil
    case .backspace where key.modifiers.isEmpty: typedNote = String((typedNote ?? "").dropLast())
    case .text("u") where key.modifiers == .control: typedNote = ""
    case .text(let text) where key.modifiers.isEmpty: typedNote? += text
    default: break
    }
    return []
  }
}

// The search word. Each change asks the market at once.
extension BrowseModel {
  mutating func type(_ text: String) { search((typedSearch ?? "") + text) }

  private mutating func edit(_ key: Key) -> [BrowseEffect] {
    switch key.code {
    case .enter:
      typedSearch = nil
      if before?.query != list.query, let words = list.query.filter.search {
        return [.recordSearch(words)]
      }
    case .escape:
      typedSearch = nil
      // The list as it was, with its cursor.
      if let before, before.queryVersion != list.queryVersion {
        list.ask(keepsPlace: false) { $0 = before.query }
        list.returnTo(before)
      }
    case .backspace where key.modifiers.isEmpty: search(String((typedSearch ?? "").dropLast()))
    case .text("u") where key.modifiers == .control: search("")
    case .text(let text) where key.modifiers.isEmpty: type(text)
    case .up: list.move(to: list.cursor - 1)
    case .down: list.move(to: list.cursor + 1)
    default: break
    }
    return []
  }

  private mutating func search(_ word: String) {
    typedSearch = word
    let wanted = word.trimmingCharacters(in: .whitespaces)
    guard (list.query.filter.search ?? "") != wanted else { return }
    list.ask(keepsPlace: false) { $0.filter.search = wanted.isEmpty ? nil : wanted }
  }
}

// The mouse.
extension BrowseModel {
  mutating func click(_ mouse: MouseEvent) -> [BrowseEffect] {
    guard !geometry.isTooSmall, typedSearch == nil, typedNote == nil, question == nil,
      !showsKeys, !isFull
    else { return [] }
    if tab == .drafts, mouse.kind != .press || mouse.row > 0 { return clickInDrafts(mouse) }
    switch mouse.kind {
    case .wheelUp: list.move(to: list.cursor - 3 * geometry.perLine)
    case .wheelDown: list.move(to: list.cursor + 3 * geometry.perLine)
    case .press:
      if mouse.row == 0 {
        if let tab = BrowseView(self).tab(at: mouse.column) { select(tab) }
      } else if let place = place(at: mouse), place < list.count {
        if place == list.cursor { open() } else { list.move(to: place) }
      }
    }
    return []
  }

  private mutating func clickInDrafts(_ mouse: MouseEvent) -> [BrowseEffect] {
    let place = drafts.top + mouse.row - 1
    switch mouse.kind {
    case .wheelUp: drafts.move(to: drafts.cursor - 3)
    case .wheelDown: drafts.move(to: drafts.cursor + 3)
    case .press where place == drafts.cursor: return pressInDrafts(Key(.enter)) ?? []
    case .press where place < drafts.count: drafts.move(to: place)
    case .press: break
    }
    return []
  }

  /// The position in the list under the mouse.
  private func place(at mouse: MouseEvent) -> Int? {
    let geometry = geometry
    guard !geometry.detailCoversList, mouse.column < geometry.listWidth else { return nil }
    let head = layout == .grid ? 1 : 2
    let line = mouse.row - head
    guard line >= 0, line < geometry.visible / geometry.perLine * geometry.lineHeight else {
      return nil
    }
    let column = mouse.column * geometry.perLine / max(geometry.listWidth, 1)
    return list.top + line / geometry.lineHeight * geometry.perLine + column
  }
}
