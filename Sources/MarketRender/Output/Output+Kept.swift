/// Answers that are not the market's own of this moment, and the line that says so.
public import MarketWire
import TerminalKit

extension Output {
  /// When what it shows was true, where its market could not be reached and it is from what was
  /// kept.
  public var keptAt: WireDate? {
    switch self {
    case .products(let listing): listing.keptAt
    case .rows(let stream): stream.keptAt
    case .detail(let detail): detail.keptAt
    case .details(let details): details.first?.keptAt
    case .photo(let photo): photo.keptAt
    default: nil
    }
  }

  /// The same answer as one that was kept at a moment.
  public func kept(at moment: WireDate) -> Output {
    switch self {
    case .products(var listing):
      listing.keptAt = moment
      return .products(listing)
    case .rows(var stream):
      stream.keptAt = moment
      return .rows(stream)
    case .detail(var detail):
      detail.keptAt = moment
      return .detail(detail)
    case .details(var details):
      for index in details.indices { details[index].keptAt = moment }
      return .details(details)
    case .photo(var photo):
      photo.keptAt = moment
      return .photo(photo)
    default: return self
    }
  }
}

extension Viewport {
  /// `The market cannot be reached; this is from 14:05, 3 hours ago.` Where it answers again, what
  /// is on the screen is as old as it was.
  func keptMark(_ moment: WireDate?) -> [StyledText] {
    guard let moment else { return [] }
    let time = age.timeAndAge(moment)
    let mark =
      isMarketAway
      ? StyledText("The market cannot be reached", theme.bad)
        + StyledText("; this is from \(time).")
      : StyledText("This is from \(time).", theme.bad)
    return Wrapping(width: columns ?? .max / 2).lines(mark)
  }
}
