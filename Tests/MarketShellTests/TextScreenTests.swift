import Base
import Foundation
import LineEditor
import ListingChanges
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import TerminalKit
import Testing

@testable import CommandLanguage
@testable import ListingChanges
@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession
@testable import ShellCommands

@Suite(.timeLimit(.minutes(60))) struct TextScreenTests {
  private func joined(_ lines: [StyledText]) -> StyledText { lines.joined(separator: "\n") }

  /// The language as the program has it, with its names of commands.
  private func catalog(_ language: String) -> MessageCatalog {
    let catalog = DisplayLanguage.catalog(of: language)
    return language == "ko"
      ? catalog.naming(commands: KoreanLine(CommandRegistry.specs).text) : catalog
  }

  @Test(arguments: Golden.languages)
  func `help of one command and of all`(language: String) {
    let catalog = self.catalog(language)
    var sheet = ScreenSheet()
    func lines(_ output: Output) -> StyledText {
      guard case .help(let lines) = output else { return "" }
      return joined(lines)
    }
    for columns in ScreenSheet.widths {
      let help = HelpScreen(columns: columns, catalog: catalog)
      sheet.add("list, \(columns) columns", lines(help.explain(ListCommand.spec)))
      let overview = help.overview(of: CommandRegistry.specs, topics: HelpTopics.all())
      sheet.add("overview, \(columns) columns", lines(overview))
    }
    for theme in Theme.Name.allCases where language == "en" {
      let help = HelpScreen(columns: 60, theme: .named(theme))
      sheet.add(markup: "show, 60 columns, \(theme)", lines(help.explain(ShowCommand.spec)))
    }
    Golden.expect(sheet.text, matchesScreen: "help", in: language)
  }

  @Test(arguments: KeyStyle.allCases, Golden.languages)
  func `help of topics`(keys: KeyStyle, language: String) {
    var sheet = ScreenSheet()
    let help = HelpScreen(columns: 80, catalog: catalog(language))
    for topic in HelpTopics.all(keys: keys) {
      guard case .help(let lines) = help.explain(topic) else { continue }
      sheet.add(topic.name, joined(lines))
    }
    Golden.expect(sheet.text, matchesScreen: "topics-\(keys)", in: language)
  }

  @Test(arguments: Array(stride(from: 20, through: 100, by: 3)), Golden.languages)
  func `no line of help or of an error is wider than the window`(columns: Int, language: String) {
    let catalog = self.catalog(language)
    let help = HelpScreen(columns: columns, catalog: catalog)
    let pages = HelpTopics.all().map { topic -> [StyledText] in
      if case .help(let lines) = help.explain(topic) { lines } else { [] }
    }
    let typed = ["try: ", "undo: \(command: "")"].map { (message: Message) in
      "  " + message.text(in: catalog)
    }
    for lines in screens(columns: columns, catalog: catalog).map(\.lines)
      + (columns < 40 ? [] : pages)
    {
      // What is to be typed stays on one line, so that it can be copied.
      for line in lines where !typed.contains(where: line.plain.hasPrefix) {
        #expect(line.width <= columns, "\(line.plain)")
      }
    }
  }

  @Test func `Korean explanations have the Korean names of options and commands`() {
    let help = HelpScreen(columns: 1000, catalog: catalog("ko"))
    let outputs = CommandRegistry.specs.map(help.explain) + HelpTopics.all().map(help.explain)
    // These are programs, too, and the words of a shell stay as they are.
    let others = ["market", "man", "open", "completion"]
    let names = Set(CommandRegistry.specs.map(\.name)).subtracting(others)
    for output in outputs {
      guard case .help(let lines) = output else { continue }
      // Prose begins at the edge; options and examples are indented.
      for line in lines.map(\.plain) where !["사용법", "다른 이름", " "].contains(where: line.hasPrefix) {
        for option in line.matches(of: /--([a-z][a-z-]+)/) {
          #expect(KoreanNames.options[String(option.1)] == nil, "\(line)")
        }
        for name in line.matches(of: /(?:^| )([a-z]+)(?= |[가-힣])/) where names.contains("\(name.1)")
        {
          Issue.record("\(name.1) in \(line)")
        }
      }
    }
  }

  @Test(arguments: Golden.languages)
  func `every kind of error`(language: String) {
    var sheet = ScreenSheet()
    let catalog = self.catalog(language)
    for columns in ScreenSheet.widths {
      let text = screens(columns: columns, catalog: catalog).map { joined($0.lines) + "\n" }
      sheet.add("\(columns) columns", joined(text))
    }
    for theme in Theme.Name.allCases where language == "en" {
      let text = screens(columns: 60, theme: .named(theme)).prefix(6)
        .map { joined($0.lines) + "\n" }
      sheet.add(markup: "60 columns, \(theme)", joined(text))
    }
    Golden.expect(sheet.text, matchesScreen: "errors", in: language)
  }

  @Test func `errors contain no control characters of untrusted text`() {
    for columns in [20, 60, 140] {
      for (_, lines) in screens(columns: columns) {
        for line in lines {
          #expect(!line.plain.unicodeScalars.contains(where: UntrustedText.isControl))
        }
      }
    }
  }

  @Test func `errors and help have no words outside of messages, except values`() {
    var known = WordsOutsideBrackets(
      specs: CommandRegistry.specs, process: ProcessOptions.all, topics: topics)
    for value in Self.values { known.allow(value) }
    let help = HelpScreen(columns: 100, catalog: .recording)
    var outputs = CommandRegistry.specs.map(help.explain) + topics.map(help.explain)
    outputs.append(help.overview(of: CommandRegistry.specs, topics: topics))
    let pages = outputs.map { output -> [StyledText] in
      if case .help(let lines) = output { lines } else { [] }
    }
    let errors = screens(columns: 1_000, catalog: .bracketing).map(\.lines)
    let markdown = HelpMarkdown(catalog: .recording).reference(
      commands: CommandRegistry.specs, process: ProcessOptions.all, topics: topics)
    for text in (pages + errors).map({ joined($0).plain }) + [markdown] {
      #expect(known.find(in: text).isEmpty)
    }
  }

  private let topics = KeyStyle.allCases.flatMap { HelpTopics.all(keys: $0) }

  private func screens(
    columns: Int, theme: Theme = .dark, catalog: MessageCatalog = .english
  ) -> [(name: String, lines: [StyledText])] {
    let market = MarketProfile(name: "school", url: "https://openmarket.example.org", shop: "도자기공방")
    return (usageErrors + errors).map { name, error, address in
      let text = ErrorLayout(error, market: market, catalog: catalog) { _ in address }
      return (name, text.lines(width: columns, theme: theme))
    }
  }

  /// Values of the errors.
  private static let values = [
    "lst", "--pgae", "cvs", "MGU", "hom", "cost", "school", "openmarket.example.org", "도자기공방",
    "gone 백자 접시", "autumn.market", "사진", "Java said", "settings.json", "Ash bowl", "BOWL",
    "shopify", "woocommerce", "magento", "square", "etsy", "ebay", "smartstore", "coupang",
    "cafe24", "squarespace", "wix",
    "google",
  ]

  /// Usage errors of the parser.
  private var usageErrors: [(String, any Error, String?)] {
    let parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)
    let context = ReadingContext(now: Date(timeIntervalSince1970: 1_795_273_445), timeZone: .gmt)
    return [
      ["add", "--name", "Mug", "--price", "12000"], ["lst"], ["list", "--pgae", "2"],
      ["list", "--page", "0"], ["edit", "12", "--price", "1,2000"],
      ["list", "--search", "a\u{1B}[2J", "--format", "cvs"],
    ].compactMap { line in
      do {
        _ = try parser.parse(Word.words(arguments: line), in: context).checked()
        return nil
      } catch {
        return (line.joined(separator: " "), error, nil)
      }
    }
  }

  private var errors: [(String, any Error, String?)] {
    let place = "autumn.market:14:22"
    let hostile = "\u{1B}]0;gone\u{7}백자 \u{202E}접시"
    let seller: [(SellerError, String?)] = [
      (.noSuchCode("MGU", nearest: "MUG"), place),
      (.notYours(id: 12, name: hostile, seller: hostile, market: "school"), place),
      (.noSuchMarket("hom", nearest: "home"), nil), (.notSignedIn(market: "school"), nil),
      (.emptyRange(12...20), nil), (.noCurrency, nil), (.declined, nil),
      (.needsConfirmation(command: "remove"), nil),
      (.file(path: "~/사진/" + hostile, reason: "it is a folder"), place),
    ]
    let invalid = InvalidListing([
      .limit(LimitViolation("name", .length(3...100), found: "2"), of: nil),
      .photo(PhotoFault(path: "b.jpg", reason: "4.1 MB, and a photo may have 300 KB")), .noCurrency,
    ])
    let client = ClientError.Code.allCases.map { code in
      var error = ClientError(
        code, operation: .edit, cause: .timedOut, status: 503, message: "Java said " + hostile,
        listing: 12, retryAfter: .seconds(9), detail: "curl 7")
      error.waited = .seconds(30)
      return error
    }
    let others: [any Error] = [
      OutputFormatError.unknownField("cost", known: ["id", "name", "price"]),
      OutputFormatError.noIdentifiers,
      FileError(path: "/home/a/settings.json", reason: .damaged("line 3")),
      TerminalError.lineTooLong(limit: 16 << 20), CancellationError(),
      PartialChange(
        action: .added, product: Product(id: 237, vendor: Vendor(), name: "Ash bowl"),
        missing: .code("BOWL"), cause: HostError(.store, "the code is taken"),
        retry: "edit 237 --code BOWL-2", undoCommand: "remove 237"),
    ]
    return seller.map { ("\($0.0)", $0.0, $0.1) } + [("\(invalid)", invalid, place)]
      + client.map { ("\($0.code)", $0, nil) }
      + others.map { ("\($0)", $0, nil) }
  }
}
