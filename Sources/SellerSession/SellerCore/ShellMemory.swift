package import CommandLanguage
package import MarketRender
import MarketWire
package import SellerFiles
import Synchronization

/// What a prompt or a script remembers from one command to the next, apart from markets and lists.
@dynamicMemberLookup
package final class ShellMemory: Sendable {
  package struct State: Sendable {
    package var variables = Variables()
    package var aliases = Aliases()
    /// Whether `quit` was run.
    package var isLeaving = false
    /// The choice of the `trace` command.
    package var trace: TraceChoice?
    /// The choice of the `timing` command; nil means that of the settings.
    package var showsTiming: Bool?
    /// The command that the last error suggests, if it is harmless.
    package var proposal: String?
    /// The vendors whose numbers are stored already.
    var seenVendors: Set<SeenVendor> = []
    /// The batches that this shell carried out.
    package var ownBatches: Set<Int> = []
    /// The command that a form has filled in.
    package var filled: String?
    /// The successful commands of the current line.
    package var performed = HistoryEntry.Outcome(code: 0, ran: "")
  }

  /// A vendor number with the shop's name that the market shows for it.
  struct SeenVendor: Hashable, Sendable {
    let market: MarketProfile.Key
    let id: Int
    let shop: String?
  }

  private let state = Mutex(State())

  package init() {}

  private func withState<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
    state.withLock(body)
  }

  /// Each value by its name.
  package subscript<Value: Sendable>(
    dynamicMember path: WritableKeyPath<State, Value>
  ) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  /// Whether a vendor was not seen before in this process.
  package func isNew(vendor: Int, shop: String?, at market: MarketProfile.Key) -> Bool {
    let seen = SeenVendor(market: market, id: vendor, shop: shop)
    return withState { $0.seenVendors.insert(seen).inserted }
  }

  package func record(batch: Int) { withState { _ = $0.ownBatches.insert(batch) } }

  /// Starts the record of a line's commands.
  package func beginLine() {
    withState { $0.performed = HistoryEntry.Outcome(code: 0, ran: "") }
  }

  /// The command that a form has filled in, for the history; it is taken once.
  package func takeFilled() -> String? {
    withState { state in
      defer { state.filled = nil }
      return state.filled
    }
  }

  /// Records that a command of the line succeeded.
  package func record(performed command: String) {
    withState { $0.performed.ran += $0.performed.ran.isEmpty ? command : "\n" + command }
  }

  /// Records the codes that listings got.
  package func recordCodes(of changes: [ListingChange]) {
    let codes = changes.filter { [.added, .changed].contains($0.action) }.compactMap { change in
      change.row.code.map { (change.row.product.id, $0) }
    }
    guard !codes.isEmpty else { return }
    withState { state in
      for (id, code) in codes { state.performed.codes[id] = code }
    }
  }
}
