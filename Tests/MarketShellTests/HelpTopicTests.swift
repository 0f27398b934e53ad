import CommandLanguage
import LineEditor
import MarketShell
import MarketTestSupport
import Messages
import Testing

@testable import ShellCommands

@Suite(.timeLimit(.minutes(60))) struct HelpTopicTests {
  @Test(arguments: HelpTopics.all())
  func `help shows a topic and where to read on`(topic: HelpTopic) async throws {
    let world = try TestWorld()
    let result = await world.run("help", topic.name)
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix(topic.summary.english + "\n\n"))
    #expect(CommandRegistry.parser.command(named: topic.name) == nil, "a command hides the topic")
    for name in topic.seeAlso {
      let isTopic = HelpTopics.all().contains { $0.name == name }
      #expect(isTopic || CommandRegistry.parser.command(named: name) != nil, "help \(name)")
    }
  }

  @Test(arguments: [
    ("account --help", ["account add", "account reset"], "list"),
    ("-h account", ["account add"], "list"), ("photo --help", ["usage", "photo"], "account add"),
    ("--help", ["account add", "list"], "no such text"),
  ])
  func `--help explains the commands that begin with the word`(
    _ line: String, _ wanted: [String], _ unwanted: String
  ) async throws {
    let result = await (try TestWorld()).run(
      line.split(separator: " ").map(String.init), on: FakeTerminal(isTTY: false))
    #expect(result.exitCode == 0)
    let lines = result.output.lowercased().split(separator: "\n")
    for word in wanted { #expect(lines.contains { $0.contains(word) }, "\(result)") }
    #expect(!lines.contains { $0.hasPrefix("  \(unwanted) ") }, "\(result)")
  }

  @Test(arguments: [
    ("pictrues", "help pictures"), ("mony", "help money"), ("edti", "help edit"), ("qqqqq", "help"),
  ])
  func `a mistyped topic or command is proposed`(typed: String, proposal: String) async throws {
    let result = await (try TestWorld()).run("help", typed)
    #expect(result.ends(with: 2, saying: "\n  try: market \(proposal)\n"))
  }

  @Test func `a topic, a command and a group of commands are shown in Markdown`() async throws {
    let world = try TestWorld()
    for (words, start) in [
      (["money"], "## `money`\n"), (["photo", "save"], "## `photo save`\n"),
      (["account"], "## `account add`\n"),
    ] {
      let arguments = ["help"] + words + ["--markdown"]
      let result = await world.run(arguments, on: FakeTerminal(isTTY: false))
      #expect(result.exitCode == 0)
      #expect(result.output.hasPrefix(start), "\(result.output)")
    }
  }

  @Test func `the keys are those that are set`() async throws {
    let world = try TestWorld()
    #expect(await world.run("help", "keys").output.contains("Keys of emacs"))
    _ = await world.run("set", "keys", "vi")
    #expect(await world.run("help", "keys").output.contains("Keys of vi"))
  }
}
