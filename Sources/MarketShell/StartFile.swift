import Base
import CommandLanguage
import Foundation
import Messages
import SellerSession

/// Runs `marketrc` line by line. An error is reported with its place and stops neither the later
/// lines nor the prompt.
struct StartFile {
  private let interpreter: Interpreter

  init(session: SellerSession, options: ProcessOptions) {
    let scope = CommandScope(mode: .prompt, isInScript: true, isInStartFile: true)
    interpreter = Interpreter(session: session, scope: scope, options: options)
  }

  private var core: SellerCore { interpreter.session.core }

  /// Runs the file, if it exists.
  func run() async {
    let path = core.environment.paths.startFile
    guard FileManager.default.fileExists(atPath: path) else { return }
    let name = shown(path)
    guard let data = FileManager.default.contents(atPath: path) else {
      _ = interpreter.report(SellerError.file(path: name, reason: "it cannot be read"))
      return
    }
    do throws(Script.Problem) {
      await run(try Script(name: name, data: data))
    } catch {
      _ = interpreter.report(SellerError.file(path: name, reason: error.message))
    }
  }

  private func run(_ script: Script) async {
    // A `quit` in the file ends the file, not the prompt that it starts.
    defer { core.memory.isLeaving = false }
    for tokens in script {
      _ = await interpreter.run(tokens) { place in place.map(script.address) }
      if core.memory.isLeaving { return }
    }
  }

  /// Returns the path as a user would type it.
  private func shown(_ path: String) -> String {
    let home = core.environment.homeFolder + "/"
    return path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path
  }
}
