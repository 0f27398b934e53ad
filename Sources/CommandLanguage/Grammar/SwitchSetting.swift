/// A switch with a third position.

/// The setting of a switch that a terminal can decide.
public enum SwitchSetting: Hashable, Sendable {
  case on, off
  /// Nothing was said: on where the terminal can do it.
  case whenTerminalCan
}
