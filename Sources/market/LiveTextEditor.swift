import Base
import Foundation
import SellerSession

/// Edits a text in the user's own editor, in a temporary file that only its owner can read.
struct LiveTextEditor: Sendable {
  let interrupts: InterruptCenter

  /// Runs the editor and waits for its end.
  ///
  /// The file is always deleted.
  func edit(_ request: TextEditRequest) async -> TextEditEnd {
    guard ForegroundProcess.isInstalled(request.command, request.variables) else {
      return .notStarted
    }
    let suspension = interrupts.suspend()
    return await runOnNewThread { withExtendedLifetime(suspension) { run(request) } }
  }

  private func run(_ request: TextEditRequest) -> TextEditEnd {
    // In a new, private folder no other user can replace the file.
    guard let folder = ScratchFolder() else { return .failed }
    defer { withExtendedLifetime(folder) {} }
    let path = folder.file(request.fileName)
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data(request.text.utf8), attributes: [.posixPermissions: 0o600])
    else { return .failed }
    // The command may contain options, as in `code --wait`.
    let program = ForegroundProcess(
      "\(ForegroundProcess.execCommand(request.command)) \"$@\"", arguments: [path],
      variables: request.variables)
    guard let program else { return .failed }
    interrupts.passSignals(to: program)
    guard let code = program.end() else { return .failed }
    guard code == 0 else { return code == 127 || code == 126 ? .notStarted : .failed }
    guard let data = FileManager.default.contents(atPath: path) else { return .failed }
    return .edited(String(decoding: data, as: UTF8.self))
  }
}
