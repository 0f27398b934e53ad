import Base
import Formatting
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import TerminalKit

/// A report on the program, the terminal, the language, the folders and the markets. If a fact is
/// not available, the report says so and continues with the others.
struct DoctorReport {
  static let keys = [
    "version", "system", "libraries", "terminal", "colors", "spoken", "pager", "locale",
    "time_zone", "width", "config", "data", "state", "cache", "files", "store", "notebook",
    "batches", "history", "markets",
  ]

  let context: CommandContext
  private var environment: Environment { context.environment }

  /// - Returns: the report, and what is damaged.
  func record() async throws -> (Record, damage: [Message]) {
    let checked = await context.activity.show("reading your files") {
      await context.market.access.checkFiles()
    }
    let facts = await terminalFacts()
    let (host, problem) = await hostFacts()
    let paths = environment.paths
    let libraries = host?.libraries ?? []
    let record = Record([
      .init("version", label: "version", .text("market \(environment.version)")),
      .init("system", label: "system", .text(host?.system)),
      .init(
        "libraries", label: "libraries",
        Cell(
          .object(Self.object(libraries.map { ($0.name, .string($0.version)) })),
          display: "\(libraries.map { "\($0.name) \($0.version)" }.joined(separator: " · "))")),
      .init("terminal", label: "terminal", terminal),
      .init("colors", label: "colors", colors(facts?.background)),
      .init("spoken", label: "screen reader", .flag(context.settings.usesScreenReader)),
      .init("pager", label: "pager", pager), .init("locale", label: "locale", locale),
      .init("time_zone", label: "time zone", .text(environment.timeZone.identifier)),
      .init("width", label: "width", width(facts?.testStringColumns)),
      .init("config", label: "config", FolderFacts(paths.config).cell),
      .init("data", label: "data", FolderFacts(paths.data).cell),
      .init("state", label: "state", FolderFacts(paths.state).cell),
      .init("cache", label: "cache", FolderFacts(paths.cache).cell),
      .init("files", label: "files", files),
      .init("store", label: "home market", store(host, problem)),
      .init("notebook", label: "notebook", Self.cell(checked.notebook)),
      .init("batches", label: "journal of batches", Self.cell(checked.journal)),
      .init("history", label: "history", Self.cell(checked.history)),
      .init("markets", label: "markets", await markets(withHome: host?.store != nil)),
    ])
    let files = [checked.notebook, checked.journal, checked.history]
    return (record, [problem].compactMap(\.self) + files.compactMap(\.problem))
  }

  private static func cell(_ file: CheckedFile) -> Cell {
    var words: [Message] = []
    if let bytes = file.bytes { words.append(.byteCount(bytes)) }
    words.append(file.problem ?? (file.bytes == nil ? "not created yet" : "sound"))
    if file.skipped > 0 {
      words.append(
        Message(
          count: file.skipped, one: "1 line cannot be read and is skipped",
          other: "\(file.skipped) lines cannot be read and are skipped"))
    }
    return Cell(
      .object([
        "path": .string(file.path), "bytes": file.bytes.map(JSON.integer) ?? .null,
        "skipped_lines": .integer(file.skipped),
        "problem": file.problem.map { .string($0.english) } ?? .null,
      ]), display: .list(words))
  }

  private func hostFacts() async -> (HostFacts?, problem: Message?) {
    do throws(HostError) {
      return (try await environment.host.facts(), nil)
    } catch {
      return (nil, error.message)
    }
  }

  private var terminal: Cell {
    let all: [(name: String, stream: TerminalStream)] = [
      ("stdin", .input), ("stdout", .output), ("stderr", .error),
    ]
    let found = all.filter { environment.terminal.isInteractive($0.stream) }.map(\.name)
    let size = context.console.capabilities(of: .output).size
    let term = environment.variables["TERM"] ?? ""
    let window = environment.terminal.windowSize
    return Cell(
      .object([
        "term": .string(term), "streams": .array(found.map(JSON.string)),
        "columns": .integer(size.columns), "rows": .integer(size.rows),
      ]),
      display: .list([
        terminalName(term, streams: found),
        window == nil
          ? "\(size.columns)×\(size.rows) assumed" : "\(size.columns)×\(size.rows)",
      ]))
  }

  private func terminalName(_ term: String, streams: [String]) -> Message {
    guard !streams.isEmpty else { return "no terminal" }
    let names = Message.list(streams.map { "\(formatted: $0)" })
    return term.isEmpty ? "\(names): TERM is not set" : "\(names): \(term)"
  }

  private func colors(_ background: RGBColor?) -> Cell {
    let out = context.console.capabilities(of: .output)
    let words: [ColorLevel: String] = [
      .none: "none", .ansi16: "16", .ansi256: "256", .trueColor: "all",
    ]
    let level = words[out.color] ?? "none"
    let theme = context.settings.theme == .light ? "light" : "dark"
    let variables = ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLORTERM", "COLORFGBG"]
      .compactMap { name in environment.variables[name].map { "\(name)=\($0)" } }
    return Cell(
      .object([
        "level": .string(level), "theme": .string(theme),
        "background": background.map { .string($0.description) } ?? .null,
        "links": .bool(out.hyperlinks),
        "variables": .array(variables.map(JSON.string)),
      ]),
      display: .list(
        [colorCount(out.color), backgroundName(background)]
          + [out.hyperlinks ? "hyperlinks" : "no hyperlinks"]
          + variables.map { "\($0)" }))
  }

  private func colorCount(_ level: ColorLevel) -> Message {
    switch level {
    case .none: "no colors"
    case .ansi16: "16 colors"
    case .ansi256: "256 colors"
    case .trueColor: "true color"
    }
  }

  private func backgroundName(_ background: RGBColor?) -> Message {
    let name: Message =
      context.settings.theme == .light ? "on a light background" : "on a dark background"
    guard let background else { return name }
    return "\(name) (the terminal says \(formatted: "\(background)"))"
  }

  private var pager: Cell {
    Pager(variables: environment.variables, setting: context.settings.preferences.pager).command
      .map { .text($0) } ?? .message("none")
  }

  private var locale: Cell {
    let names = ["LC_ALL", "LC_MONETARY", "LANG"]
    let variable = names.first { environment.variables[$0]?.isEmpty == false }
    let source = context.settings.preferences.locale != nil ? "set locale" : variable
    let money = context.money
    let samples = [Money(1_234_567, .krw), Money(Decimal(1250) / 100, .usd)].map(money.text)
    return Cell(
      .object([
        "name": .string(money.locale.identifier), "source": .string(source ?? "unset"),
        "samples": .array(samples.map(JSON.string)),
      ]),
      display: .list([
        source.map { "\(money.locale.identifier) (\(formatted: $0))" }
          ?? "\(money.locale.identifier) (not set)",
        .list(samples.map { "\(formatted: $0)" }, .and),
      ]))
  }

  /// A text whose width differs between terminals.
  private static let sample = "머그 é 한 👩‍👩‍👧 🇰🇷 ｱ"

  /// The time limit for the terminal's replies.
  private static let answerTime = Duration.seconds(1)

  /// Asks the terminal for its facts. The sample is measured only if it fits even at twice its
  /// width.
  private func terminalFacts() async -> TerminalFacts? {
    let output = context.console.capabilities(of: .output)
    let fits = output.size.columns >= 2 * DisplayWidth.of(Self.sample)
    return await context.core.askTerminal(
      TerminalProbe(measuring: fits ? Self.sample : nil), for: output, within: Self.answerTime)
  }

  /// The width of the sample as measured by the terminal, compared with the expected one. Without a
  /// reply, two bars that are aligned if the terminal has the expected width.
  private func width(_ measured: Int?) -> Cell {
    let columns = DisplayWidth.of(Self.sample)
    let ruler = String(repeating: "·", count: columns)
    let verdict: Message =
      switch measured {
      case columns?: "\(Self.sample) takes \(columns) columns, as expected"
      case let other?:
        """
        \(Self.sample) takes \(other) columns instead of \(columns): tables may not be aligned
        """
      case nil: "\(Self.sample)|\n\(ruler)| the two bars should be aligned"
      }
    return Cell(
      .object([
        "sample": .string(Self.sample), "columns": .integer(columns),
        "measured": measured.map(JSON.integer) ?? .null,
      ]),
      display: verdict)
  }

  private var files: Cell {
    let paths = environment.paths
    let found = [paths.markets, paths.settings, paths.startFile, paths.notebook].compactMap {
      FileFacts($0, holdsSecrets: $0 == paths.markets)
    }
    return Cell(
      .object(Self.object(found.map { ($0.name, .string($0.mode)) })),
      display: .list(found.map { "\($0.name) \($0.permissions)" }))
  }

  private func store(_ host: HostFacts?, _ problem: Message?) -> Cell {
    if let problem { return .message(problem) }
    guard let store = host?.store else { return Cell(.null, display: "not created yet") }
    return Cell(
      .object([
        "journal": .string(store.journal), "synchronous": .string(store.synchronous),
        "listings": .integer(store.listings),
      ]),
      display: .list([
        Message(
          count: store.listings, one: "1 listing", other: "\(store.listings) listings"),
        "journal \(store.journal)", "synchronous \(store.synchronous)",
      ]))
  }

  private static func object(_ pairs: [(String, JSON)]) -> JSONObject {
    pairs.reduce(into: JSONObject()) { $0.append($1.0, $1.1) }
  }
}

extension DoctorReport {
  /// The time limit for the reply of a market.
  private static let marketTimeout = Duration.seconds(5)

  /// Checks all known markets concurrently. Skips a home market that does not exist, because a
  /// request would create it.
  private func markets(withHome: Bool) async -> Cell {
    let profiles: [MarketProfile]
    do throws(FileError) {
      try context.market.connections.reread()
      profiles = try context.market.connections.markets().profiles.filter { withHome || !$0.isHome }
    } catch {
      return .message(error.message)
    }
    let findings = await context.activity.show("asking the markets") {
      await withTaskGroup(of: (Int, Finding).self) { group in
        for (index, profile) in profiles.enumerated() {
          group.addTask { (index, await ask(profile)) }
        }
        var found: [(Int, Finding)] = []
        for await finding in group { found.append(finding) }
        return found.sorted { $0.0 < $1.0 }.map(\.1)
      }
    }
    return Cell(
      .array(findings.map(\.json)),
      display: .list(findings.map(\.line), .lines))
  }

  private func ask(_ profile: MarketProfile) async -> Finding {
    let start = environment.uptime
    do {
      let client = try await context.market.client(at: profile)
        .limited(to: .all(Self.marketTimeout))
      let isHealthy = try await client.isHealthy()
      return Finding(
        profile: profile, time: environment.uptime - start,
        problem: isHealthy ? nil : "it reports that it is not healthy")
    } catch {
      return Finding(profile: profile, time: nil, problem: ErrorReport(error, at: profile).message)
    }
  }

  /// The result of asking a market.
  private struct Finding: Sendable {
    let profile: MarketProfile
    /// The response time; nil if the market did not answer.
    let time: Duration?
    let problem: Message?

    var json: JSON {
      let seconds = time.map { $0.components }.map {
        JSON.decimal(Decimal($0.seconds) + Decimal($0.attoseconds / 1_000_000_000_000) / 1_000_000)
      }
      return .object([
        "name": .string(profile.name), "address": .string(profile.url),
        "signed_in": .bool(profile.credentials != nil), "seconds": seconds ?? .null,
        "problem": problem.map { .string($0.english) } ?? .null,
      ])
    }

    var line: Message {
      let account: Message = profile.credentials == nil ? "not signed in" : "signed in"
      return "\(profile.name) (\(profile.url)): \(answer), \(account)"
    }

    private var answer: Message {
      guard let time else { return problem ?? "" }
      let answer: Message = "answered in \(Message.preciseDuration(time))"
      return problem.map { "\(answer), but \($0)" } ?? answer
    }
  }
}
