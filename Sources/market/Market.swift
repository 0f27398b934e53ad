/// The program's entry: the live world, the arguments, the exit code.
import Foundation
import MarketCommands

@main
enum Market {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = await Program(environment: .live()).run(arguments)
    exit(code.rawValue)
  }
}
