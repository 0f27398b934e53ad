public import CommandLanguage
import Messages

/// Finds mistakes in command definitions.
public struct GrammarCheck: Sendable {
  /// A mistake and the command that has it.
  public struct Fault: Hashable, Sendable, CustomStringConvertible {
    public let command: String
    public let text: String
    public var description: String { "\(command): \(text)" }
  }

  private let commands: [CommandSpec]
  private let process: [any Parameter]
  private let context: ReadingContext

  /// - Parameter context: the date and time zone for the examples.
  public init(commands: [CommandSpec], process: [any Parameter], context: ReadingContext) {
    self.commands = commands
    self.process = process
    self.context = context
  }

  /// All mistakes.
  public func faults() -> [Fault] {
    var faults = doubleNames()
    faults += process.map(\.facts).filter(\.isRequired).map {
      Fault(command: "process", text: "\($0.shown) cannot be required")
    }
    for spec in commands {
      let texts =
        words(of: spec) + doubleParameters(of: spec) + order(of: spec) + help(of: spec)
        + examples(of: spec)
      faults += texts.map { Fault(command: spec.name, text: $0) }
    }
    return faults
  }

  /// Names are equal if the same keys are pressed for them, whatever the keyboard layout.
  private func doubleNames() -> [Fault] {
    var owners: [String: String] = [:]
    var faults: [Fault] = []
    for spec in commands {
      for name in [spec.name] + spec.aliases {
        if let owner = owners.updateValue(spec.name, forKey: Dubeolsik.keys(name)) {
          faults.append(
            Fault(command: spec.name, text: "the name \(name) is already used by \(owner)"))
        }
      }
    }
    return faults
  }

  private func words(of spec: CommandSpec) -> [String] {
    var texts: [String] = []
    let words = spec.name.split(separator: " ", omittingEmptySubsequences: false)
    if !(1...2).contains(words.count) || !words.allSatisfy(Self.isPlain) {
      texts.append("its name is not one or two lower-case words")
    }
    for facts in spec.grammar.map(\.facts) where !Self.isPlain(facts.name[...]) {
      texts.append("\(facts.shown) is not a lower-case word")
    }
    for facts in spec.options where facts.name.hasPrefix("no-") {
      texts.append("\(facts.shown) begins with no-; make it a flag that is on by default")
    }
    for facts in spec.options {
      for name in facts.otherNames where !Self.isName(name) || name.hasPrefix("no-") {
        texts.append("the other name --\(name) is not a lower-case word without no-")
      }
      if let short = facts.short, !(short.isASCII && short.isLetter) {
        texts.append("-\(short) is not a letter")
      }
    }
    return texts
  }

  private func doubleParameters(of spec: CommandSpec) -> [String] {
    var seen: Set<String> = []
    var texts: [String] = []
    let hasOutput = spec.grammar.contains { $0.facts.role == .output }
    let own = Set(spec.grammar.map(\.key))
    let others = process.filter { option in
      switch option.facts.role {
      case .output: !hasOutput
      case .consent: !own.contains(option.key)
      default: true
      }
    }
    for parameter in spec.grammar + others {
      let facts = parameter.facts
      guard seen.insert(parameter.key).inserted else {
        texts.append("\(facts.shown) is defined twice")
        continue
      }
      let others = facts.otherNames + [facts.koreanName].compactMap(\.self)
      for name in others where !seen.insert("--\(name)").inserted {
        texts.append("--\(name) is defined twice")
      }
      if let short = facts.short, !seen.insert("-\(short)").inserted {
        texts.append("-\(short) is defined twice")
      }
    }
    return texts
  }

  private func order(of spec: CommandSpec) -> [String] {
    var texts: [String] = []
    for (left, right) in zip(spec.arguments, spec.arguments.dropFirst()) {
      if left.repeats {
        texts.append("\(right.shown) follows \(left.shown), which takes all words")
      }
      if right.isRequired, !left.isRequired {
        texts.append("\(right.shown) is required but follows \(left.shown), which is optional")
      }
    }
    return texts
  }

  private func help(of spec: CommandSpec) -> [String] {
    var texts: [String] = []
    if spec.summary.isEmpty || spec.summary.english.hasSuffix(".") {
      texts.append("its summary is empty or ends with a full stop")
    }
    for facts in spec.grammar.map(\.facts)
    where facts.help.isEmpty || facts.help.english.hasSuffix(".") {
      texts.append("the help of \(facts.shown) is empty or ends with a full stop")
    }
    if spec.examples.isEmpty { texts.append("it has no example") }
    return texts
  }

  private func examples(of spec: CommandSpec) -> [String] {
    let parser = Parser(commands: commands, process: process)
    return spec.examples.map(\.english).compactMap { example in
      guard case .complete(let found) = Tokenizer.read(example), found.count == 1 else {
        return "the example \(example) is not one complete command"
      }
      do throws(UsageError) {
        let words = try Variables().words(of: found[0])
        let name = try parser.parse(words, in: context).checked().spec.name
        return name == spec.name ? nil : "the example \(example) is parsed as \(name)"
      } catch {
        return "the example \(example) is wrong: \(error.message.english)"
      }
    }
  }

  /// Whether a name may stand for an option; other names may be in any script.
  private static func isName(_ name: String) -> Bool {
    name == name.lowercased() && name.first?.isLetter == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
  }

  private static func isPlain(_ word: Substring) -> Bool {
    guard let first = word.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else {
      return false
    }
    return word.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}
