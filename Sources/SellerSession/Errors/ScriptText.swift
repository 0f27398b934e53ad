/// The words for what is wrong with a file of commands.
package import CommandLanguage

package enum ScriptText {
  package static func words(_ problem: Script.Problem) -> String {
    switch problem {
    case .otherEncoding(let name): "it is in \(name); save it in UTF-8"
    case .notUTF8(let line): "line \(line) is not UTF-8; save it in UTF-8"
    }
  }
}
