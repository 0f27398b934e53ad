/// Desktop notifications of a terminal (OSC 9, as iTerm2 introduced them).
public enum TerminalNotification {
  /// Returns whether the terminal that set these environment variables shows them. Inside a
  /// multiplexer the sequence would not arrive.
  public static func isSupported(_ variables: [String: String]) -> Bool {
    guard variables["TMUX"] == nil, variables["STY"] == nil else { return false }
    let program = variables["TERM_PROGRAM"]?.lowercased() ?? ""
    let term = variables["TERM"] ?? ""
    return ["iterm.app", "wezterm", "ghostty"].contains(program)
      || ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra"].contains(term)
  }

  /// Returns the sequence for a text. Controls, which could end the sequence, are left out.
  public static func sequence(_ text: String) -> String {
    let safe = text.unicodeScalars.filter { scalar in
      ![.control, .format].contains(scalar.properties.generalCategory)
    }
    var content = String.UnicodeScalarView()
    content.append(contentsOf: safe.prefix(200))
    // The name in front keeps a text such as `4;1` from being read as another command.
    return "\u{1B}]9;market: \(String(content))\u{1B}\\"
  }
}
