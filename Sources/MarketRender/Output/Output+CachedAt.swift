public import MarketWire

extension Output {
  /// The date of the cached answer that is shown because the market cannot be reached; nil if the
  /// output is current.
  public var cachedAt: WireDate? {
    switch self {
    case .listings(let page): page.cachedAt
    case .listingStream(let stream): stream.page.cachedAt
    case .detail(let detail): detail.cachedAt
    case .details(let details): details.first?.cachedAt
    case .photo(let photo): photo.cachedAt
    default: nil
    }
  }

  /// The same output, marked as cached at a date.
  public func cached(at date: WireDate) -> Output {
    switch self {
    case .listings(var page):
      page.cachedAt = date
      return .listings(page)
    case .listingStream(var stream):
      stream.page.cachedAt = date
      return .listingStream(stream)
    case .detail(var detail):
      detail.cachedAt = date
      return .detail(detail)
    case .details(var details):
      for index in details.indices { details[index].cachedAt = date }
      return .details(details)
    case .photo(var photo):
      photo.cachedAt = date
      return .photo(photo)
    default: return self
    }
  }
}
