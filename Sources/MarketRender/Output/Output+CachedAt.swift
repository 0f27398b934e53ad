/// Answers that are not the market's own of this moment, and the line that says so.
public import MarketWire
import TerminalKit

extension Output {
  /// When what it shows was true, where its market could not be reached and it is from what was
  /// kept.
  public var cachedAt: WireDate? {
    switch self {
    case .listings(let listing): listing.cachedAt
    case .listingStream(let stream): stream.page.cachedAt
    case .detail(let detail): detail.cachedAt
    case .details(let details): details.first?.cachedAt
    case .photo(let photo): photo.cachedAt
    default: nil
    }
  }

  /// The same answer as one that was kept at a moment.
  public func cached(at moment: WireDate) -> Output {
    switch self {
    case .listings(var listing):
      listing.cachedAt = moment
      return .listings(listing)
    case .listingStream(var stream):
      stream.page.cachedAt = moment
      return .listingStream(stream)
    case .detail(var detail):
      detail.cachedAt = moment
      return .detail(detail)
    case .details(var details):
      for index in details.indices { details[index].cachedAt = moment }
      return .details(details)
    case .photo(var photo):
      photo.cachedAt = moment
      return .photo(photo)
    default: return self
    }
  }
}

extension Viewport {
  /// `The market cannot be reached; this is from 14:05, 3 hours ago.` Where it answers again, what
  /// is on the screen is as old as it was.
  func cacheNotice(_ moment: WireDate?) -> [StyledText] {
    guard let moment else { return [] }
    let time = age.timeAndAge(moment)
    let mark =
      isMarketUnreachable
      ? StyledText("The market cannot be reached", theme.failure)
        + StyledText("; this is from \(time).")
      : StyledText("This is from \(time).", theme.failure)
    return Wrapping(width: columns ?? .max / 2).lines(mark)
  }
}
