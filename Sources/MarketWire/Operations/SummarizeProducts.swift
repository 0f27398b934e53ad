/// `GET /api/products?summary=1`: numbers about the listings that a filter means (API 7).
import Foundation

/// The question for numbers without rows.
public struct SummarizeProducts: MarketOperation {
  public var filter: ListingFilter

  public init(filter: ListingFilter = .all) {
    self.filter = filter
  }

  public var request: HTTPRequest {
    HTTPRequest(
      .get,
      RequestTarget(
        path: MarketPath.products, query: [.init(name: "summary", value: "1")] + filter.queryItems
      ).text)
  }

  /// Reads the query of a request; nil where it does not ask for a summary. What else a list is
  /// asked by changes no number and is passed over.
  public init?(target: RequestTarget) throws(RequestError) {
    guard try QueryReader(target: target).flag("summary") else { return nil }
    filter = try ListingFilter(target: target)
  }

  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<MarketSummary> {
    let value = try readJSON(response)
    // A market without the extension answers its plain list.
    guard let object = value.objectValue, object["count"] != nil else {
      throw .unexpected(
        DecodingIssue(path: "$.count", expected: "a whole number", found: "no summary"))
    }
    var reader = MemberReader()
    var summary = MarketSummary()
    func number(_ key: String) -> Int {
      reader.take(object[key], "$.\(key)", "a whole number", \.intValue) ?? 0
    }
    summary.count = number("count")
    summary.inStock = number("in_stock")
    summary.soldOut = number("sold_out")
    summary.discounted = number("discounted")
    summary.stock = number("stock")
    summary.prices = reader.members(object, "prices") { $0.prices($1, at: $2) }
    summary.weeks = reader.members(object, "weeks") { $0.week($1, at: $2) }
    summary.revision = response.revision
    return Decoded(summary, issues: reader.issues)
  }

  public static func response(_ summary: MarketSummary) -> HTTPResponse {
    let object: JSONObject = [
      "count": .integer(summary.count), "in_stock": .integer(summary.inStock),
      "sold_out": .integer(summary.soldOut), "discounted": .integer(summary.discounted),
      "stock": .integer(summary.stock), "prices": .array(summary.prices.map(\.json)),
      "weeks": .array(
        summary.weeks.map { week in
          .object(["start": .string(week.start.dayText), "count": .integer(week.count)])
        }),
    ]
    var response = HTTPResponse.json(.object(object))
    response.revision = summary.revision
    return response
  }
}

extension MarketSummary.Prices {
  fileprivate var json: JSON {
    .object([
      "currency": .string(currency.rawValue), "count": .integer(count), "value": .decimal(value),
      "lowest": .decimal(lowest), "lower_quartile": .decimal(lowerQuartile),
      "median": .decimal(median), "upper_quartile": .decimal(upperQuartile),
      "highest": .decimal(highest),
    ])
  }
}

extension MemberReader {
  /// The elements of an array that `read` can use.
  fileprivate mutating func members<T>(
    _ object: JSONObject, _ key: String, _ read: (inout MemberReader, JSONObject, String) -> T?
  ) -> [T] {
    let values = take(object[key], "$.\(key)", "an array", \.arrayValue) ?? []
    return values.enumerated().compactMap { index, value in
      let path = "$.\(key)[\(index)]"
      return take(value, path, "an object", \.objectValue).flatMap { read(&self, $0, path) }
    }
  }

  fileprivate mutating func prices(
    _ object: JSONObject, at path: String
  ) -> MarketSummary.Prices? {
    func amount(_ key: String) -> Decimal? {
      take(object[key], "\(path).\(key)", "a number", \.decimalValue)
    }
    guard let code = take(object["currency"], "\(path).currency", "a text", \.stringValue),
      let count = take(object["count"], "\(path).count", "a whole number", \.intValue),
      let value = amount("value"), let lowest = amount("lowest"),
      let lower = amount("lower_quartile"), let median = amount("median"),
      let upper = amount("upper_quartile"), let highest = amount("highest")
    else { return nil }
    return MarketSummary.Prices(
      currency: Currency(rawValue: code), count: count, value: value, lowest: lowest,
      lowerQuartile: lower, median: median, upperQuartile: upper, highest: highest)
  }

  fileprivate mutating func week(_ object: JSONObject, at path: String) -> MarketSummary.Week? {
    guard
      let start = take(
        object["start"], "\(path).start", "a date",
        { value in value.stringValue.flatMap(WireDate.init(text:)) }),
      let count = take(object["count"], "\(path).count", "a whole number", \.intValue)
    else { return nil }
    return MarketSummary.Week(start: start, count: count)
  }
}
