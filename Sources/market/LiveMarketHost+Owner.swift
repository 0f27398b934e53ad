import Foundation
import MarketStores
import Messages
import SellerSession

extension LiveMarketHost {
  /// The place of a market that this process may write to.
  ///
  /// - Throws: an error if root would leave files of its own in the folder of another user, whose
  ///   server could then not use them.
  func own(_ text: String) throws(HostError) -> MarketLocation {
    let location = try Self.location(text)
    var status = stat()
    guard case .folder(let path) = location, geteuid() == 0,
      stat(FileSystem.nearestFolder(to: path), &status) == 0, status.st_uid != 0
    else { return location }
    let user = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
    let name = user ?? "#\(status.st_uid)"
    let words = (["sudo", "-u", name, "market"] + arguments).map { TypedCommand.argument($0) }
    throw HostError(
      .store,
      """
      "\(path)" is in a folder of the user \(name), whose server could not use files of root: type \
      `\(formatted: words.joined(separator: " "))`
      """)
  }
}
