import CommandLanguage
import Messages

/// Messages about commands of the shell itself.
package enum ShellText {
  /// A sentence without a full stop; nil if the error is about something else.
  package static func sentence(_ error: SellerError) -> String? {
    switch error {
    case .badSetting(let name, let typed, let problem):
      "\(name): \(problem.message(typed: typed).english)"
    case .badAlias(let name, let fault): words(name, fault)
    case .promptCommand(let name):
      "\(name) means something at the prompt only; write it there, or into marketrc"
    case .notKept(let market):
      "nobody else knows the identifier and the secret of your shop at \(market); "
        + "signing out needs an answer and nobody can be asked here; --yes gives it"
    case .notInHistory(let text): "no line of the history is or holds \"\(text)\""
    default: nil
    }
  }

  package static func suggestions(_ error: SellerError) -> [String] {
    switch error {
    case .badSetting(let name, _, let problem):
      [
        (Setting(rawValue: name)?.isOfProfile == true ? "profile " : "set ") + name
          + (problem.correction.map { " \($0)" } ?? "")
      ]
    case .badAlias: ["help alias"]
    case .notInHistory: ["history"]
    default: []
    }
  }

  private static func words(_ name: String, _ fault: AliasFault) -> String {
    switch fault {
    case .notAWord: "\(name) cannot be an alias: it is one plain word, such as m or 목"
    case .isCommand(let command):
      "\(name) is a command already" + (command == name ? "" : " (\(command))")
    case .notOneCommand: "an alias stands for one whole command, in quotes: alias \(name) 'list'"
    case .loop(let names): "\(names.joined(separator: " → ")) would go round in circles"
    case .unknown(let nearest):
      "there is no alias \(name)" + (nearest.map { " — did you mean \($0)?" } ?? "")
    }
  }
}
