/// Text that is edited in the seller's own editor.

/// Which editor, and what it is given.
public struct TextEditRequest: Sendable {
  /// A command line of the outside shell; the file's name is put behind it.
  public let command: String
  /// All of the editor's environment.
  public let variables: [String: String]
  /// The name of the file, which tells editors what is in it.
  public let fileName: String
  public let text: String

  /// The first that is set of `VISUAL` and `EDITOR`, else `vi`, which POSIX has everywhere. The
  /// editor does not see the secret.
  package init(_ text: String, fileName: String, environment: Environment) {
    var variables = environment.variables
    variables["OPENMARKET_SECRET"] = nil
    let wished = ["VISUAL", "EDITOR"].lazy
      .compactMap { environment.variables[$0] }.first { !$0.allSatisfy(\.isWhitespace) }
    command = wished ?? "vi"
    self.variables = variables
    self.fileName = fileName
    self.text = text
  }
}

/// How the editing ended.
public enum TextEditEnd: Hashable, Sendable {
  /// The editor ended well, and this is in the file now.
  case edited(String)
  /// There is no such program, or it cannot be run.
  case notStarted
  /// The editor ended with an error or by a signal; nothing is changed then.
  case failed
}
