import CommandLanguage
import Foundation
import LocalFiles
import MarketCommands
import SellerSession

/// Runs the file line by line. What is wrong in it is told with its place and keeps neither the
/// lines below it nor the prompt from coming.
struct StartFile {
  private let interpreter: Interpreter

  init(session: SellerSession, options: ProcessOptions) {
    let scope = CommandScope(mode: .prompt, isInScript: true, isInStartFile: true)
    interpreter = Interpreter(session: session, scope: scope, options: options)
  }

  private var session: SellerSession { interpreter.session }

  /// Does nothing where there is no file.
  func run() async {
    let path = session.environment.paths.startFile
    guard FileManager.default.fileExists(atPath: path) else { return }
    let name = shown(path)
    guard let data = FileManager.default.contents(atPath: path) else {
      _ = interpreter.report(SellerError.file(path: name, reason: "it cannot be read"))
      return
    }
    do throws(Script.Problem) {
      await run(try Script(name: name, data: data))
    } catch {
      _ = interpreter.report(SellerError.file(path: name, reason: ScriptText.words(error)))
    }
  }

  private func run(_ script: Script) async {
    // A quit in the file ends the file, not the prompt that it starts.
    defer { session.memory.isLeaving = false }
    for tokens in script {
      _ = await interpreter.run(tokens) { place in place.map(script.address) }
      if session.memory.isLeaving { return }
    }
  }

  /// The path as one would type it.
  private func shown(_ path: String) -> String {
    let home = session.environment.homeFolder + "/"
    return path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path
  }
}
