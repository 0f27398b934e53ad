import SQLite

/// An error of the journal. `path` is its file.
package enum JournalError: Error, Hashable, Sendable {
  /// A newer version of the program wrote the file.
  case newer(path: String)
  /// The file is damaged; nothing of it is read.
  case damaged(path: String)
  /// The file lacks writes that its mark tells of; nothing of it is read.
  case lostWrites(path: String, mark: String)
  case cannotOpen(path: String)
  case busy(path: String)
  /// No space is left on the device.
  case diskFull(path: String)
  case failed(path: String, reason: String)
  /// Another process carries out the same input.
  case inputIsTaken(batch: Int)

  init(_ error: any Error, path: String) {
    guard let error = error as? SQLiteError else {
      self = (error as? JournalError) ?? .failed(path: path, reason: "\(error)")
      return
    }
    switch error.code {
    case .newerSchema: self = .newer(path: path)
    case .corrupt, .notADatabase, .foreignFile: self = .damaged(path: path)
    case .lostWrites:
      self = .lostWrites(path: path, mark: WriteMark.path(besideDatabase: path))
    case .cannotOpen, .readOnly: self = .cannotOpen(path: path)
    case .busy, .locked: self = .busy(path: path)
    case .full: self = .diskFull(path: path)
    default: self = .failed(path: path, reason: error.message)
    }
  }
}
