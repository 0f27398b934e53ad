package import CommandLanguage

/// Messages about faulty files of commands.
package enum ScriptText {
  package static func words(_ problem: Script.Problem) -> String {
    switch problem {
    case .otherEncoding(let name): "it is in \(name); save it in UTF-8"
    case .notUTF8(let line): "line \(line) is not UTF-8; save it in UTF-8"
    }
  }
}
