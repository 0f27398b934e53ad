/// Writes that Ctrl-C must not tear apart.

extension Session {
  /// Does one write of a script. Ctrl-C ends the script, but not in the middle of a write: a listing
  /// without its code would be added again by the same file. At the prompt a lone write is cancelled
  /// like everything else, and what may have happened is told.
  func finishingInScripts<R: Sendable>(
    _ write: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    guard withState({ $0.scripts > 0 }) else { return try await write() }
    return try await finishing(write)
  }

  /// Does one write to its end, whatever is cancelled meanwhile; it is not begun where that was
  /// before.
  func finishing<R: Sendable>(
    _ write: @escaping @Sendable () async throws -> R
  ) async throws -> R {
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      // In a task of its own, which the cancelling does not reach.
      try await Task { try await write() }.value
    } onCancel: {
      report("Finishing what is under way; Ctrl-C again stops at once.")
    }
  }
}
