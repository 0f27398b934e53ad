/// The seller's own text editor as a process: it has the terminal until the text is done.
import Foundation
import MarketCommands
import Threads

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Hands a text to an editor in a file that only its owner may read, and takes it back.
struct LiveTextEditor: Sendable {
  let interrupts: InterruptCenter

  /// Runs the editor to its end. The file is gone afterwards, whatever the editor did.
  func edit(_ request: TextEditRequest) async -> TextEditEnd {
    guard ForegroundProcess.isThere(request.command, request.variables) else { return .notStarted }
    let loan = interrupts.lend()
    return await runOnNewThread { withExtendedLifetime(loan) { Self.run(request) } }
  }

  private static func run(_ request: TextEditRequest) -> TextEditEnd {
    // The folder is new and private, so nobody else can put another file into its place.
    var folder = Array("\(NSTemporaryDirectory())/market-XXXXXX".utf8CString)
    guard mkdtemp(&folder) != nil else { return .failed }
    let place = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let path = "\(place)/\(request.fileName)"
    guard
      FileManager.default.createFile(
        atPath: path, contents: Data(request.text.utf8), attributes: [.posixPermissions: 0o600])
    else { return .failed }
    // Editors are set with their options, as in `code --wait`.
    let program = ForegroundProcess(
      "\(request.command) \"$@\"", arguments: [path], variables: request.variables)
    guard let code = program?.end() else { return .failed }
    guard code == 0 else { return code == 127 || code == 126 ? .notStarted : .failed }
    guard let data = FileManager.default.contents(atPath: path) else { return .failed }
    return .edited(String(decoding: data, as: UTF8.self))
  }
}
