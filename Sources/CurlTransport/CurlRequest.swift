/// What a request means for libcurl, as plain values.
import MarketWire
import OpenMarketClient

/// A request that was checked: nothing in it can end its line or lead to another protocol.
struct CurlRequest: Sendable {
  enum Method: Sendable, Hashable {
    case get, head
    /// A request with a body, which may be empty.
    case withBody(String)
    case withoutBody(String)
  }

  static let redirectLimit = 5

  let url: String
  let method: Method
  /// Lines as libcurl takes them.
  let headerLines: [String]
  let followsRedirects: Bool
  /// The only host that redirects may lead to; nil for any.
  let onlyHost: String?
  let isSecure: Bool
  let isLocal: Bool
  let timeLimit: Int
  let connectLimit: Int
  let freshConnection: Bool
  let maxBodyBytes: Int
  let userAgent: String
  let certificateFile: String?

  init(
    _ request: HTTPRequest, _ options: SendOptions, _ configuration: CurlConfiguration
  ) throws(TransportError) {
    let parts: URLParts
    do throws(MarketAddressError) {
      parts = try URLParts(request.target)
    } catch {
      throw TransportError(.badRequest, wasSent: false, detail: "\(error)")
    }
    url = parts.text
    method = try Self.method(of: request)
    headerLines = Self.lines(request.headers, hasBody: method.hasBody)
    let carriesSecret = [HTTPHeaderName.identifier, "Authorization", "Cookie"].contains {
      request.headers[$0] != nil
    }
    followsRedirects = request.method.isSafe && !carriesSecret
    onlyHost = options.allowsCrossHostRedirects ? nil : parts.host
    isSecure = parts.scheme == .https
    isLocal = MarketAddress.isLoopback(parts.host)
    timeLimit = options.timeLimit.milliseconds
    connectLimit = configuration.connectLimit.milliseconds
    freshConnection = options.freshConnection
    maxBodyBytes = options.maxBodyBytes
    userAgent = configuration.userAgent
    certificateFile = configuration.certificateFile
  }

  private static func method(of request: HTTPRequest) throws(TransportError) -> Method {
    let name = request.method.rawValue
    guard !name.isEmpty, name.utf8.allSatisfy({ (65...90).contains($0) }) else {
      throw TransportError(.badRequest, wasSent: false, detail: "not a method")
    }
    switch request.method {
    case .get where request.body.isEmpty: return .get
    case .head: return .head
    case .post, .patch, HTTPMethod(rawValue: "PUT"): return .withBody(name)
    default: return request.body.isEmpty ? .withoutBody(name) : .withBody(name)
    }
  }

  /// `Name: value`, or `Name;` for an empty value. What libcurl adds of itself is taken out: the
  /// wait for `100 Continue` and the content type of a form.
  private static func lines(_ headers: HTTPHeaders, hasBody: Bool) -> [String] {
    var lines = headers.fields.map { field in
      field.value.isEmpty ? "\(field.name.text);" : "\(field.name.text): \(field.value)"
    }
    lines.append("Expect:")
    if hasBody, headers[.contentType] == nil { lines.append("Content-Type:") }
    return lines
  }
}

extension CurlRequest.Method {
  fileprivate var hasBody: Bool { if case .withBody = self { true } else { false } }
}

extension Duration {
  /// At least one, since 0 is "no limit" to libcurl.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
