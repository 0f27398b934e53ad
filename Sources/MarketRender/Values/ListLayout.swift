/// The layout of a list: one row per listing, or cards side by side.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
  case table
  case grid
}
