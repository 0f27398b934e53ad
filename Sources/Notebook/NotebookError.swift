/// Why the notebook could not do what was asked, as facts.
import Foundation
import SQLite

/// A failure of the notebook. `path` is its file, empty for one in memory.
public enum NotebookError: Error, Hashable, Sendable {
  /// The code belongs to another listing of the same account.
  case codeTaken(code: String, listing: Int)
  /// A newer program wrote the file: its schema version and the newest one known here.
  case newer(path: String, found: Int, known: Int)
  /// The file is broken, or no notebook at all. It was left as it is.
  case damaged(path: String)
  /// The file was taken away while it was in use; the next use begins a new one.
  case removed(path: String)
  /// The file or its folder cannot be opened, made or written.
  case cannotOpen(path: String)
  /// Another process has kept the file locked for too long.
  case busy(path: String)
  /// No space left on the device; nothing was changed.
  case diskFull(path: String)
  /// Anything else, in the words of the library.
  case failed(path: String, reason: String)
}

extension NotebookError {
  /// What an error from below means for the notebook at `path`.
  init(_ error: any Error, path: String?) {
    let path = path ?? ""
    switch error {
    case let error as NotebookError: self = error
    case let error as SQLiteError: self.init(error, path: path)
    // Foundation's errors come from making the folder only.
    case is CocoaError: self = .cannotOpen(path: path)
    default: self = .failed(path: path, reason: "\(error)")
    }
  }

  private init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .newerSchema(let found, let known):
      self = .newer(path: path, found: found, known: known)
    case .corrupt, .notADatabase, .foreignFile: self = .damaged(path: path)
    case .cannotOpen, .readOnly: self = .cannotOpen(path: path)
    case .busy, .locked: self = .busy(path: path)
    case .full: self = .diskFull(path: path)
    default: self = .failed(path: path, reason: error.message)
    }
  }
}
