import CommandHistory
import CommandLanguage
import MarketRender
import MarketWire
import Synchronization

/// What a prompt or a script remembers from one command to the next, apart from markets and lists.
final class ShellMemory: Sendable {
  struct State: Sendable {
    var variables = Variables()
    var aliases = Aliases()
    /// Whether `quit` was run.
    var isLeaving = false
    /// The choice of the `trace` command.
    var trace: TraceChoice?
    /// The choice of the `timing` command; nil leaves it to the settings.
    var showsTiming: Bool?
    /// The command that the last error proposes, if it can do no harm.
    var proposal: String?
    /// The commands of the current line that succeeded.
    var performed = HistoryEntry.Outcome(code: 0, ran: "")
  }

  private let state = Mutex(State())

  init() {}

  func withState<R: Sendable>(_ body: (inout sending State) -> sending R) -> R {
    state.withLock(body)
  }

  var variables: Variables {
    get { withState { $0.variables } }
    set { withState { $0.variables = newValue } }
  }

  var aliases: Aliases {
    get { withState { $0.aliases } }
    set { withState { $0.aliases = newValue } }
  }

  var isLeaving: Bool {
    get { withState { $0.isLeaving } }
    set { withState { $0.isLeaving = newValue } }
  }

  var trace: TraceChoice? {
    get { withState { $0.trace } }
    set { withState { $0.trace = newValue } }
  }

  var showsTiming: Bool? {
    get { withState { $0.showsTiming } }
    set { withState { $0.showsTiming = newValue } }
  }

  var proposal: String? {
    get { withState { $0.proposal } }
    set { withState { $0.proposal = newValue } }
  }

  /// Starts the record of a line's commands.
  func beginLine() {
    withState { $0.performed = HistoryEntry.Outcome(code: 0, ran: "") }
  }

  var performed: HistoryEntry.Outcome { withState { $0.performed } }

  /// Records that a command of the line succeeded.
  func note(performed command: String) {
    withState { $0.performed.ran += $0.performed.ran.isEmpty ? command : "\n" + command }
  }

  /// Records the codes that listings got.
  func noteCodes(of changes: [ListingChange]) {
    let codes = changes.filter { ["added", "changed"].contains($0.verb) }.compactMap { change in
      change.row.code.map { (change.row.product.id, $0) }
    }
    guard !codes.isEmpty else { return }
    withState { state in
      for (id, code) in codes { state.performed.codes[id] = code }
    }
  }
}
