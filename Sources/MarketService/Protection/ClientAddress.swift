import Synchronization

/// The address of the client of a request, in the two sizes in which its requests are counted, and its
/// account.
///
/// The sizes are computed when they are asked for, because most requests are not counted.
struct ClientAddress: Sendable {
  private let address: String
  /// The account, once its secret or identifier was right, for the log.
  let account = KnownAccount()

  /// A client in this process.
  static var local: ClientAddress { ClientAddress(numeric: "") }

  /// - Parameter numeric: an address without brackets and port; another text is its own group.
  init(numeric: String) {
    address = numeric
  }

  /// An IPv4 address or an IPv6 network (/64), which one customer of a provider has.
  var network: String { words(4) ?? withoutZone }

  /// The neighborhood in which the address of a seller moves: IPv4 /24, IPv6 /48.
  var group: String {
    if let words = words(3) { return words }
    let parts = withoutZone.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 ? parts.prefix(3).joined(separator: ".") : withoutZone
  }

  private var withoutZone: String { String(address.prefix { $0 != "%" }) }

  /// The first words of an IPv6 address, with `::` written out; nil for another address.
  private func words(_ count: Int) -> String? {
    let address = withoutZone
    guard address.contains(":") else { return nil }
    let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    var words = halves[0].split(separator: ":")
    if halves.count == 2 {
      let last = halves[1].split(separator: ":")
      words += Array(repeating: "0", count: max(0, 8 - words.count - last.count)) + last
    }
    return words.prefix(count).joined(separator: ":")
  }
}

/// The name of an account that is found out while its request is answered, also by one that is refused.
final class KnownAccount: Sendable {
  private let text = Mutex<String?>(nil)

  var name: String? {
    get { text.withLock { $0 } }
    set { text.withLock { $0 = newValue } }
  }
}
