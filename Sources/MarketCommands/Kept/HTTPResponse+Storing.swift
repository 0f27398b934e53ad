/// What an answer says of being stored.
import Foundation
import MarketWire

extension HTTPResponse {
  /// Whether it may be stored at all (RFC 9111, 5.2.2.5).
  var mayBeStored: Bool { !cacheDirectives.contains("no-store") }

  /// Whether it may be stored where another shop's shell finds it (RFC 9111, 5.2.2.7).
  var mayBeShared: Bool { mayBeStored && !cacheDirectives.contains("private") }

  /// The names of the directives in `Cache-Control`, in small letters.
  private var cacheDirectives: Set<String> {
    Set(
      headers.all(.cacheControl).flatMap { $0.split(separator: ",") }.map { directive in
        directive.prefix { $0 != "=" }.trimmingCharacters(in: .whitespaces).lowercased()
      })
  }

  /// Takes over the headers of a 304 for it (RFC 9111, 4.3.4 and 3.2).
  mutating func freshen(by answer: HTTPResponse) {
    let news = answer.headers.fields.filter { $0.name != .contentLength }
    for field in news { headers[field.name] = nil }
    for field in news { headers.add(field.name, field.value) }
  }
}
