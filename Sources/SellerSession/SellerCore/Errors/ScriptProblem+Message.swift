package import CommandLanguage
package import Messages

extension Script.Problem {
  /// Why a file of commands cannot be read, without its name.
  package var message: Message {
    switch self {
    case .otherEncoding(let name): "it is in \(formatted: name); save it in UTF-8"
    case .notUTF8(let line): "line \(line) is not UTF-8; save it in UTF-8"
    }
  }
}
