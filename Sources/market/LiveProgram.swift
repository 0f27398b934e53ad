import Base
import Foundation
import SellerSession

/// Runs other programs.
enum LiveProgram {
  /// Runs a program and waits for its end.
  ///
  /// - Returns: the exit code; nil if it could not be started or ended by a signal.
  static func run(_ request: ProgramRequest) async -> Int32? {
    await runOnNewThread { runBlocking(request) }
  }

  private static func runBlocking(_ request: ProgramRequest) -> Int32? {
    // A file without a name: a pipe could block if the program does not read.
    var template = Array("\(NSTemporaryDirectory())/market-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    defer { close(file) }
    unlink(template)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    guard (try? handle.write(contentsOf: Data(request.input.utf8))) != nil,
      lseek(file, 0, SEEK_SET) == 0
    else { return nil }
    return ForegroundProcess(
      request.command, arguments: request.arguments, variables: request.variables, input: file
    )?.end()
  }
}
