import Formatting
import LineEditor
import MarketRender
import MarketTestSupport
import Messages
import Synchronization
import TerminalKit

@testable import Prompt

/// A prompt host that keeps its state in memory.
final class PromptHostSample: PromptHost {
  struct State: Sendable {
    var background: RGBColor?
    var history: [String] = []
    var deleted: [String] = []
    var proposal: String?
    var assistants = 0
    var edited: [String] = []
    var edit = ExternalEdit.failed
  }

  let terminal: any Terminal
  let backgroundQuery: String? = "<query>"
  private let sample: PromptSample
  private let mutex = Mutex(State())

  init(_ terminal: FakeTerminal, _ change: (inout State) -> Void = { _ in }) throws {
    self.terminal = terminal
    sample = try PromptSample()
    mutex.withLock { change(&$0) }
  }

  var state: State { mutex.withLock { $0 } }

  var capabilities: Capabilities {
    terminal.capabilities(of: .output, environment: ["TERM": "xterm-256color"])
  }
  var theme: Theme { state.background?.isLight == true ? .light : .dark }
  var catalog: MessageCatalog { .english }
  var keyStyle: KeyStyle { .emacs }
  var proposal: String? { state.proposal }

  func setBackground(_ background: RGBColor) {
    mutex.withLock { $0.background = background }
  }

  func makeAssistant() -> PromptAssistant {
    mutex.withLock { $0.assistants += 1 }
    var snapshot: PromptSnapshot
    do {
      snapshot = try sample.snapshot()
    } catch {
      preconditionFailure("\(error)")
    }
    snapshot.theme = theme
    return PromptAssistant(snapshot, files: sample.files)
  }

  func historyLines() -> [String] { state.history }

  func deleteFromHistory(_ line: String) {
    mutex.withLock { state in
      state.deleted.append(line)
      state.history.removeAll { $0 == line }
    }
  }

  func edit(_ line: String) async -> ExternalEdit {
    mutex.withLock { state in
      state.edited.append(line)
      return state.edit
    }
  }
}
