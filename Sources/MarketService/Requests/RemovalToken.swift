import Foundation

/// The token that removes a listing: base64 of its id and its removal UUID (API 1.7).
///
/// A parsed token is not necessarily the token of an existing listing.
struct RemovalToken: Hashable {
  let id: Int
  let uuid: String

  /// The token in standard base64 with padding.
  var text: String { Data("\(id)|\(uuid)".utf8).base64EncodedString() }
}

extension RemovalToken {
  /// Parses base64 with or without padding (API 1.8).
  init?(parsing text: String) {
    guard text.utf8.count <= 128 else { return nil }
    let unpadded = text.prefix { $0 != "=" }
    guard text.utf8.count - unpadded.utf8.count <= 2,
      text.dropFirst(unpadded.count).allSatisfy({ $0 == "=" })
    else { return nil }
    let padded = unpadded + String(repeating: "=", count: (4 - unpadded.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: String(padded)),
      let decoded = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let parts = decoded.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Route.number(parts[0]), parts[1].utf8.count == 36
    else { return nil }
    self.init(id: id, uuid: String(parts[1]))
  }
}
