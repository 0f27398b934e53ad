/// The words for what is wrong with a file of commands.
import CommandLanguage

enum ScriptText {
  static func words(_ problem: Script.Problem) -> String {
    switch problem {
    case .otherEncoding(let name): "it is in \(name); save it in UTF-8"
    case .notUTF8(let line): "line \(line) is not UTF-8; save it in UTF-8"
    }
  }
}
