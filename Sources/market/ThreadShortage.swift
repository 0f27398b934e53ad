import CLazyLibraries
import Foundation
import Messages
import SellerSession
import Synchronization
import TerminalKit

/// The end of the program when the system allows it no more threads for several seconds.
///
/// libdispatch, on which Swift's tasks run, would wait for a thread without an end or a message. A server
/// may do so: its clients end, and their threads.
enum ThreadShortage {
  private struct State: Sendable {
    var end: (@Sendable () -> Void)?
    var changesListings: @Sendable () -> Bool = { false }
  }

  private static let state = Mutex(State())

  /// Ends the program with a sentence from now on.
  static func end(_ terminal: PosixTerminal, _ language: DisplayLanguage) {
    state.withLock { state in
      state.end = {
        // Nothing here may wait for another thread, so the databases are not closed.
        terminal.restore()
        let isChanging = Self.state.withLock { $0.changesListings }()
        let text = Self.message(isChanging).text(in: language.catalog)
        FileHandle.standardError.write(Data("error: \(text)\n".utf8))
        _exit((isChanging ? ExitCode.outcomeUnknown : .failed).rawValue)
      }
    }
    #if os(Linux)
      lazy_on_thread_shortage {
        let end = ThreadShortage.state.withLock { $0.end }
        end?()
      }
    #endif
  }

  /// - Parameter changes: Whether a request that changes listings may be under way.
  static func changesListings(_ changes: @escaping @Sendable () -> Bool) {
    state.withLock { $0.changesListings = changes }
  }

  /// Waits for threads from now on, as long as it takes.
  static func wait() { state.withLock { $0.end = nil } }

  private static func message(_ isChanging: Bool) -> Message {
    isChanging
      ? """
      this machine allows the program no more threads, so it is unknown what was changed: \
      `\(command: "resume")` finds out
      """
      : "this machine allows the program no more threads: end other programs, or raise the limit"
  }
}
