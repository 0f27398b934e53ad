extension HTTPResponse {
  /// The revision in the header `OpenMarket-Revision`, or nil if there is none.
  ///
  /// Setting it also sets `ETag`, and `Cache-Control: no-cache`, with which caches revalidate the
  /// response before each use (RFC 9111, section 5.2.2.4).
  package var revision: Int? {
    get { headers[.revision].flatMap { Int($0) } }
    set {
      headers[.revision] = newValue.map(String.init)
      headers[.eTag] = newValue.map(MarketRevision.eTag)
      headers[.cacheControl] = newValue == nil ? nil : "no-cache"
    }
  }
}

/// The forms in which a revision of the market is sent (API 7.3).
public enum MarketRevision {
  /// Returns the `ETag` of a list at a revision.
  public static func eTag(_ revision: Int) -> String { "\"\(revision)\"" }

  /// Returns the response 304: the list has not changed since the revision.
  public static func notModified(_ revision: Int) -> HTTPResponse {
    var response = HTTPResponse(status: 304)
    response.revision = revision
    return response
  }
}

extension HTTPRequest {
  /// Returns whether `If-None-Match` matches an `ETag` (RFC 9110, section 13.1.2).
  public func matchesETag(_ eTag: String) -> Bool {
    let known = headers.all(.ifNoneMatch).flatMap { Self.eTags(in: $0) }
    return known.contains { $0.elementsEqual(eTag.utf8) }
      || (known.count == 1 && known[0].elementsEqual("*".utf8))
  }

  /// The tags of a list, as bytes and without the mark of weak ones.
  private static func eTags(in list: String) -> [Substring.UTF8View] {
    list.utf8.split(separator: UInt8(ascii: ",")).map { item in
      let tag = trimmed(item, isBlank)
      return tag.starts(with: "W/".utf8) ? tag.dropFirst(2) : tag
    }
  }
}
