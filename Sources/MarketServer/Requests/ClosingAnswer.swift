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
enum ClosingAnswer {
  static func bytes(_ response: HTTPResponse, isHead: Bool, at date: WireDate) -> [UInt8] {
    let reason = String(cString: MHD_get_reason_phrase_for(UInt32(response.status)))
    var head = "HTTP/1.1 \(response.status) \(reason)\r\n"
    let seconds = Int(date.milliseconds / 1000)
    head += "Date: \(httpDate(secondsSince1970: seconds))\r\nConnection: close\r\n"
    head += "Content-Length: \(response.body.count)\r\n"
    for field in response.headers.fields where !ResponseHeaders.isOurs(field.name) {
      head += "\(field.name.text): \(field.value)\r\n"
    }
    if response.headers[.contentTypeOptions] == nil { head += ResponseHeaders.noSniff }
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

/// Which header fields of an answer are the server's business.
enum ResponseHeaders {
  static let noSniff = "X-Content-Type-Options: nosniff\r\n"

  /// Fields that say how the message is framed or when it was sent: a handler cannot set them.
  static func isOurs(_ name: HTTPHeaderName) -> Bool {
    [.contentLength, .connection, "Transfer-Encoding", "Date"].contains(name)
  }
}
