/// The token that removes a listing: base64 of its number and its own UUID (API 1.7).
import Foundation

/// A token taken apart. That it can be read does not mean that it is valid.
struct RemovalToken: Hashable {
  let id: Int
  let uuid: String

  init(id: Int, uuid: String) {
    self.id = id
    self.uuid = uuid
  }

  /// Reads base64 with or without its padding (API 1.8).
  init?(parsing text: String) {
    guard text.utf8.count <= 128 else { return nil }
    let bare = text.prefix { $0 != "=" }
    guard text.utf8.count - bare.utf8.count <= 2,
      text.dropFirst(bare.count).allSatisfy({ $0 == "=" })
    else { return nil }
    let padded = bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: String(padded)),
      let plain = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let halves = plain.split(separator: "|", omittingEmptySubsequences: false)
    guard halves.count == 2, let id = Route.number(halves[0]), halves[1].utf8.count == 36
    else { return nil }
    self.init(id: id, uuid: String(halves[1]))
  }

  /// Standard base64 with padding.
  var text: String { Data("\(id)|\(uuid)".utf8).base64EncodedString() }
}
