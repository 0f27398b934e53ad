/// Numbers in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var text = ""

  /// Adds the lines that describe a metric, before its samples.
  mutating func describe(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a line with a number.
  mutating func sample(
    _ name: String, _ value: Double, _ labels: KeyValuePairs<String, String> = [:]
  ) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1).replacing("\"", with: "\\\""))\"" }
    let list = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    text += "\(name)\(list) \(Self.number(value))\n"
  }

  /// Adds a metric with one number; nil adds nothing.
  mutating func add(_ name: String, _ help: String, _ value: Double?, _ kind: Kind = .gauge) {
    guard let value else { return }
    describe(name, kind, help)
    sample(name, value)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  private static func number(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? "\(value)"
  }
}
