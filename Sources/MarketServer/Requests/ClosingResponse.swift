import CMicroHTTPD
import Foundation
import MarketWire

/// A response that the server writes itself, after which it closes the connection.
///
/// The library cannot respond before it has read the whole body, however long that is. Responses
/// that close the connection therefore bypass it.
enum ClosingResponse {
  /// The bytes of a response on the wire; the body is left out if `isHead` is true.
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

  /// Sends a response, ends sending and waits until the client closes, at most
  /// ``ServerLimits/lingerTimeout``.
  static func send(
    _ response: HTTPResponse, isHead: Bool, to descriptor: Int32, in server: ServerContext
  ) {
    let configuration = server.configuration
    ClientSocket.sendAll(
      bytes(response, isHead: isHead, at: configuration.now()), to: descriptor, timeout: 1000)
    ClientSocket.linger(
      descriptor, within: configuration.limits.lingerTimeout, elapsed: configuration.elapsed)
  }

  /// A date in the format of RFC 9110, 5.6.7, independent of the locale.
  static func httpDate(secondsSince1970 seconds: time_t) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let month = WireDate.monthNames[Int(parts.tm_mon)]
    func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
    let time =
      "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min)):\(twoDigits(parts.tm_sec))"
    return "\(day), \(twoDigits(parts.tm_mday)) \(month) \(1900 + parts.tm_year) \(time) GMT"
  }
}
