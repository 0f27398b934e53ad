package import CommandLanguage
import MarketCommands
package import SellerSession
import ShellCommands

/// All commands, in the order of `help`.
package enum CommandRegistry {
  package static let all: [any Command.Type] =
    MarketCommandList.all + ShellCommandList.all + OperatorCommandList.all

  package static let specs: [CommandSpec] = all.map { $0.spec }

  /// The grammar of all commands and of the process options.
  package static let parser = Parser(commands: specs, process: ProcessOptions.all)

  package static func command(named name: String) -> (any Command.Type)? {
    all.first { $0.spec.name == name }
  }
}
