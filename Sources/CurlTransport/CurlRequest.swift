import MarketWire
import OpenMarketClient

/// A checked request as plain values for libcurl.
///
/// No value can start another header line or select another protocol.
struct CurlRequest: Sendable {
  enum Method: Sendable, Hashable {
    case get, head
    /// A method with a body, which may be empty.
    case withBody(String)
    /// A method without a body.
    case withoutBody(String)
  }

  /// The maximum number of redirects.
  static let redirectLimit = 5

  let url: String
  let method: Method
  /// The header lines in the form of libcurl.
  let headerLines: [String]
  let followsRedirects: Bool
  /// The only host that redirects may lead to, or nil for any host.
  let onlyHost: String?
  let refusesLocalNetwork: Bool
  let isSecure: Bool
  let isLocal: Bool
  /// The time limit of the request, in milliseconds.
  let timeLimit: Int
  /// The time limit of the connection, in milliseconds.
  let connectLimit: Int
  let freshConnection: Bool
  let maxBodyBytes: Int
  let userAgent: String
  let certificateFile: String?

  init(
    _ request: HTTPRequest, _ options: SendOptions, _ configuration: CurlConfiguration
  ) throws(TransportError) {
    let parts = try request.targetParts()
    url = parts.text
    method = try Self.method(of: request)
    headerLines = Self.lines(request.headers, hasBody: method.hasBody)
    followsRedirects = request.mayFollowRedirects
    onlyHost = options.allowsCrossHostRedirects ? nil : parts.host
    refusesLocalNetwork = options.refusesLocalNetwork
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

  /// Returns `Name: value` lines, or `Name;` for an empty value.
  ///
  /// `Name:` removes a field that libcurl adds by default: `Expect: 100-continue` and the content
  /// type of a form.
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
  /// The duration in milliseconds, at least 1, because 0 means "no limit" for libcurl.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000_000 else { return 1_000_000_000_000 }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
