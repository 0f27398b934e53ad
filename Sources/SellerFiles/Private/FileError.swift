package import Messages

/// Why a file of the program cannot be used.
package struct FileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unreadable(Message)
    case unwritable(Message)
    /// The content is not in the expected format.
    case damaged(Message)
  }

  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
