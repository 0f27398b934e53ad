import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// The state of the window, a pure function of the events so far.
///
/// 1. All tabs have the same layout; each has its own cursor, filter and sort.
/// 2. While a listing is open, `detail` follows the cursor.
struct BrowseModel: WindowModel {
  /// A confirmation that the next key answers: `y` means yes, any other key no.
  enum Question: Hashable, Sendable {
    case remove([Int])
    case undo(BrowseUndo)
    case removeDraft(String)
  }

  private(set) var viewport: Viewport
  private(set) var size: TerminalSize
  var tab = BrowseTab.all
  var lists: [BrowseTab: BrowseList]
  var drafts = BrowseDrafts()
  var layout: ListLayout
  var marked: Set<Int> = []
  var detail: BrowseDetail?
  /// The search word while it is typed; nil otherwise.
  var typedSearch: String?
  /// The note while it is typed; nil otherwise.
  var typedNote: String?
  var question: Question?
  var status: Message?
  /// The change that is under way.
  var running: BrowseAction?
  var showsKeys = false
  /// The first line of the keys that is on the screen.
  var keysTop = 0
  var showsDescriptions = false
  /// The list as it was before the search word was typed.
  var before: BrowseList?
  /// The keys that wait for the first rows, which they act on. After the window was left, those that
  /// were typed for what comes next.
  var early: [Key] = []
  /// What the next screen reuses from this one.
  private var lines = BrowseLines()

  init(
    _ filter: ListQuery.Filter, sort: ListingSort, layout: ListLayout, viewport: Viewport,
    size: TerminalSize
  ) {
    self.viewport = viewport
    self.size = size
    self.layout = layout
    lists = [:]
    if filter.isMine { tab = .mine }
    if filter.isStarred { tab = .starred }
    for tab in BrowseTab.ofListings {
      var filter = filter
      filter.isMine = tab == .mine
      filter.isStarred = tab == .starred
      lists[tab] = BrowseList(filter, sort: sort)
    }
  }

  /// Comes back to where the window was left.
  mutating func resume(_ place: BrowsePlace) {
    tab = BrowseTab(rawValue: place.tab) ?? .all
    for tab in BrowseTab.ofListings {
      if let list = place.lists[tab.rawValue] { lists[tab] = BrowseList(list) }
    }
    layout = place.layout
    marked = place.marked
    showsDescriptions = place.showsDescriptions
    if place.isOpen { detail = BrowseDetail() }
  }

  var place: BrowsePlace {
    BrowsePlace(
      tab: tab.rawValue,
      lists: Dictionary(lists.map { ($0.key.rawValue, $0.value.place) }) { $1 },
      layout: layout, marked: marked, showsDescriptions: showsDescriptions, isOpen: detail != nil)
  }

  var list: BrowseList {
    get { lists[tab] ?? BrowseList(ListQuery.Filter(), sort: .newest) }
    set { lists[tab] = newValue }
  }

  var geometry: BrowseGeometry { BrowseGeometry(self) }

  /// The open listing, as far as it is loaded.
  var shownProduct: Product? {
    guard let detail, let row = list.row else { return nil }
    return detail.product?.id == row.product.id ? detail.product : row.product
  }

  /// Whether the photo fills the window. A listing without one is shown as usual.
  var isFull: Bool { detail?.isFull == true && BrowseView(self).fullPicture != nil }

  /// Requests the first rows to show. Must be called once, before the first event.
  mutating func start() -> [BrowseEffect] { settle() }

  mutating func screen() -> WindowScreen? {
    // With a single reference, the lines are changed in place instead of being copied.
    var lines = BrowseLines()
    swap(&lines, &self.lines)
    defer { self.lines = lines }
    return lines.screen(of: self)
  }

  func end(after error: (any Error)?) throws -> BrowseEnd? {
    if let error { throw error }
    return .quit
  }

  func unread(_ later: [TerminalInput]) -> [TerminalInput] {
    early.map(TerminalInput.key) + later
  }

  mutating func handle(_ event: BrowseEvent) -> [BrowseEffect] {
    switch event {
    case .input(.key(let key)):
      if [Key(.escape), .control("c")].contains(key) { early = [] }
      if mustWait(key) {
        early.append(key)
        return []
      }
      return type(key) + settle()
    case .input(.mouse(let mouse)):
      // It may lead to rows that the waiting keys were not meant for.
      early = []
      return click(mouse) + settle()
    case .input(.paste(let text)):
      let line = text.filter { !$0.isNewline }
      if typedNote != nil { typedNote? += line }
      guard typedSearch != nil else { return [] }
      type(line)
      return settle()
    case .input(.reply): return []
    case .resized(let viewport, let size):
      (self.viewport, self.size, lines) = (viewport, size, BrowseLines())
      return settle()
    case .page(let request, let result):
      lists[request.tab]?.take(request, result)
      if request.tab == tab, case .failure(let error) = result, list.failure != nil {
        status = "\(error.text) · \(command: "r") tries again"
      }
      return settle() + typeEarlyKeys()
    case .detail(let id, let result): return take(id, result)
    case .acted(let action, let result):
      finish(action, result)
      return settle()
    case .undoable(let result): return offer(result)
    case .drafts(let result):
      if let failure = drafts.take(result) { status = failure.text }
      return settle() + typeEarlyKeys()
    }
  }

  private mutating func finish(_ action: BrowseAction, _ result: Result<Message, WindowFailure>) {
    running = nil
    switch result {
    case .success(let text):
      status = text
      marked.subtract(action.targets)
    case .failure(let error): status = error.text
    }
    for tab in BrowseTab.ofListings { lists[tab]?.ask(keepsPlace: true) }
    drafts.forget()
    detail?.forget()
  }

  /// Asks whether to undo a change, unless the seller is busy with something else.
  private mutating func offer(_ result: Result<BrowseUndo?, WindowFailure>) -> [BrowseEffect] {
    guard running == nil, question == nil, typedSearch == nil, typedNote == nil else {
      return []
    }
    switch result {
    case .success(let undo?): question = .undo(undo)
    case .success(nil): return [.leave(.prompt("undo"))]
    case .failure(let error): status = error.text
    }
    return []
  }

  /// Scrolls to the cursor, and asks for the rows on the screen and the open listing.
  private mutating func settle() -> [BrowseEffect] {
    let geometry = geometry
    if tab == .drafts {
      drafts.scroll(visible: geometry.visible)
      return drafts.mustLoad() ? [.loadDrafts] : []
    }
    list.scroll(visible: geometry.visible, perLine: geometry.perLine)
    let range = list.top..<list.top + geometry.visible
    var effects = list.requests(for: range, tab).map(BrowseEffect.load)
    // A row of an outdated query may not exist any more.
    if detail != nil, list.isCurrent, let row = list.row, detail?.open(row) == true {
      effects.append(.loadDetail(row.product.id))
    }
    return effects
  }

  private mutating func take(
    _ id: Int, _ result: Result<Product, WindowFailure>
  ) -> [BrowseEffect] {
    switch result {
    case .success(let product):
      detail?.take(product)
      for tab in BrowseTab.ofListings { lists[tab]?.update(product) }
    case .failure(let error) where detail?.id == id: status = error.text
    case .failure: break
    }
    return []
  }
}

/// The listing that is shown in full.
struct BrowseDetail: Sendable {
  private(set) var id: Int?
  /// nil until it is loaded.
  private(set) var product: Product?
  /// The photo on the screen, from 0.
  private(set) var photo = 0
  /// Whether the photo fills the window.
  var isFull = false
  /// The first line of the text that is on the screen.
  var top = 0

  /// Opens a listing. Returns whether it must be loaded.
  mutating func open(_ row: ListingRow) -> Bool {
    guard row.product.id != id else { return false }
    id = row.product.id
    if product?.id != id { (product, photo, top) = (nil, 0, 0) }
    return true
  }

  mutating func forget() { id = nil }

  mutating func take(_ loaded: Product) {
    guard loaded.id == id else { return }
    product = loaded
  }

  mutating func turn(by step: Int) {
    let count = product?.pictures?.count ?? 0
    guard count > 0 else { return }
    photo = (photo + step + count) % count
  }
}
