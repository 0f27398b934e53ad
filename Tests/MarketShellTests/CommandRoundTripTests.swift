import CommandLanguage
import Formatting
import Foundation
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CommandRoundTripTests {
  private static let context = ReadingContext(
    now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)
  private static let parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)

  private static func parse(_ line: String) throws -> Parsed {
    let commands = Tokenizer.read(line).commands
    try #require(commands.count == 1, "\(line)")
    return parser.parse(try Variables().words(of: commands[0]), in: context)
  }

  /// The input with a random value for the parameter, or with its sample if there are no random
  /// values of its type or its own rules reject them.
  private static func fill(
    _ input: Input, _ parameter: some Parameter, _ random: inout SeededGenerator
  ) throws -> Input {
    for _ in 0..<5 {
      guard let value = drawn(of: parameter, &random) else { break }
      // Parsing the written words checks rules such as bounds.
      let words = parameter.words(for: value)
      guard parameter.facts.form != .flag else { return input.setting(parameter, to: value) }
      let isAllowed = words.allSatisfy { written in
        guard !written.hasPrefix("--"),
          let word = try? Variables().words(of: Tokenizer.read("x " + written).commands[0]).last
        else { return true }
        return (try? parameter.read(text: word.text, in: context)) != nil
      }
      if isAllowed { return input.setting(parameter, to: value) }
    }
    return input.setting(
      parameter, to: try parameter.read(text: parameter.facts.sample, in: context))
  }

  private static func drawn<P: Parameter>(
    of parameter: P, _ random: inout SeededGenerator
  ) -> P.Value? {
    if let kind = P.Value.self as? any RandomValue.Type { return kind.draw(&random) as? P.Value }
    return nil
  }

  private static func values(_ spec: CommandSpec, _ input: Input) -> [String: AnyHashable] {
    func value(_ parameter: some Parameter) -> AnyHashable? {
      input.value(of: parameter).flatMap { $0 as? AnyHashable }
    }
    return Dictionary(
      spec.grammar.filter { input.mentions($0) }.compactMap { parameter in
        value(parameter).map { (parameter.facts.shown, $0) }
      }
    ) { first, _ in first }
  }

  @Test(arguments: CommandRegistry.specs.map(\.name))
  func `parsing a written command returns its input`(name: String) throws {
    let spec = try #require(CommandRegistry.specs.first { $0.name == name })
    var random = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for _ in 0..<60 {
      // Parameters that exclude each other are a problem here, but their values must still be
      // equal.
      var input = try Self.parse(spec.examples[0].english).input.omitting(spec.grammar)
      for parameter in spec.grammar
      where parameter.facts.form == .argument || random.pick([true, false]) {
        input = try Self.fill(input, parameter, &random)
      }
      let line = spec.line(of: input)
      let parsed = try Self.parse(line)
      let problems = parsed.problems.filter { problem in
        switch problem.code {
        case .missing, .needsOneOf, .conflict: false
        default: true
        }
      }
      #expect(parsed.spec?.name == name, "\(line)")
      #expect(problems.isEmpty, "\(line)")
      #expect(spec.line(of: parsed.input) == line)
      let isPath = spec.grammar.contains {
        [.photo, .file, .directory].contains($0.facts.completion)
      }
      if !isPath { #expect(Self.values(spec, parsed.input) == Self.values(spec, input), "\(line)") }
    }
  }

  @Test(arguments: ["en_US", "ko_KR"])
  func `a displayed amount can be typed`(locale: String) throws {
    let money = MoneyText(locale: Locale(identifier: locale))
    var random = SeededGenerator(seed: 3)
    let codes = [
      "KRW", "USD", "JPY", "EUR", "GBP", "CNY", "HKD", "TWD", "CHF", "CAD", "AUD", "INR",
      "VND", "THB", "SGD", "BRL", "MXN", "NZD", "PHP", "SEK",
    ]
    for code in codes.map(Currency.init) {
      for _ in 0..<100 {
        let shown = Money(random.amount(), code).rounded()
        let text = money.text(shown)
        let word = Word.words(arguments: [text])[0]
        let read = try? WrittenAmount.read(word, in: Self.context)
        #expect(read == WrittenAmount(shown.amount, code), "\(text)")
      }
    }
  }
}
