import Foundation

/// `GET /api/products?summary=1`: reads statistics about the listings of a filter (API 7.3).
public struct SummarizeProducts: MarketOperation {
  /// The filter of the listings.
  public var filter: ListingFilter

  /// Creates the request for a summary.
  public init(filter: ListingFilter = .all) {
    self.filter = filter
  }

  /// The request of the client.
  public var request: HTTPRequest {
    HTTPRequest(
      .get,
      RequestTarget(
        path: MarketPath.products, query: [.init(name: "summary", value: "1")] + filter.queryItems
      ).text)
  }

  /// Decodes a query; returns nil if it does not ask for a summary.
  ///
  /// The sort order and the page are ignored, because they do not change the numbers.
  ///
  /// - Throws: ``RequestError``.
  public init?(target: RequestTarget) throws(RequestError) {
    guard try QueryReader(target: target).flag("summary") else { return nil }
    filter = try ListingFilter(target: target)
  }

  /// Decodes the summary; the plain list of a market without the extension `summary` is an error.
  public static func decode(
    _ response: HTTPResponse
  ) throws(ResponseError) -> Decoded<MarketSummary> {
    let value = try readJSON(response)
    // A market without the extension ignores the parameter and returns its plain list.
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

  /// Returns the response of the service.
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
      "histogram": .array(
        histogram.map { bin in
          .object([
            "from": .decimal(bin.from), "to": .decimal(bin.to), "count": .integer(bin.count),
          ])
        }),
    ])
  }
}

extension MemberReader {
  /// Returns the elements of an array that `read` can decode.
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
    guard let code = take(object["currency"], "\(path).currency", "a string", \.stringValue),
      let count = take(object["count"], "\(path).count", "a whole number", \.intValue),
      let value = amount("value"), let lowest = amount("lowest"),
      let lower = amount("lower_quartile"), let median = amount("median"),
      let upper = amount("upper_quartile"), let highest = amount("highest")
    else { return nil }
    var prices = MarketSummary.Prices(
      currency: Currency(rawValue: code), count: count, value: value, lowest: lowest,
      lowerQuartile: lower, median: median, upperQuartile: upper, highest: highest)
    // Markets of earlier versions do not send it.
    if object["histogram"] != nil {
      prices.histogram = members(object, "histogram") { reader, bin, _ in
        guard let from = bin["from"]?.decimalValue, let to = bin["to"]?.decimalValue,
          let count = bin["count"]?.intValue
        else { return nil }
        return MarketSummary.PriceBin(from: from, to: to, count: count)
      }
    }
    return prices
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
