/// The editor to use, and the text to edit.
public struct TextEditRequest: Sendable {
  /// The command line for the system shell; the file's name is appended.
  public let command: String
  /// The complete environment of the editor.
  public let variables: [String: String]
  /// The name of the file, from which editors detect its format.
  public let fileName: String
  public let text: String

  /// Uses the first of `VISUAL` and `EDITOR` that is set, otherwise `vi`, which POSIX requires. The
  /// editor's environment does not contain the secret.
  package init(_ text: String, fileName: String, environment: Environment) {
    var variables = environment.variables
    variables["OPENMARKET_SECRET"] = nil
    let requested = ["VISUAL", "EDITOR"].lazy
      .compactMap { environment.variables[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    command = requested ?? "vi"
    self.variables = variables
    self.fileName = fileName
    self.text = text
  }
}

/// The result of editing.
public enum TextEditEnd: Hashable, Sendable {
  /// The editor succeeded; the new contents of the file.
  case edited(String)
  /// The program does not exist or cannot be run.
  case notStarted
  /// The editor ended with an error or by a signal; nothing is changed.
  case failed
}
