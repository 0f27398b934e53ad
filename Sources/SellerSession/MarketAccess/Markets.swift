import Foundation
package import MarketWire
import Messages
package import SellerFiles

/// The markets that the seller is signed in to, and the default one, stored in a file of mode 0600.
public struct Markets: Hashable, Sendable {
  public var profiles: [MarketProfile]
  public var defaultName: String

  public init(profiles: [MarketProfile] = [.home], defaultName: String = MarketProfile.home.name) {
    self.profiles = profiles
    self.defaultName = defaultName
  }

  public subscript(name: String) -> MarketProfile? {
    get { profiles.first { $0.name == name } }
    set {
      profiles.removeAll { $0.name == name }
      if let newValue { profiles.append(newValue) }
    }
  }
}

extension Markets {
  /// Reads the file; home is always included.
  package init(readingFrom path: String) throws(FileError) {
    self.init()
    guard let value = try PrivateFile(path: path).read() else { return }
    guard let object = value.objectValue, let rows = object["markets"]?.arrayValue else {
      throw FileError(path: path, reason: .damaged("it has no list of markets"))
    }
    for row in rows {
      guard let profile = MarketProfile(json: row) else {
        throw FileError(path: path, reason: .damaged("a market in it has no name or address"))
      }
      self[profile.name] = profile
    }
    if let name = object["default"]?.stringValue, self[name] != nil { defaultName = name }
  }

  package func write(to path: String) throws(FileError) {
    let object: JSONObject = [
      "default": .string(defaultName), "markets": .array(profiles.map(\.json)),
    ]
    // Secrets stay in the seller's own folder.
    try PrivateFile(path: path, mayBeLink: false).write(.object(object))
  }
}

extension MarketProfile {
  /// The account whose codes are in the notebook: the vendor number, which survives mistyped names
  /// and new identifiers, or the name until the number is known.
  package var notebookAccount: Notebook.Account {
    let vendor = vendorID.map { "number \($0)" } ?? shop.map { "name \($0)" } ?? ""
    return Notebook.Account(market: url, shop: vendor)
  }

  /// Signs in, preserving what the market reported of the same shop before: the number and the
  /// actual name if the identifier is the same, the number if it is a new one for the same name.
  package mutating func signIn(with new: Credentials, after old: MarketProfile?) {
    credentials = new
    let known = old.flatMap { $0.key == key && $0.vendorID != nil ? $0 : nil }
    if known?.credentials?.identifier == new.identifier { shop = known?.shop ?? shop }
    vendorID = known?.shop == shop ? known?.vendorID : nil
  }
}

extension MarketProfile {
  fileprivate init?(json: JSON) {
    guard let object = json.objectValue, let name = object["name"]?.stringValue,
      let url = object["url"]?.stringValue
    else { return nil }
    self.init(
      name: name, url: url, shop: object["shop"]?.stringValue,
      vendorID: object["vendor_id"]?.intValue)
    if let identifier = object["identifier"]?.stringValue,
      let secret = object["secret"]?.stringValue
    {
      credentials = Credentials(identifier: VendorIdentifier(identifier), secret: Secret(secret))
    }
  }

  fileprivate var json: JSON {
    var object: JSONObject = ["name": .string(name), "url": .string(url)]
    if let shop { object.append("shop", .string(shop)) }
    if let vendorID { object.append("vendor_id", .integer(vendorID)) }
    if let credentials {
      object.append("identifier", .string(credentials.identifier.revealed))
      object.append("secret", .string(credentials.secret.revealed))
    }
    return .object(object)
  }
}
