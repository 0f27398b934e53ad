import Formatting
import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import ScreenPictures
import SellerSession
import TerminalKit

@testable import FullScreen

/// A window over a market in memory. Answers come when a test wants them.
struct BrowseSample {
  static let own = OwnShop(vendorID: 7, name: "도자기공방")
  private static let now = WireDate(milliseconds: 1_795_273_445_678)

  var model: BrowseModel
  var products: [Product]
  /// The requests without an answer.
  var requests: [BrowseRequest] = []
  var details: [Int] = []
  var actions: [BrowseAction] = []
  /// The drafts, and how often they were asked for.
  var drafts: [BrowseDraft] = []
  var draftLoads = 0
  /// How often the last change was looked for.
  var undoSearches = 0
  var end: BrowseEnd?

  init(
    count: Int = 250, columns: Int = 80, rows: Int = 24, layout: ListLayout = .table,
    catalog: MessageCatalog = .english
  ) {
    let newest = max(1000, count)
    products = (0..<count).map { Self.product(newest - $0) }
    let size = TerminalSize(columns: columns, rows: rows)
    model = BrowseModel(
      ListQuery.Filter(), sort: .newest, layout: layout,
      viewport: Self.viewport(size, catalog), size: size)
    carryOut(model.start())
  }

  /// Opens the window again where it was left.
  mutating func resume(_ place: BrowsePlace) {
    model.resume(place)
    carryOut(model.start())
  }

  static func viewport(
    _ size: TerminalSize, _ catalog: MessageCatalog = .english
  ) -> Viewport {
    var viewport = Viewport(
      columns: size.columns, isTerminal: true,
      money: MoneyText(locale: Locale(identifier: "ko_KR")),
      timeZone: TimeZone(identifier: "Asia/Seoul") ?? .gmt, now: now)
    viewport.rows = size.rows
    viewport.catalog = catalog
    viewport.pictures = PictureSpace(windowRows: size.rows)
    return viewport
  }

  static func product(_ id: Int) -> Product {
    let names = ["참나무 머그컵", "Ash bowl with a long name, turned by hand", "Walnut spoon", "달항아리"]
    let price = Decimal(id * 100)
    let isOwn = id.isMultiple(of: 5)
    return Product(
      id: id, vendor: Vendor(id: isOwn ? 7 : 3, name: isOwn ? "도자기공방" : "north & needle"),
      name: "\(names[id % names.count]) \(id)",
      description: "Made of clay from the river, no. \(id).",
      thumbnail: id.isMultiple(of: 7) ? nil : "http://market.test/\(id)_thumb.jpg",
      price: Money(price, .krw),
      salePrice: Money(id.isMultiple(of: 3) ? price - 1000 : price, .krw),
      discount: Money(id.isMultiple(of: 3) ? 1000 : 0, .krw), stock: id % 12,
      createdAt: now, issuedAt: now)
  }

  var screen: WindowScreen {
    var lines = BrowseLines()
    return lines.screen(of: model)
  }

  /// The rows of the window as text.
  var text: [String] { screen.frame.rows.map(\.plain) }

  /// The listings of a query.
  func matches(_ query: ListQuery) -> [Product] {
    products.filter { product in
      (!query.filter.isMine || Self.own.owns(product))
        && query.filter.search.map { product.name.contains($0) } ?? true
    }
  }

  mutating func handle(_ event: BrowseEvent) { carryOut(model.handle(event)) }

  mutating func press(_ keys: Key...) { for key in keys { handle(.input(.key(key))) } }

  mutating func type(_ text: String) {
    for character in text { press(.text(String(character))) }
  }

  mutating func resize(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    handle(.resized(Self.viewport(size), size))
  }

  /// Answers a request, by default the oldest one.
  mutating func answer(at index: Int = 0, failing: Message? = nil) {
    let request = requests.remove(at: index)
    if let failing { return handle(.page(request, .failure(WindowFailure(failing)))) }
    let found = matches(request.query)
    let start = (request.query.page - 1) * request.query.perPage
    let rows = found.dropFirst(start).prefix(request.query.perPage).map { ListingRow($0) }
    handle(
      .page(request, .success(BrowsePage(rows: Array(rows), total: found.count, own: Self.own))))
  }

  /// Ends the running action.
  mutating func finish(_ text: Message) {
    guard let action = model.running else { return }
    handle(.acted(action, .success(text)))
  }

  mutating func finish(failing text: Message) {
    guard let action = model.running else { return }
    handle(.acted(action, .failure(WindowFailure(text))))
  }

  /// Answers everything that was asked.
  mutating func answerAll() {
    while !requests.isEmpty || !details.isEmpty {
      if !requests.isEmpty { answer() }
      while let id = details.popLast() {
        guard var product = products.first(where: { $0.id == id }) else { continue }
        product.pictures = (1...3).map { (number: Int) in
          ProductImage(
            id: number, url: "http://market.test/\(id)_\(number).jpg", thumbnailURL: nil)
        }
        handle(.detail(id, .success(product)))
      }
    }
  }

  private mutating func carryOut(_ effects: [BrowseEffect]) {
    for effect in effects {
      switch effect {
      case .load(let request): requests.append(request)
      case .loadDetail(let id): details.append(id)
      case .perform(let action): actions.append(action)
      case .leave(let end): self.end = end
      case .findUndo: undoSearches += 1
      case .loadDrafts: draftLoads += 1
      case .suspend, .forgetLists, .recordSearch: break
      }
    }
  }
}
