import CCurl
import MarketWire
import OpenMarketClient

/// The running transfers of one multi handle; only the thread of the pool uses it.
///
/// 1. A transfer is in `active` exactly as long as its easy handle is in the multi handle.
/// 2. The caller of a transfer resumes before the handle is cleaned up, so cancelling never waits.
struct TransferSet {
  private static let spareLimit = 8
  private static let connectionLimit = 16

  private let multi: UnsafeMutableRawPointer
  private var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  /// Easy handles to reuse, because resetting one is faster than creating one.
  private var spare: [UnsafeMutableRawPointer] = []

  init(_ multi: UnsafeMutableRawPointer, connectionsPerHost: Int) {
    self.multi = multi
    _ = market_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.connectionLimit)
    // Servers limit the connections of an address, and would drop those above.
    _ = market_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
  }

  mutating func add(_ transfer: CurlTransfer) {
    guard !transfer.isCancelled else {
      return transfer.end(.failure(transfer.failure(.cancelled)))
    }
    guard let easy = spare.popLast() ?? curl_easy_init() else {
      return transfer.end(.failure(transfer.failure(.other)))
    }
    transfer.attach(to: easy)
    active[easy] = transfer
    curl_multi_add_handle(multi, easy)
  }

  mutating func endCancelled() {
    for transfer in active.values where transfer.isCancelled {
      transfer.end(.failure(transfer.failure(.cancelled)))
      remove(transfer)
    }
  }

  /// Transfers the data that is ready now and ends the finished transfers.
  mutating func perform() {
    var running: Int32 = 0
    curl_multi_perform(multi, &running)
    var code = CURLE_OK
    while let easy = market_curl_next_finished(multi, &code) {
      guard let transfer = active[easy] else { continue }
      transfer.end(transfer.result(of: code))
      remove(transfer)
    }
  }

  /// Closes all connections and the multi handle.
  mutating func close() {
    for transfer in active.values { remove(transfer) }
    for easy in spare { curl_easy_cleanup(easy) }
    curl_multi_cleanup(multi)
  }

  private mutating func remove(_ transfer: CurlTransfer) {
    guard let easy = transfer.easy else { return }
    curl_multi_remove_handle(multi, easy)
    active[easy] = nil
    transfer.release()
    if spare.count < Self.spareLimit { spare.append(easy) } else { curl_easy_cleanup(easy) }
  }
}
