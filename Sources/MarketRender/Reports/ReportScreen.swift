public import MarketWire
public import TerminalKit

/// An answer with a screen of its own: statistics, a calendar, what is new.
public protocol ReportScreen: Sendable {
  /// The lines for people.
  func lines(_ viewport: Viewport) -> [StyledText]

  /// The data for programs; in a table its rows, otherwise an object.
  var data: ReportData { get }
}

/// The data of a ``ReportScreen``.
public enum ReportData: Sendable {
  case object(JSONObject)
  /// Rows with the same keys.
  case rows([JSONObject], keys: [String])
}
