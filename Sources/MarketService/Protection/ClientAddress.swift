/// The address of a client, in the two sizes in which its requests are counted.
struct ClientAddress: Hashable {
  /// An IPv4 address or an IPv6 network (/64), which one customer of a provider has.
  let network: String
  /// The neighborhood in which the address of a seller moves: IPv4 /24, IPv6 /48.
  let group: String

  /// A client in this process.
  static let local = ClientAddress(numeric: "")

  /// - Parameter numeric: an address without brackets and port; another text is its own group.
  init(numeric: String) {
    let address = String(numeric.prefix { $0 != "%" })
    guard address.contains(":") else {
      let parts = address.split(separator: ".", omittingEmptySubsequences: false)
      network = address
      group = parts.count == 4 ? parts.prefix(3).joined(separator: ".") : address
      return
    }
    let words = Self.words(address)
    network = words.prefix(4).joined(separator: ":")
    group = words.prefix(3).joined(separator: ":")
  }

  /// The first words of an IPv6 address, with `::` written out.
  private static func words(_ address: String) -> [Substring] {
    let halves = address.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let first = halves[0].split(separator: ":")
    guard halves.count == 2 else { return first }
    let last = halves[1].split(separator: ":")
    let zeros = Array(repeating: Substring("0"), count: max(0, 8 - first.count - last.count))
    return first + zeros + last
  }
}
