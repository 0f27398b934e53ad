public import Messages
import Synchronization

/// The driver of a `Progress`, which draws on standard error. The owner must call `step` regularly.
public final class ProgressLine: Sendable {
  private let terminal: any Terminal
  private let ansi: ANSI
  private let progress: Mutex<Progress?>

  /// Creates a driver that draws `progress` on the standard error of `terminal`.
  public init(_ progress: Progress, on terminal: any Terminal, ansi: ANSI) {
    self.terminal = terminal
    self.ansi = ansi
    self.progress = Mutex(progress)
  }

  public func update(
    subject: Message? = nil, done: Int? = nil, total: Int? = nil, problems: [Message]? = nil
  ) {
    progress.withLock {
      $0?.update(subject: subject, done: done, total: total, problems: problems)
    }
  }

  /// Shows the progress at the time `now`.
  public func step(at now: Duration) {
    progress.withLock { progress in
      if let columns = terminal.windowSize?.columns { progress?.resize(columns: columns) }
      if let action = progress?.step(at: now) { perform(action) }
    }
  }

  /// Removes the live line until the next `step`, so that something else can be written.
  public func clear() {
    progress.withLock { progress in
      if let action = progress?.clear() { perform(action) }
    }
  }

  /// Removes the live line; later steps do nothing.
  public func finish() {
    progress.withLock { progress in
      if let action = progress?.clear() { perform(action) }
      progress = nil
    }
  }

  /// Write errors are ignored: progress is not needed where standard error is closed.
  private func perform(_ action: Progress.Action) {
    switch action {
    case .nothing: break
    case .draw(let line): try? terminal.write("\r" + ansi.encode(line) + "\u{1B}[K", to: .error)
    case .print(let line): try? terminal.write(ansi.encode(line) + "\n", to: .error)
    case .erase: try? terminal.write("\r\u{1B}[K", to: .error)
    }
  }
}
