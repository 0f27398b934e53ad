/// The program's entry: the live world, the arguments, the exit code.
import Foundation
import MarketCommands

@main
enum Market {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = await Program(environment: .live()).run(arguments)
    leave(with: code)
  }
}

/// Ends the process at once, without what libraries do at an exit: OpenSSL then frees what threads
/// that end at the same moment free, too. Everything is written by then, nothing is in a buffer.
func leave(with code: ExitCode) -> Never {
  _exit(code.rawValue)
}
