// Its functions are in place of those of the libraries that are loaded on first use.
import CLazyLibraries
import Foundation
import MarketServer
import MarketShell
import Photos
import SQLite
import SellerSession

/// The entry point of the program.
@main
enum Market {
  static func main() async {
    fillStandardDescriptors()
    HTTPServer.shareHeaps()
    GdkPixbufLibrary.returnFreedMemoryAtOnce()
    let code = await Program(environment: .live()).run(bytes: argumentBytes())
    exitNow(with: code)
  }
}

/// The arguments without the name of the program. `CommandLine.arguments` would replace bytes that
/// are not UTF-8.
private func argumentBytes() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map {
      Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
    }
  }
}

/// Opens `/dev/null` for closed standard descriptors.
///
/// Otherwise the first opened file would take the place of stdin, stdout or stderr.
private func fillStandardDescriptors() {
  for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDONLY)
  }
}

/// Ends the process without running exit handlers.
///
/// The handlers of OpenSSL free memory that threads ending at the same time also free. All output
/// is already written, except what is in the logs of databases.
func exitNow(with code: ExitCode) -> Never {
  ConnectionPool.closeAll()
  _exit(code.rawValue)
}
