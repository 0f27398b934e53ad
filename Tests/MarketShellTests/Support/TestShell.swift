import CommandLanguage

@testable import MarketShell
@testable import SellerSession

/// A session with an interpreter, as a prompt or a script has them.
struct TestShell: Sendable {
  let session: SellerSession
  let interpreter: Interpreter

  init(environment: Environment, mode: CommandScope.Mode) {
    session = SellerSession(environment: environment)
    interpreter = Interpreter(session: session, scope: CommandScope(mode: mode))
  }

  /// The context outside any command.
  var context: CommandContext { interpreter.baseContext }
  var market: CurrentMarket { context.market }

  /// Runs lines of commands and returns an exit code for each command.
  func type(_ lines: String...) async -> [ExitCode] {
    var codes: [ExitCode] = []
    for line in lines {
      for tokens in Tokenizer(line) { codes.append(await interpreter.run(tokens)) }
    }
    // Nothing may be written after the test has removed its folder.
    await session.access.caches.settle()
    return codes
  }
}
