import MarketTestSupport
import MarketWire
import Testing

/// A kind of damage to a member.
enum Damage: CaseIterable {
  case absent, null, wrongType

  /// Damages a member and returns what the issue reports as found.
  @discardableResult
  func apply(to object: inout JSONObject, _ key: String) -> String {
    switch self {
    case .absent: object[key] = nil
    case .null: object[key] = .null
    case .wrongType: object[key] = object[key]?.boolValue == nil ? .bool(true) : []
    }
    return object[key]?.kind ?? "nothing"
  }
}

@Suite(.timeLimit(.minutes(60))) struct MissingMemberTests {
  private static let common = [
    "name", "thumbnail", "currency", "price", "bargain_price", "discounted_price", "stock",
    "created_at", "issued_at",
  ]
  /// The members that some generation does not send, so their absence is not an issue.
  private static let optional: Set = ["vendor_id", "vendorName", "description"]

  private func object(_ name: String) throws -> JSONObject {
    try #require(JSON(parsing: try Fixture.bytes("api/\(name).json")).objectValue)
  }

  /// Returns the page after damage to a member of the fourth row, and what the issue reports as
  /// found.
  private func damagedList(
    _ key: String, _ damage: Damage
  ) throws -> (Decoded<ProductPage>, found: String) {
    var list = try object("list-v3")
    var rows = try #require(list["pages"]?.arrayValue)
    var row = try #require(rows[3].objectValue)
    let found = damage.apply(to: &row, key)
    rows[3] = .object(row)
    list["pages"] = .array(rows)
    return (try ListProducts.decode(.json(.object(list))), found)
  }

  @Test(arguments: common + optional.sorted(), Damage.allCases)
  func `a damaged member of a row is an issue, and all rows are kept`(
    key: String, damage: Damage
  ) throws {
    let whole = try ListProducts.decode(.json(.object(try object("list-v3")))).value
    let (reading, found) = try damagedList(key, damage)
    #expect(reading.value.products.map(\.id) == whole.products.map(\.id))
    for index in whole.products.indices where index != 3 {
      #expect(reading.value.products[index] == whole.products[index])
    }
    #expect(reading.value.products[3] != whole.products[3])
    // Some markets send null for an empty description.
    let isEmpty = key == "description" && damage == .null
    guard !isEmpty, damage != .absent || !Self.optional.contains(key) else {
      return #expect(reading.issues.isEmpty)
    }
    #expect(reading.issues.map(\.path) == ["$.pages[3].\(key)"])
    #expect(reading.issues.map(\.found) == [found])
  }

  @Test(arguments: Damage.allCases)
  func `a row without a usable id is left out with an issue`(damage: Damage) throws {
    let (reading, found) = try damagedList("id", damage)
    #expect(reading.value.products.map(\.id) == [108, 107, 106, 104, 103, 102, 101])
    #expect(
      reading.issues == [
        DecodingIssue(path: "$.pages[3].id", expected: "a whole number", found: found)
      ])
  }

  @Test(arguments: [JSON.null, .bool(true), "row", 5, .array([])])
  func `a row that is not an object is left out with an issue`(row: JSON) throws {
    var list = try object("list-v3")
    var rows = try #require(list["pages"]?.arrayValue)
    rows[0] = row
    list["pages"] = .array(rows)
    let reading = try ListProducts.decode(.json(.object(list)))
    #expect(reading.value.products.count == 7)
    #expect(reading.issues.map(\.path) == ["$.pages[0]"])
    #expect(reading.issues.map(\.found) == [row.kind])
  }

  @Test(
    arguments: [
      "pageNo", "itemsPerPage", "totalCount", "lastPage", "hasNext", "hasPrev",
    ], Damage.allCases)
  func `a damaged member of the envelope is an issue, and all rows are kept`(
    key: String, damage: Damage
  ) throws {
    var list = try object("list-v3")
    let found = damage.apply(to: &list, key)
    let reading = try ListProducts.decode(.json(.object(list)))
    #expect(reading.value.products.count == 8)
    #expect(reading.issues.map(\.path) == ["$.\(key)"])
    #expect(reading.issues.map(\.found) == [found])
  }

  @Test(
    arguments: [
      "page_no", "items_per_page", "total_count", "last_page", "has_next", "has_prev",
    ], Damage.allCases)
  func `an issue in an envelope of v2 has the member name of v2`(
    key: String, damage: Damage
  ) throws {
    var list = try object("same-v2")
    damage.apply(to: &list, key)
    let reading = try ListProducts.decode(.json(.object(list)))
    #expect(reading.value.products.count == 1)
    #expect(reading.issues.map(\.path) == ["$.\(key)"])
  }

  @Test(arguments: Damage.allCases)
  func `a list without rows throws an error`(damage: Damage) throws {
    var list = try object("list-v3")
    let found = damage.apply(to: &list, "pages")
    let expected = ResponseError.unexpected(
      DecodingIssue(path: "$.pages", expected: "an array", found: found))
    #expect(throws: expected) { try ListProducts.decode(.json(.object(list))) }
  }

  @Test(arguments: common + ["vendor_id", "description", "images", "vendors"], Damage.allCases)
  func `a damaged member of a detail is an issue, and the rest is kept`(key: String, damage: Damage)
    throws
  {
    let whole = try ShowProduct.decode(.json(.object(try object("detail-v3")))).value
    var object = try object("detail-v3")
    let found = damage.apply(to: &object, key)
    let reading = try ShowProduct.decode(.json(.object(object)))
    #expect(reading.value.id == whole.id)
    #expect(key == "images" || reading.value.pictures == whole.pictures)
    // Without images and vendors, a detail has the shape of a row.
    let mayBeAbsent = Self.optional.contains(key) || key == "images" || key == "vendors"
    let isEmpty = key == "description" && damage == .null
    guard !isEmpty, damage != .absent || !mayBeAbsent else {
      return #expect(reading.issues.isEmpty)
    }
    #expect(reading.issues.map(\.path) == ["$.\(key)"])
    #expect(reading.issues.map(\.found) == [found])
  }

  @Test(arguments: ["id", "url", "thumbnail_url", "issued_at"], Damage.allCases)
  func `a damaged member of an image is an issue`(key: String, damage: Damage) throws {
    var object = try object("detail-v3")
    var images = try #require(object["images"]?.arrayValue)
    var image = try #require(images[1].objectValue)
    let found = damage.apply(to: &image, key)
    images[1] = .object(image)
    object["images"] = .array(images)
    let reading = try ShowProduct.decode(.json(.object(object)))
    #expect(reading.value.pictures?.count == (key == "url" ? 1 : 2))
    #expect(reading.issues.map(\.path) == ["$.images[1].\(key)"])
    #expect(reading.issues.map(\.found) == [found])
  }

  @Test(arguments: ["id", "name"], Damage.allCases)
  func `a damaged member of the vendor is an issue`(key: String, damage: Damage) throws {
    var object = try object("detail-v3")
    var vendor = try #require(object["vendors"]?.objectValue)
    let found = damage.apply(to: &vendor, key)
    object["vendors"] = .object(vendor)
    let reading = try ShowProduct.decode(.json(.object(object)))
    #expect(reading.value.vendor.id == 7)
    #expect(reading.issues.map(\.path) == ["$.vendors.\(key)"])
    #expect(reading.issues.map(\.found) == [found])
  }

  @Test(arguments: ["{}", "[]", "null", #"{"id":"5"}"#, #"{"id":1.5}"#, #"{"id":1E300}"#])
  func `a detail without a usable id throws an error`(body: String) {
    #expect(throws: ResponseError.self) { try ShowProduct.decode(success(body)) }
  }

  @Test(arguments: [
    ("created_at", #""yesterday""#), ("created_at", "1611523563"), ("stock", "1.5"),
    ("stock", "1E40"), ("price", "1E400"), ("price", #""12""#), ("currency", #""""#),
    ("issued_at", #""2022-02-30T00:00:00""#),
  ])
  func `an impossible value is left out with an issue`(key: String, value: String) throws {
    var object = try object("detail-v3")
    object[key] = try JSON(parsing: value)
    let reading = try ShowProduct.decode(.json(.object(object)))
    #expect(reading.issues.map(\.path) == ["$.\(key)"])
  }

  @Test(arguments: [
    "title", "price", "currency", "stock", "thumbnails", "registration_date", "images",
    "descriptions",
  ])
  func `a damaged member of v1 is an issue`(key: String) throws {
    var object = try object("detail-v1")
    Damage.wrongType.apply(to: &object, key)
    let reading = try ShowProduct.decode(.json(.object(object)))
    #expect(reading.value.id == 31)
    #expect(reading.issues.map(\.path) == ["$.\(key)"])
  }
}
