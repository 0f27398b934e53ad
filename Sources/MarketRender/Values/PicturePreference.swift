/// Whether the pictures of an output are drawn.
public enum PicturePreference: Hashable, Sendable {
  case never
  /// As the settings and the terminal allow.
  case automatic
  /// Even if the settings turn pictures off; named if the terminal cannot draw.
  case always
}
