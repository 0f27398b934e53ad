/// Something to tell that takes a moment to find out.
import Synchronization
import TerminalKit

/// A line that one part of the program waits for while another may already go on.
final class Notice: Sendable {
  private enum State {
    case awaited
    case known(StyledText)
    /// There is nothing to tell, or it was told.
    case none
  }

  private let state = Mutex(State.awaited)

  /// Whether it may still come.
  var isAwaited: Bool { state.withLock { if case .awaited = $0 { true } else { false } } }

  /// Says what there is to tell; nil for nothing.
  func fulfil(_ text: StyledText?) {
    state.withLock { $0 = text.map(State.known) ?? .none }
  }

  /// What there is to tell, once.
  func take() -> StyledText? {
    state.withLock { state in
      guard case .known(let text) = state else { return nil }
      state = .none
      return text
    }
  }
}
