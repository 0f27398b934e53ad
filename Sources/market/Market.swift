/// The program's entry: the live world, the arguments, the exit code.
import Foundation
import MarketCommands
import Photos

@main
enum Market {
  static func main() async {
    fillStandardDescriptors()
    GdkPixbufLibrary.returnFreedMemoryAtOnce()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = await Program(environment: .live()).run(arguments)
    leave(with: code)
  }
}

/// Whoever starts it with a standard descriptor closed would see the first file that is opened take
/// its place. Reading finds the end, writing an error.
private func fillStandardDescriptors() {
  for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDONLY)
  }
}

/// Ends the process at once, without what libraries do at an exit: OpenSSL then frees what threads
/// that end at the same moment free, too. Everything is written by then, nothing is in a buffer.
func leave(with code: ExitCode) -> Never {
  _exit(code.rawValue)
}
