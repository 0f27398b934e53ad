/// The setting of a flag whose default depends on the terminal.
public enum SwitchSetting: Hashable, Sendable {
  case on, off
  /// The default: on if the terminal supports it.
  case whenTerminalCan
}
