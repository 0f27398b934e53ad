import CommandLanguage
import Foundation
import MarketTestSupport
import Messages
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct MutatedCommandTests {
  private static let context = ReadingContext(
    now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)
  private static let parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)
  private static let names = CommandRegistry.specs.flatMap { [$0.name] + $0.aliases }
  /// The examples of each command, and each of its options with a sample value.
  private static let seeds = CommandRegistry.specs.flatMap { spec in
    let options = spec.options.map { "\($0.shown) \($0.sample)" }
    return spec.examples.map(\.english) + options.map { "\(spec.name) \($0)" }
  }
  private static let mutation = LineMutation(of: seeds, names: names)

  private static func parse(_ words: [Word]) -> String? {
    let parsed = parser.parse(words, in: context)
    do throws(UsageError) {
      let (spec, input) = try parsed.checked()
      _ = spec.line(of: input)
    } catch {
      _ = error.sentences
    }
    return parsed.spec?.name
  }

  /// All seeds together mutate 40,000 lines.
  @Test(arguments: 0..<4)
  func `parsing never crashes on a mutated line`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var known: [String: Int] = [:]
    for number in 0..<10_000 {
      let line = Self.mutation.line(using: &random)
      let offset = Int.random(in: -1...line.utf8.count + 4, using: &random)
      switch number % 8 {
      case 0: _ = Self.parser.completionSite(in: line, at: offset)
      case 1: _ = Self.parser.highlightSpans(of: line)
      default:
        for command in Tokenizer(line) {
          guard let words = try? Variables(["NAME": "mug"]).words(of: command) else { continue }
          if let name = Self.parse(words) { known[name, default: 0] += 1 }
        }
      }
    }
    #expect(known.values.reduce(0, +) > 3_000)
    #expect(Set(CommandRegistry.specs.map(\.name)).subtracting(known.keys).isEmpty)
  }
}
