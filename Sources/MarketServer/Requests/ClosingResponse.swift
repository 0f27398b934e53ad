/// An answer written by ourselves, after which the connection ends.
import CMicroHTTPD
import MarketWire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The library cannot answer while a body is under way: it would first read a refused body to its
/// end, however long. So answers that end the connection do not go through it.
enum ClosingResponse {
  static func bytes(_ response: HTTPResponse, isHead: Bool, at date: WireDate) -> [UInt8] {
    let reason = String(cString: MHD_get_reason_phrase_for(UInt32(response.status)))
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    let seconds = Int(date.milliseconds / 1000)
    head += "Date: \(httpDate(secondsSince1970: seconds))\r\nConnection: close\r\n"
    head += "Content-Length: \(response.body.count)\r\n"
    for field in ResponseHeaders.fields(of: response) {
      head += "\(field.name.text): \(field.value)\r\n"
    }
    return Array((head + "\r\n").utf8) + (isHead ? [] : response.body)
  }

  /// A date as RFC 9110, 5.6.7 wants it, without asking the locale.
  static func httpDate(secondsSince1970 seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][Int(parts.tm_mon)]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(clock) GMT"
  }
}

/// The header fields that the server sends with a response.
enum ResponseHeaders {
  /// The handler's fields without those that the server sets itself, and `nosniff` (API 8.3).
  ///
  /// All responses get their fields from here, those of the handler and those of the server.
  static func fields(of response: HTTPResponse) -> [HTTPHeaders.Field] {
    var headers = response.headers
    for name in framing { headers[name] = nil }
    headers[.contentTypeOptions] = "nosniff"
    return headers.fields
  }

  /// Fields about framing and time, which a handler cannot set.
  private static let framing: [HTTPHeaderName] = [
    .contentLength, .connection, "Transfer-Encoding", "Date",
  ]
}
