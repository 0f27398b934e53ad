import Foundation
import MarketWire

extension HTTPResponse {
  /// Whether any cache may store the response (RFC 9111, 5.2.2.5).
  var isStorable: Bool { !cacheDirectives.contains("no-store") }

  /// Whether a cache that several accounts share may store the response (RFC 9111, 5.2.2.7).
  var isShareable: Bool { isStorable && !cacheDirectives.contains("private") }

  /// The names of the directives in `Cache-Control`, in lower case.
  private var cacheDirectives: Set<String> {
    Set(
      headers.all(.cacheControl).flatMap { $0.split(separator: ",") }.map { directive in
        directive.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      })
  }

  /// Updates the headers of a stored response from a 304 response (RFC 9111, 4.3.4 and 3.2).
  mutating func freshen(with notModified: HTTPResponse) {
    let fields = notModified.headers.fields.filter { $0.name != .contentLength }
    for field in fields { headers[field.name] = nil }
    for field in fields { headers.add(field.name, field.value) }
  }
}
