import Foundation
import Messages
import Synchronization
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct CommandSpecTests {
  @Test func `only the grammar of a command that is asked for is made, once`() throws {
    let made = Mutex<[String]>([])
    @Sendable func grammar(_ name: String) -> [any Parameter] {
      made.withLock { $0.append(name) }
      return [Argument<Text>("name", help: "a name")]
    }
    let specs = ["first", "second"].map { name in
      CommandSpec(name, group: .look, summary: "A command", grammar: grammar(name), examples: [])
    }
    let parser = Parser(commands: specs)
    #expect(parser.command(named: "first")?.summary == "A command")
    #expect(made.withLock(\.self) == [])
    let context = ReadingContext(now: .now, timeZone: .gmt)
    for _ in 1...2 {
      let words = Word.words(arguments: ["second", "oak"])
      let (spec, _) = try parser.parse(words, in: context).checked()
      #expect(spec.name == "second")
    }
    #expect(made.withLock(\.self) == ["second"])
  }
}
