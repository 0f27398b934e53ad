package import Base
import Foundation
package import Messages

extension NewFile {
  /// Why `-` is not the name of a file that a command writes.
  package static let notStandardOutput: Message = "name a file; this is not written to a pipe"

  /// Writes a file for a command; an existing one is not replaced unless the seller agrees.
  ///
  /// - Parameter name: The path as the user typed it.
  @discardableResult
  package static func write(
    _ bytes: [UInt8], to path: String, named name: String, replacing: Bool
  ) throws(SellerError) -> Outcome {
    guard name != "-" else { throw .file(path: name, reason: notStandardOutput) }
    do throws(WriteError) {
      return try write(bytes, to: path, replacing: replacing)
    } catch .nameTaken {
      throw .fileExists(path: name)
    } catch {
      throw .file(path: name, reason: error.reason)
    }
  }

  /// Creates a folder for a command, and reports a failure as an error of that command.
  ///
  /// - Parameter name: The path as the user typed it.
  package static func makeFolder(_ path: String, named name: String) throws(SellerError)
    -> MadeFolders
  {
    do throws(FolderError) {
      return try makeFolder(path)
    } catch {
      let reason: Message =
        switch error {
        case .isFile: "it is a file, not a folder"
        case .failed: "the folder cannot be created"
        }
      throw .file(path: name, reason: reason)
    }
  }
}

extension NewFile.WriteError {
  /// Why a file cannot be written.
  package var reason: Message {
    switch self {
    case .nameTaken: "a file has this name"
    case .failed(ENOSPC), .failed(EDQUOT): "the disk is full"
    case .failed(EACCES), .failed(EPERM), .failed(EROFS): "it must not be written"
    case .failed(ENOENT): "there is no such folder"
    case .failed: "it cannot be written"
    }
  }
}
