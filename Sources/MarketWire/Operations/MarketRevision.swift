/// The count of a market's changes as headers carry it (API 7).
import Foundation

extension HTTPResponse {
  /// `OpenMarket-Revision`, which is the `ETag` of a list as well; nil where there is none. With it
  /// goes the word that whoever keeps the answer asks before each use whether it still holds.
  var revision: Int? {
    get { headers[.revision].flatMap { Int($0) } }
    set {
      headers[.revision] = newValue.map(String.init)
      headers[.eTag] = newValue.map(MarketRevision.eTag)
      headers[.cacheControl] = newValue == nil ? nil : "no-cache"
    }
  }
}

/// How a revision travels.
public enum MarketRevision {
  /// The state of a list at a revision.
  public static func eTag(_ revision: Int) -> String { "\"\(revision)\"" }

  /// 304: the list is as the asker has it.
  public static func notModified(_ revision: Int) -> HTTPResponse {
    var response = HTTPResponse(status: 304)
    response.revision = revision
    return response
  }
}

extension HTTPRequest {
  /// Whether the asker has the state that this `ETag` stands for (RFC 9110, 13.1.2).
  public func matchesETag(_ eTag: String) -> Bool {
    let known = headers.all(.ifNoneMatch).flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    return known.contains(eTag) || known == ["*"]
  }
}
