import Foundation
import SQLite

/// An error of the notebook. `path` is its file, or empty for a notebook in memory.
public enum NotebookError: Error, Hashable, Sendable {
  /// Another listing of the same account has the code.
  case codeTaken(code: String, listing: Int)
  /// A newer version of the program wrote the file; `known` is the newest schema known here.
  case newer(path: String, found: Int, known: Int)
  /// The file is damaged or not a notebook. It was not changed.
  case damaged(path: String)
  /// The file lacks writes that its mark tells of.
  case lostWrites(path: String, mark: String)
  /// The file was deleted while in use. If its mark was, too, the next use creates a new one.
  case removed(path: String)
  /// The file or its folder cannot be opened, created or written.
  case cannotOpen(path: String)
  /// Another process has locked the file for too long.
  case busy(path: String)
  /// No space left on the device; nothing was changed.
  case diskFull(path: String)
  /// Any other error, with the library's message.
  case failed(path: String, reason: String)
}

extension NotebookError {
  /// Converts an error of SQLite or Foundation.
  init(_ error: any Error, path: String?) {
    let path = path ?? ""
    switch error {
    case let error as NotebookError: self = error
    case let error as SQLiteError: self.init(error, path: path)
    // Foundation is used only to create the folder.
    case is CocoaError: self = .cannotOpen(path: path)
    default: self = .failed(path: path, reason: "\(error)")
    }
  }

  private init(_ error: SQLiteError, path: String) {
    switch error.code {
    case .newerSchema(let found, let known):
      self = .newer(path: path, found: found, known: known)
    case .lostWrites:
      self = .lostWrites(path: path, mark: WriteMark.path(besideDatabase: path))
    case .corrupt, .notADatabase, .foreignFile: self = .damaged(path: path)
    case .cannotOpen, .readOnly: self = .cannotOpen(path: path)
    case .busy, .locked: self = .busy(path: path)
    case .full: self = .diskFull(path: path)
    default: self = .failed(path: path, reason: error.message)
    }
  }
}
