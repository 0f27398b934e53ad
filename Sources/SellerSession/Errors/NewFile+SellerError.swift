package import LocalFiles
import Messages

extension NewFile {
  /// Creates a folder for a command, and reports a failure as an error of that command.
  ///
  /// - Parameter name: The path as the user typed it.
  package static func makeFolder(_ path: String, named name: String) throws(SellerError) {
    do throws(FolderError) {
      try makeFolder(path)
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
