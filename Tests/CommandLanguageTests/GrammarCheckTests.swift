import Messages
import Testing

@testable import CommandLanguage

@Suite struct GrammarCheckTests {
  private func faults(_ specs: [CommandSpec], _ process: [any Parameter] = []) -> [String] {
    GrammarCheck(commands: specs, process: process, context: tuesday).faults().map(\.description)
  }

  private func spec(
    _ name: String, aliases: [String] = [], summary: Message = "Do it",
    grammar: [any Parameter] = [], example: String? = nil
  ) -> CommandSpec {
    CommandSpec(
      name, aliases: aliases, group: .look, summary: summary, grammar: grammar,
      examples: [example ?? name])
  }

  @Test func `good definitions pass`() {
    #expect(faults(testParser.commands, Everywhere.all) == [])
  }

  @Test func `double names are found, whatever the keyboard`() {
    #expect(
      faults([spec("a"), spec("b", aliases: ["a"])]) == ["b: the name a is a's already"])
    #expect(faults([spec("list"), spec("b", aliases: ["ㅣㅑㄴㅅ"])]).count == 1)
  }

  @Test func `bad parameters are found`() {
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
        "do: --no-keep begins with no-; make it a flag that is on", "do: -1 is not a letter",
        "do: --mine is there twice", "do: <one> stands behind <files>, which takes all",
        "do: <one> is needed behind <files>, which is not",
        "do: the help of <one> is empty or ends with a full stop",
        "do: the help of --mine is empty or ends with a full stop",
        "do: the example do a b is wrong: do needs <one>",
      ])
  }

  @Test func `bad commands are found`() {
    #expect(faults([spec("Do It Now", example: "do")]).count == 2)
    #expect(faults([spec("do", summary: "Do.")]).count == 1)
    #expect(
      faults([spec("do", example: "do; do")]) == [
        "do: the example do; do is not one whole command"
      ])
    #expect(faults([spec("do", example: "do 'x")]).count == 1)
    #expect(faults([spec("do"), spec("be", example: "do")]) == ["be: the example do is one of do"])
    #expect(
      faults([], [Option<Text>("market", help: "x")]) == ["process: --market cannot be required"])
  }
}
