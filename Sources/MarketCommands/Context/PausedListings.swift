import MarketWire
import Messages
import SellerFiles
import SellerSession

/// The stock that paused listings of an account had before.
struct PausedListings: Sendable {
  /// What is remembered of a listing.
  struct Entry: Hashable, Sendable {
    let stock: Int
    /// Whether it is sold again, which may be taken back.
    var isSold = false
  }

  private let file: PrivateFile

  init(_ market: CurrentMarket) throws {
    file = PrivateFile(path: try DraftStore(market).pausePath)
  }

  /// The entries by the ids of the listings.
  func entries() throws(FileError) -> [Int: Entry] {
    guard let value = try file.read() else { return [:] }
    guard let object = value.objectValue else {
      throw FileError(path: file.path, reason: .damaged("it is not an object"))
    }
    return object.members.reduce(into: [:]) { stocks, member in
      guard let id = Int(member.key) else { return }
      let sold = member.value.objectValue?["sold"]?.intValue
      if let stock = sold ?? member.value.intValue {
        stocks[id] = Entry(stock: stock, isSold: sold != nil)
      }
    }
  }

  func change(_ change: (inout [Int: Entry]) -> Void) throws(FileError) {
    try file.withLock { () throws(FileError) in
      var stocks = try self.entries()
      change(&stocks)
      var object = JSONObject()
      for (id, entry) in stocks.sorted(by: { $0.key < $1.key }) {
        let stock = JSON.integer(entry.stock)
        object.append("\(id)", entry.isSold ? .object(["sold": stock]) : stock)
      }
      try file.write(.object(object))
    }
  }
}
