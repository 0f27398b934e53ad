package import CommandLanguage
package import MarketRender
import MarketWire
package import SellerFiles
import Synchronization

/// What a prompt or a script remembers from one command to the next, apart from markets and lists.
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

  package func withState<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
    state.withLock(body)
  }

  package var variables: Variables {
    get { withState { $0.variables } }
    set { withState { $0.variables = newValue } }
  }

  package var aliases: Aliases {
    get { withState { $0.aliases } }
    set { withState { $0.aliases = newValue } }
  }

  package var isLeaving: Bool {
    get { withState { $0.isLeaving } }
    set { withState { $0.isLeaving = newValue } }
  }

  package var trace: TraceChoice? {
    get { withState { $0.trace } }
    set { withState { $0.trace = newValue } }
  }

  package var showsTiming: Bool? {
    get { withState { $0.showsTiming } }
    set { withState { $0.showsTiming = newValue } }
  }

  /// Whether a vendor was not seen before in this process.
  package func isNew(vendor: Int, shop: String?, at market: MarketProfile.Key) -> Bool {
    let seen = SeenVendor(market: market, id: vendor, shop: shop)
    return withState { $0.seenVendors.insert(seen).inserted }
  }

  package var ownBatches: Set<Int> { withState { $0.ownBatches } }

  package func note(batch: Int) { withState { _ = $0.ownBatches.insert(batch) } }

  package var proposal: String? {
    get { withState { $0.proposal } }
    set { withState { $0.proposal = newValue } }
  }

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

  package var performed: HistoryEntry.Outcome { withState { $0.performed } }

  /// Records that a command of the line succeeded.
  package func note(performed command: String) {
    withState { $0.performed.ran += $0.performed.ran.isEmpty ? command : "\n" + command }
  }

  /// Records the codes that listings got.
  package func noteCodes(of changes: [ListingChange]) {
    let codes = changes.filter { [.added, .changed].contains($0.action) }.compactMap { change in
      change.row.code.map { (change.row.product.id, $0) }
    }
    guard !codes.isEmpty else { return }
    withState { state in
      for (id, code) in codes { state.performed.codes[id] = code }
    }
  }
}
