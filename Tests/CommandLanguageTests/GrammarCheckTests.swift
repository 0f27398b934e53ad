import MarketTestSupport
import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct GrammarCheckTests {
  private func faults(_ specs: [CommandSpec], _ process: [any Parameter] = []) -> [String] {
    GrammarCheck(commands: specs, process: process, context: tuesday).faults().map(\.description)
  }

  private func spec(
    _ name: String, aliases: [String] = [], summary: Message = "Do it",
    grammar: [any Parameter] = [], example: String? = nil
  ) -> CommandSpec {
    CommandSpec(
      name, aliases: aliases, group: .look, summary: summary, grammar: grammar,
      examples: ["\(formatted: example ?? name)"])
  }

  @Test func `correct definitions have no faults`() {
    #expect(faults(testParser.commands, Everywhere.all) == [])
  }

  @Test func `duplicate names are found in any keyboard layout`() {
    #expect(
      faults([spec("a"), spec("b", aliases: ["a"])]) == ["b: the name a is already used by a"])
    #expect(faults([spec("list"), spec("b", aliases: ["ㅣㅑㄴㅅ"])]).count == 1)
  }

  @Test func `wrong parameters are found`() {
    let found = faults([
      spec(
        "do",
        grammar: [
          Argument<[Text]>("files", help: "all"), Argument<Text>("one", help: "one."),
          Flag("no-keep", help: "x"), Flag("mine", short: "1", help: ""), Flag("mine", help: "x"),
        ], example: "do a b")
    ])
    #expect(
      found == [
        "do: --no-keep begins with no-; make it a flag that is on by default",
        "do: -1 is not a letter",
        "do: --mine is defined twice", "do: <one> follows <files>, which takes all words",
        "do: <one> is required but follows <files>, which is optional",
        "do: the help of <one> is empty or ends with a full stop",
        "do: the help of --mine is empty or ends with a full stop",
        "do: the example do a b is wrong: do needs <one>",
      ])
  }

  @Test func `wrong commands are found`() {
    #expect(faults([spec("Do It Now", example: "do")]).count == 2)
    #expect(faults([spec("do", summary: "Do.")]).count == 1)
    #expect(
      faults([spec("do", example: "do; do")]) == [
        "do: the example do; do is not one complete command"
      ])
    #expect(faults([spec("do", example: "do 'x")]).count == 1)
    #expect(
      faults([spec("do"), spec("be", example: "do")]) == ["be: the example do is parsed as do"])
    #expect(
      faults([], [Option<Text>("market", help: "x")]) == ["process: --market cannot be required"])
  }
}
