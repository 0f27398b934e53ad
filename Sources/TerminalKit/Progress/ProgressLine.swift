/// Draws a `Progress` on a terminal's stderr and leaves nothing behind.
import Synchronization

/// The driver of a `Progress`. Whoever holds it calls `step` now and then, or lets `run` do so.
public final class ProgressLine: Sendable {
  private let terminal: any Terminal
  private let ansi: ANSI
  private let progress: Mutex<Progress?>

  /// Shows `progress` on the stderr of `terminal`, encoded for it by `ansi`.
  public init(_ progress: Progress, on terminal: any Terminal, ansi: ANSI) {
    self.terminal = terminal
    self.ansi = ansi
    self.progress = Mutex(progress)
  }

  /// Takes news, as `Progress.update` does.
  public func update(subject: String? = nil, done: Int? = nil, total: Int? = nil) {
    progress.withLock { $0?.update(subject: subject, done: done, total: total) }
  }

  /// Shows what is to be shown at `now`.
  public func step(at now: Duration) {
    progress.withLock { progress in
      if let columns = terminal.windowSize?.columns { progress?.resize(columns: columns) }
      if let action = progress?.step(at: now) { obey(action) }
    }
  }

  /// Removes the live line until the next `step`, so that something else can be written.
  public func clear() {
    progress.withLock { progress in
      if let action = progress?.clear() { obey(action) }
    }
  }

  /// Takes the live line away for good; later steps do nothing.
  public func finish() {
    progress.withLock { progress in
      if let action = progress?.clear() { obey(action) }
      progress = nil
    }
  }

  /// Progress is talk: where stderr is closed there is nobody to talk to, so failures are ignored.
  private func obey(_ action: Progress.Action) {
    switch action {
    case .nothing: break
    case .draw(let line): try? terminal.write("\r" + ansi.encode(line) + "\u{1B}[K", to: .error)
    case .print(let line): try? terminal.write(ansi.encode(line) + "\n", to: .error)
    case .erase: try? terminal.write("\r\u{1B}[K", to: .error)
    }
  }
}
