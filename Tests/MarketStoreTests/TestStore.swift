import Foundation
import MarketStore
import MarketWire

/// A store in a temporary folder, which is deleted together with it.
final class TestStore: Sendable {
  let folder: String
  let store: MarketStore

  init() throws {
    folder = NSTemporaryDirectory() + "store-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    store = try MarketStore(path: folder + "/market.sqlite")
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Opens another store on the same file.
  func another() throws -> MarketStore { try MarketStore(path: folder + "/market.sqlite") }

  /// Adds a vendor whose hashes are derived from its name.
  @discardableResult
  func addVendor(_ name: String, isSample: Bool = false) throws -> StoredVendor {
    try store.write { writer in
      try writer.insertVendor(
        name: name, hashes: .of(name), isSample: isSample, at: WireDate(milliseconds: 1))
    }
  }

  /// Adds listings with the same pictures and returns their ids.
  func addProducts(
    _ count: Int, of vendor: StoredVendor, name: String = "Blue mug",
    pictures: [NewPicture] = []
  ) throws -> [Int] {
    try store.write { writer in
      try (0..<count).map { _ in
        try writer.insert(.of(vendor, name: name, pictures: pictures)).id
      }
    }
  }
}

extension CredentialHashes {
  static func of(_ name: String) -> CredentialHashes {
    CredentialHashes(identifierHash: Array(name.utf8), salt: [1], secretHash: [2])
  }
}

extension NewProduct {
  static func of(
    _ vendor: StoredVendor, name: String = "Blue mug", pictures: [NewPicture] = []
  ) -> NewProduct {
    NewProduct(
      vendorID: vendor.id, vendorName: vendor.name, name: name, description: nil,
      currency: "KRW", price: 120_000_000, discount: 10_000, stock: 5,
      createdAt: WireDate(milliseconds: 1_795_273_445_678), removalID: "r", pictures: pictures)
  }
}
