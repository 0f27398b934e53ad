/// The check of definitions, and help made from them.
import Testing

@testable import CommandLanguage

@Suite struct GrammarTests {
  private func faults(_ specs: [CommandSpec], _ process: [any Parameter] = []) -> [String] {
    GrammarCheck(commands: specs, process: process, context: tuesday).faults().map(\.description)
  }

  private func spec(
    _ name: String, aliases: [String] = [], summary: String = "Do it",
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

  @Test func `help of one command`() {
    #expect(
      Help(width: 60).lines(for: ListTestCommand.spec).map(\.text).joined(separator: "\n") == """
        usage: list [options]

        List what is for sale.

        Options
          -p, --page <N>        which page
          --format <table|grid|json>
                                the layout (default table)
          --mine                own listings only
          --grid                as cards
          --table               as a table
          --[no-]thumbs         draw pictures

        Examples
          list
          list --page 2 --mine

        Also: ls, 목록
        """)
  }

  @Test func `usage tells what is needed`() {
    let usage = [AddTestCommand.spec, PhotoTestCommand.spec, EditTestCommand.spec]
      .map { HelpText.usage($0) }
    #expect(
      usage == [
        "add --name <text> --price <amount> --description <text> --image <file> … [options]",
        "photo <listing> [<number>]", "edit [<listing> …] [options]",
      ])
  }

  @Test func `lines have roles and fit`() {
    let lines = Help(width: 40).lines(for: AddTestCommand.spec)
    #expect(lines[0].spans.map(\.role) == [.heading, .usage])
    #expect(
      lines.filter { $0.spans.first?.role == .heading }.map(\.text).dropFirst() == [
        "Options", "Examples",
      ])
    let roles = Set(lines.flatMap(\.spans).map(\.role))
    #expect(roles == [.heading, .usage, .text, .parameter, .description, .space, .example])
    #expect(lines.contains { $0.text.contains("--no-prepare") })
  }

  @Test func `the overview goes by groups`() {
    let lines = Help(width: 80).overview(of: testParser.commands, process: [Everywhere.json])
    #expect(
      lines.map(\.text).joined(separator: "\n") == """
        Look around
          list   List what is for sale
          show   Show one listing in full
          photo  Show a photo

        Sell
          add         Put something up for sale
          edit        Change listings
          photo save  Save photos

        Markets
          account add  Make an account

        Everywhere
          --json  answer in JSON
        """)
  }

  @Test func `the table for the papers`() {
    #expect(
      Help.markdown(of: [ShowTestCommand.spec, ListTestCommand.spec]) == """
        | command | what it does | options |
        | --- | --- | --- |
        | `show <listing>`, `view`, `보기` | Show one listing in full | `--[no-]pictures` |
        | `list`, `ls`, `목록` | List what is for sale | `-p, --page <N>` `--format <table\\|grid\\|json>` \
        `--mine` `--grid` `--table` `--[no-]thumbs` |

        """)
  }
}
