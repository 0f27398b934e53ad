import MarketWire

/// The texts of the shop window in one language, each in English and in Korean.
struct WindowTexts {
  let language: WindowLanguage

  var market: String { of("Open Market", "오픈 마켓") }
  var skip: String { of("Skip to content", "본문으로 건너뛰기") }
  var search: String { of("Search listings and shops", "상품명이나 상점 이름으로 검색") }
  var searchButton: String { of("Search", "검색") }
  var newest: String { of("Newest listings", "새로 올라온 상품") }
  var listings: String { of("Listings", "상품") }
  var filters: String { of("Sort and filter", "정렬·조건") }
  var order: String { of("Sort by", "정렬") }
  func sort(_ sort: ListingSort) -> String {
    switch sort.text {
    case "price": of("Lowest price", "낮은 가격순")
    case "-price": of("Highest price", "높은 가격순")
    case "-discount": of("Largest discount", "할인율순")
    case "name": of("Name", "상품명순")
    default: of("Newest", "최신순")
    }
  }
  var minPrice: String { of("Price from", "최저 가격") }
  var maxPrice: String { of("to", "최고 가격") }
  var currency: String { of("Currency", "통화") }
  var onlyInStock: String { of("In stock only", "재고 있는 상품만") }
  var apply: String { of("Show", "보기") }
  var noMatches: String {
    of("No listing fits these choices.", "조건에 맞는 상품이 없습니다.")
  }
  func results(_ word: String) -> String { of("Results for “\(word)”", "‘\(word)’ 검색 결과") }
  func count(_ listings: Int) -> String {
    let number = Self.grouped(listings)
    return of(listings == 1 ? "1 listing" : "\(number) listings", "상품 \(number)개")
  }

  var layout: String { of("Layout", "보기 방식") }
  var list: String { of("List", "목록") }
  var grid: String { of("Grid", "카드") }
  var pages: String { of("Pages", "페이지") }
  var previous: String { of("Previous", "이전") }
  var next: String { of("Next", "다음") }
  func page(_ number: Int, _ last: Int) -> String {
    let (number, last) = (Self.grouped(number), Self.grouped(last))
    return of("Page \(number) of \(last)", "\(last)페이지 중 \(number)페이지")
  }

  var empty: String {
    of(
      "There are no listings yet. Please come back later.",
      "아직 올라온 상품이 없습니다. 나중에 다시 들러 주세요.")
  }
  func noResults(_ word: String) -> String {
    of(
      "Nothing matches “\(word)”. Try fewer or other words.",
      "‘\(word)’에 맞는 상품이 없습니다. 다른 검색어로 찾아보세요.")
  }
  var noPage: String { of("This page does not exist.", "없는 페이지입니다.") }

  var nameless: String { of("Untitled listing", "이름 없는 상품") }
  var priceBefore: String { of("Price before discount", "할인 전 가격") }
  func discount(_ percent: Int) -> String { of("\(percent)% off", "\(percent)% 할인") }
  var stock: String { of("Stock", "재고") }
  var inStock: String { of("In stock", "재고 있음") }
  var soldOut: String { of("Sold out", "품절") }
  func remaining(_ items: Int) -> String {
    of(items == 1 ? "Only 1 left" : "Only \(items) left", "\(items)개 남음")
  }
  var shop: String { of("Shop", "상점") }
  var shopContact: String { of("Contact", "연락처") }
  var added: String { of("Added", "등록일") }
  var changed: String { of("Updated", "수정일") }
  var description: String { of("Description", "상품 설명") }
  var photos: String { of("Photos", "사진") }
  func photo(_ number: Int, _ count: Int, _ name: String) -> String {
    of("Photo \(number) of \(count): \(name)", "사진 \(count)장 중 \(number)번째: \(name)")
  }
  func moreOf(_ shop: String) -> String { of("More of \(shop)", "\(shop)의 다른 상품") }
  var allOfShop: String { of("All of this shop", "이 상점의 모든 상품") }
  var tags: String { of("Price tags", "가격표") }
  func firstTags(_ count: Int) -> String {
    of(
      "Only the \(count) newest listings are on this sheet.",
      "최근에 올린 상품 \(count)개만 이 가격표에 있습니다.")
  }
  var all: String { of("All listings", "모든 상품") }
  /// The title of a text of the operator.
  func operatorText(_ name: String) -> String {
    switch name {
    case "about": of("About", "소개")
    case "rules": of("Rules", "이용 규칙")
    case "contact": of("Contact", "문의")
    default: of("Privacy", "개인정보")
    }
  }
  var report: String { of("Report this listing", "이 상품 신고하기") }
  var apps: String { of("For apps: the API of this market", "앱 개발자용: 이 마켓의 API") }

  var notFound: String { of("Not found", "찾을 수 없음") }
  var notFoundHint: String {
    of(
      "This listing does not exist, or it has been removed.", "없는 상품이거나 삭제된 상품입니다.")
  }
  var gone: String { of("No longer available", "판매가 끝난 상품") }
  var goneHint: String {
    of("This listing has been removed.", "삭제된 상품입니다.")
  }
  var busy: String { of("Please try again", "다시 시도해 주세요") }
  var busyHint: String {
    of(
      "The market cannot answer right now. Try again in a moment.",
      "지금은 페이지를 보여 드릴 수 없습니다. 잠시 후 다시 시도해 주세요.")
  }
  var failed: String { of("This did not work", "열 수 없음") }
  var failedHint: String {
    of(
      "Please check the address, or try again later.",
      "주소를 확인하거나 나중에 다시 시도해 주세요.")
  }

  private func of(_ english: String, _ korean: String) -> String {
    language == .korean ? korean : english
  }

  /// The number with a comma after each three digits, as both languages write it.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return String(
      digits.indices.flatMap { index in
        index > 0 && (digits.count - index).isMultiple(of: 3)
          ? [",", digits[index]] : [digits[index]]
      })
  }
}
