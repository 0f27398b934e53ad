import Messages
import SellerSession
import TerminalKit

/// An error, in words for the last line of a window.
struct WindowFailure: Error, Hashable, Sendable {
  let text: Message

  init(_ text: Message) {
    self.text = text
  }
}

extension CommandContext {
  var windowSize: TerminalSize { console.capabilities(of: .output).size }

  /// The result of loading something for a window.
  func result<T: Sendable>(_ body: () async throws -> T) async -> Result<T, WindowFailure> {
    do {
      return .success(try await body())
    } catch {
      return .failure(WindowFailure(ErrorReport(error, at: try? market.profile()).message))
    }
  }
}
