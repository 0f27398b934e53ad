/// What a list was asked for: enough to go on with it.
import CommandLanguage
import MarketRender
import MarketWire

/// A list as a seller asked for it.
struct ListRequest: Hashable, Sendable {
  var narrowing = Narrowing()
  var sort = ListingSort.newest
  /// From 1.
  var page = 1
  var perPage = 20
  /// Every page at once.
  var isAll = false
  /// Whether it was said which part is wanted; otherwise a pipe is told what it does not get.
  var isCut = false
  var layout = ProductListing.Layout.table
  /// Whether pictures are drawn or named; nil leaves it to the layout and the settings.
  var namesPictures: Bool?
  /// Whether a table has a small picture beside each row.
  var hasThumbnails = false

  /// The command that gives this list on `page`.
  func command(page: Int) -> String {
    var words = ["list"] + narrowing.options
    if !sort.isPlain {
      words.append("--sort \(sort.key.rawValue)")
      if sort.isFalling { words.append("--desc") }
    }
    if perPage != 20 { words.append("--per-page \(perPage)") }
    if page != 1 { words.append("--page \(page)") }
    return words.joined(separator: " ")
  }

  /// Whether the order goes by amounts of money.
  var ordersAmounts: Bool { !sort.isPlain && sort.key == .price }

  /// What it is narrowed to and ordered by, as a heading says it.
  func facets(money: MoneyText, zone: String?) -> [String] {
    let order: [String] =
      switch (sort.isPlain, sort.key) {
      case (true, _): []
      case (_, .newest), (_, .oldest): ["oldest first"]
      case (_, let key): ["\(key.rawValue) \(sort.isFalling ? "↓" : "↑")"]
      }
    return narrowing.facets(money: money, zone: zone) + order
  }
}

extension Session {
  /// The list that options ask for. What they choose holds for the next lists, too, once there is
  /// this one.
  func list(_ input: Input, _ narrowing: Narrowing) async throws -> Output {
    let output = try await list(try listRequest(input, narrowing))
    keepList(layout: layout(input), sort: sort(input), perPage: pageSize(input))
    return output
  }

  /// What the options of a list say, with what they leave open taken from what was chosen before,
  /// at the prompt, and from what is set.
  private func listRequest(_ input: Input, _ narrowing: Narrowing) throws -> ListRequest {
    var request = ListRequest(narrowing: narrowing)
    let size = pageSize(input)
    request.page = input[PageOptions.page].value
    request.isAll = input[PageOptions.all]
    request.isCut = request.isAll || size != nil || input.mentions(PageOptions.page)
    request.layout = layout(input) ?? chosenLayout
    request.sort = sort(input) ?? chosenSort
    switch input[PageOptions.pictures] {
    case .on: request.namesPictures = true
    case .off: request.namesPictures = false
    case .whenTerminalCan: request.namesPictures = nil
    }
    request.hasThumbnails = input[PageOptions.thumbs]
    request.perPage = size ?? chosenPageSize(request)
    return request
  }

  private func pageSize(_ input: Input) -> Int? {
    (input[PageOptions.perPage] ?? input[PageOptions.limit])?.value
  }

  /// The layout that was asked for; small pictures stand in a table.
  private func layout(_ input: Input) -> ProductListing.Layout? {
    if input[PageOptions.grid] { return .grid }
    return input[PageOptions.table] || input[PageOptions.thumbs] ? .table : nil
  }

  /// The order that was asked for; `--desc` alone turns the one around that there is.
  private func sort(_ input: Input) -> ListingSort? {
    let isTurned = input[PageOptions.desc]
    guard let asked = input[PageOptions.sort]?.sort else {
      guard isTurned else { return nil }
      return ListingSort(chosenSort.key, isFalling: !chosenSort.isFalling)
    }
    return ListingSort(asked.key, isFalling: asked.isFalling || isTurned)
  }
}
