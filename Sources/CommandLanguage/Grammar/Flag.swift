public import Messages

/// A switch of a command: `--mine`, `--no-pictures`. Each flag has a `--no-…` form; the last one on
/// the line wins.
public struct Flag<Value: Sendable>: Parameter {
  public var facts: ParameterFacts
  public let key: String
  public let fallback: Value?
  private let on: Value
  private let off: Value
  /// Whether a setting is on; nil for the default that no flag can express.
  private let isOn: @Sendable (Value) -> Bool?

  /// Creates a flag that is on or off.
  ///
  /// - Parameter help: of a flag that is on by default, what `--no-name` does.
  public init(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    default fallback: Bool = false
  ) where Value == Bool {
    var facts = ParameterFacts(.flag, name, otherNames: otherNames, short: short, help: help)
    facts.isOnByDefault = fallback
    self.init(facts, fallback: fallback, on: true, off: false) { $0 }
  }

  /// Creates a flag whose default can depend on the terminal.
  public init(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    default fallback: SwitchSetting
  ) where Value == SwitchSetting {
    var facts = ParameterFacts(.flag, name, otherNames: otherNames, short: short, help: help)
    facts.showsBothForms = true
    self.init(facts, fallback: fallback, on: .on, off: .off) { setting in
      switch setting {
      case .on: true
      case .off: false
      case .whenTerminalCan: nil
      }
    }
  }

  private init(
    _ facts: ParameterFacts, fallback: Value, on: Value, off: Value,
    isOn: @escaping @Sendable (Value) -> Bool?
  ) {
    self.isOn = isOn
    self.facts = facts
    key = facts.key
    self.fallback = fallback
    self.on = on
    self.off = off
  }

  public func read(
    _ given: [Occurrence], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value? {
    guard let last = given.last else { return fallback }
    return last.content == .off ? off : on
  }

  public func words(for value: Value) -> [String] {
    isOn(value).map { [$0 ? "--\(facts.name)" : "--no-\(facts.name)"] } ?? []
  }
}
