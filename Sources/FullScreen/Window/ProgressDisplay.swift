package import Messages
package import SellerSession

/// The progress display of the running command, which shares the terminal with pictures.
package protocol ProgressDisplay: Sendable {
  /// Removes the display from the screen until it changes.
  func pause()
  /// Removes the display from the screen until ``release()``.
  func hold()
  func release()
  /// Shows `subject` while `body` runs.
  func show<R: Sendable>(
    _ subject: Message, while body: () async throws -> R
  ) async rethrows -> R
}

extension Activity: ProgressDisplay {
  package func show<R: Sendable>(
    _ subject: Message, while body: () async throws -> R
  ) async rethrows -> R {
    try await show(subject, total: nil, isCounted: false, while: body)
  }
}
