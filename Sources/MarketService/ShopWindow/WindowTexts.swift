/// The texts of the shop window in one language.
struct WindowTexts: Sendable {
  let market: String
  let skip: String
  let search: String
  let searchButton: String
  let newest: String
  let results: @Sendable (_ word: String) -> String
  let count: @Sendable (_ listings: Int) -> String
  let layout: String
  let list: String
  let grid: String
  let pages: String
  let previous: String
  let next: String
  let page: @Sendable (_ number: Int, _ last: Int) -> String
  let empty: String
  let noResults: @Sendable (_ word: String) -> String
  let noPage: String
  let nameless: String
  let price: String
  let priceBefore: String
  let discount: @Sendable (_ percent: Int) -> String
  let stock: String
  let inStock: String
  let soldOut: String
  let remaining: @Sendable (_ items: Int) -> String
  let shop: String
  let added: String
  let changed: String
  let description: String
  let photos: String
  let photo: @Sendable (_ number: Int, _ count: Int, _ name: String) -> String
  let all: String
  let apps: String
  let notFound: String
  let notFoundHint: String
  let busy: String
  let busyHint: String
  let failed: String
  let failedHint: String

  static func of(_ language: WindowLanguage) -> WindowTexts {
    language == .korean ? korean : english
  }

  private static let english = WindowTexts(
    market: "Open Market", skip: "Skip to content", search: "Search listings and shops",
    searchButton: "Search", newest: "Newest listings",
    results: { "Results for “\($0)”" },
    count: { $0 == 1 ? "1 listing" : "\(grouped($0)) listings" },
    layout: "Layout", list: "List", grid: "Grid",
    pages: "Pages", previous: "Previous", next: "Next",
    page: { "Page \(grouped($0)) of \(grouped($1))" },
    empty: "There are no listings yet. Please come back later.",
    noResults: { "Nothing matches “\($0)”. Try fewer or other words." },
    noPage: "This page does not exist.", nameless: "Untitled listing",
    price: "Price", priceBefore: "Price before discount", discount: { "\($0)% off" },
    stock: "Stock", inStock: "In stock", soldOut: "Sold out",
    remaining: { $0 == 1 ? "Only 1 left" : "Only \($0) left" },
    shop: "Shop", added: "Added", changed: "Updated", description: "Description",
    photos: "Photos", photo: { "Photo \($0) of \($1): \($2)" },
    all: "All listings", apps: "For apps: the API of this market",
    notFound: "Not found",
    notFoundHint: "This listing does not exist, or its shop has removed it.",
    busy: "Please try again", busyHint: "The market is busy right now. Try again in a moment.",
    failed: "This did not work", failedHint: "Please check the address, or try again later.")

  private static let korean = WindowTexts(
    market: "오픈 마켓", skip: "본문으로 건너뛰기", search: "상품명이나 상점 이름으로 검색",
    searchButton: "검색", newest: "새로 올라온 상품",
    results: { "‘\($0)’ 검색 결과" }, count: { "상품 \(grouped($0))개" },
    layout: "보기 방식", list: "목록", grid: "격자",
    pages: "페이지", previous: "이전", next: "다음",
    page: { "\(grouped($1))페이지 중 \(grouped($0))페이지" },
    empty: "아직 올라온 상품이 없습니다. 나중에 다시 들러 주세요.",
    noResults: { "‘\($0)’에 맞는 상품이 없습니다. 다른 검색어로 찾아보세요." },
    noPage: "없는 페이지입니다.", nameless: "이름 없는 상품",
    price: "가격", priceBefore: "할인 전 가격", discount: { "\($0)% 할인" },
    stock: "재고", inStock: "재고 있음", soldOut: "품절", remaining: { "\($0)개 남음" },
    shop: "상점", added: "등록일", changed: "수정일", description: "상품 설명",
    photos: "사진", photo: { "사진 \($1)장 중 \($0)번째: \($2)" },
    all: "모든 상품", apps: "앱 개발자용: 이 마켓의 API",
    notFound: "찾을 수 없음", notFoundHint: "없는 상품이거나 상점에서 삭제한 상품입니다.",
    busy: "다시 시도해 주세요", busyHint: "지금은 이용자가 많습니다. 잠시 후 다시 시도해 주세요.",
    failed: "열 수 없음", failedHint: "주소를 확인하거나 나중에 다시 시도해 주세요.")

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
