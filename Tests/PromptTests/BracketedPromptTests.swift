import CommandLanguage
import LineEditor
import MarketShell
import MarketTestSupport
import Messages
import SellerFiles
import SellerSession
import ShellCommands
import TerminalKit
import Testing

@testable import Prompt

@Suite(.timeLimit(.minutes(60))) struct BracketedPromptTests {
  /// Lines whose candidates have details of every kind.
  private static let lines =
    [
      "|", "use |", "show 1|", "edit @|", "set |", "set theme |", "add --image |", "search $|",
      "x; |",
    ]
    + CommandRegistry.specs.flatMap { ["\($0.name) |", "\($0.name) --|"] }

  @Test func `candidates and usage have no words outside of messages, except values`() throws {
    let sample = try PromptSample()
    try sample.write("a.jpg", "photos/")
    let assistant = try sample.assistant { $0.catalog = .recording }
    var known = try known(assistant.snapshot)
    let layouts = """
      shopify woocommerce magento square etsy ebay smartstore coupang cafe24 squarespace wix google
      """
    for name in layouts.split(separator: " ") { known.allow(String(name)) }
    for line in Self.lines {
      for candidate in assistant.candidates(at: line) {
        #expect(known.find(in: candidate.label.plain + "  " + candidate.detail.plain).isEmpty)
      }
      let text = line.replacing("|", with: "")
      let usage = assistant.usage(of: text, at: text.utf8.count)?.plain ?? ""
      #expect(known.find(in: usage).isEmpty)
    }
  }

  @Test func `the editor's own texts are messages`() throws {
    let sample = try PromptSample()
    let assistant = try sample.assistant { $0.catalog = .recording }
    let known = try known(assistant.snapshot)
    for input in Self.inputs {
      var editor = LineEditor(assistant: assistant, history: History(["list"]), keys: .emacs)
      for part in input { _ = editor.apply(part) }
      let scene = editor.scene(prompt: "> ", continuation: "> ")
      for rows in [6, 12] {
        let size = TerminalSize(columns: 200, rows: rows)
        let frame = EditorView.frame(of: scene, in: size, catalog: .recording)
        #expect(known.find(in: frame.rows.map(\.plain).joined(separator: "\n")).isEmpty)
        #expect(frame.rows.contains { $0.plain.contains("⟦") }, "\(frame.rows.map(\.plain))")
      }
    }
  }

  /// Keys that lead to a status line, a menu with a count, and markers of hidden lines.
  private static let inputs: [[TerminalInput]] = [
    [.key(Key(.text("r"), .control)), .key(Key(.text("z")))],
    [.key(Key(.text("v"), .control))],
    [.key(Key(.text("1"), .alt)), .key(Key(.text("2"), .alt))],
    [.paste("list\nlist\nlist")],
    [.key(Key(.tab)), .key(Key(.tab))],
    [.paste(Array(repeating: "list", count: 40).joined(separator: "\n"))],
  ]

  /// The registry and the values of a snapshot.
  private func known(_ snapshot: PromptSnapshot) throws -> WordsOutsideBrackets {
    var known = WordsOutsideBrackets(
      specs: CommandRegistry.specs, process: ProcessOptions.all, topics: HelpTopics.all())
    for setting in Setting.allCases {
      for word in [setting.rawValue] + setting.choices { known.allow(word) }
    }
    for row in PromptSample.listings { known.allow("\(row.name) \(row.shop ?? "")") }
    for code in snapshot.codes { known.allow(code.code) }
    for market in snapshot.markets {
      known.allow("\(market.name) \(market.url) \(market.shop ?? "")")
    }
    for name in snapshot.variables.names {
      known.allow("\(name) \(snapshot.variables[name] ?? "")")
    }
    known.allow("m a.jpg photos")
    return known
  }
}
