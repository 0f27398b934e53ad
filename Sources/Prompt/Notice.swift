/// Something to tell that takes a moment to find out.
import Synchronization
import TerminalKit

/// A line that one part of the program waits for while another may already go on.
///
/// What finds it out begins when it is told to, so that it takes nothing from what comes before.
final class Notice: Sendable {
  private enum State {
    case awaited
    case known(StyledText)
    /// There is nothing to tell, or it was told.
    case none
  }

  private let find: @Sendable () async -> StyledText?
  private let state = Mutex(State.awaited)
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// - Parameter find: finds out what there is to tell; nil for nothing.
  init(_ find: @escaping @Sendable () async -> StyledText?) {
    self.find = find
  }

  /// Begins to find it out, once.
  func begin() {
    task.withLock { task in
      guard task == nil else { return }
      task = Task { [find, weak self] in
        let text = await find()
        self?.fulfil(text)
      }
    }
  }

  /// Nobody waits for it any more.
  func cancel() { task.withLock { $0?.cancel() } }

  /// Whether it may still come.
  var isAwaited: Bool { state.withLock { if case .awaited = $0 { true } else { false } } }

  private func fulfil(_ text: StyledText?) {
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
