package import CommandLanguage
import MarketWire

/// Turns history entries into a script that runs in any shell.
///
/// 1. The script contains only commands that succeeded, in their order.
/// 2. A listing that has a code is named by its code instead of its id.
/// 3. A command that depends on the state of the prompt becomes a comment.
/// 4. So does a command in another market, since a script changes one market.
package struct HistoryScript {
  package struct Script {
    package var text: String
    /// The number of commands that run.
    package var commandCount: Int
    /// The number of commands that cannot run and are comments.
    package var commentedCount: Int
  }

  private let parser: Parser
  private let readingContext: ReadingContext
  private let variables: Variables
  /// The name of the market in which the script runs.
  private let market: String
  /// The codes by the URL of the market and the id of the listing.
  private var codes: [String: [Int: String]]
  private var lines: [String] = []
  private var commandCount = 0
  private var commentedCount = 0
  /// The variables that a command of the script has set.
  private var setVariables: Set<String> = []
  /// The variables that the script must set at its start.
  private var neededVariables: [String] = []
  private var hasPage = false

  package init(
    parser: Parser, readingContext: ReadingContext, variables: Variables, market: String,
    codes: [String: [Int: String]]
  ) {
    self.parser = parser
    self.readingContext = readingContext
    self.variables = variables
    self.market = market
    self.codes = codes
  }

  /// Whether an entry belongs in a script: one of its commands does more than read.
  package static func includes(_ entry: HistoryEntry, parser: Parser) -> Bool {
    guard let ran = entry.outcome?.ran, !ran.isEmpty else { return false }
    return Tokenizer(ran).contains { tokens in
      parser.spec(of: tokens).map {
        !$0.traits.contains(.isAboutPrompt) && $0.effect != .reads && !isDry(tokens, $0)
      } ?? false
    }
  }

  private static func isDry(_ tokens: CommandTokens, _ spec: CommandSpec) -> Bool {
    let options = spec.parameters(.dryRun).map(\.facts.shown)
    return tokens.tokens.contains { options.contains($0.fragments.map(\.text).joined()) }
  }

  /// Returns the script of these entries, which are ordered from old to new.
  package func script(of entries: [HistoryEntry]) -> Script {
    var script = self
    for entry in entries { script.add(entry) }
    let header = [
      "# Written by history save. run --dry-run shows what it would do; --yes confirms its changes."
    ]
    let assignments = script.neededVariables.map { name in
      "let \(name) \(Quoting.inQuotes(variables[name] ?? ""))"
    }
    let text = (header + assignments + script.lines).joined(separator: "\n") + "\n"
    return Script(
      text: text, commandCount: script.commandCount, commentedCount: script.commentedCount)
  }
}

extension HistoryScript {
  private mutating func add(_ entry: HistoryEntry) {
    guard let outcome = entry.outcome else { return }
    // A code exists only after its line, so later lines can use it.
    defer { codes[entry.market.url, default: [:]].merge(outcome.codes) { $1 } }
    for tokens in Tokenizer(outcome.ran) { add(tokens, of: entry) }
  }

  private mutating func add(_ tokens: CommandTokens, of entry: HistoryEntry) {
    guard let spec = parser.spec(of: tokens), !spec.traits.contains(.isAboutPrompt)
    else { return }
    let text = withCodes(tokens, at: entry.market.url)
    let isForFiles = !spec.traits.contains(.isNotForFiles)
    let isElsewhere = isForFiles && spec.effect != .changesShell && !runs(in: entry.market)
    guard isForFiles, !isElsewhere,
      let names = usedVariables(of: tokens), isRunnable(text, names),
      !spec.traits.contains(.needsPage) || hasPage
    else {
      commentedCount += 1
      let note = isElsewhere ? " # in \(entry.market.name)" : ""
      lines += text.split(separator: "\n").map { "# \($0)\(note)" }
      return
    }
    for name in names where !setVariables.contains(name) && !neededVariables.contains(name) {
      neededVariables.append(name)
    }
    lines.append(text)
    commandCount += 1
    if spec.traits.contains(.setsPage) { hasPage = true }
    if spec.has(.variableName), let variable = tokens.tokens.dropFirst().first {
      setVariables.insert(variable.fragments.map(\.text).joined())
    }
  }

  private func runs(in market: MarketKey) -> Bool {
    market.name == self.market || market.url == self.market
  }

  /// Returns the command with codes instead of ids.
  private func withCodes(_ tokens: CommandTokens, at url: String) -> String {
    let known = codes[url] ?? [:]
    let start = tokens.place.range.lowerBound
    var text = tokens.text
    for place in parser.targets(of: tokens).reversed() {
      guard case .id(let id) = place.target, let code = known[id] else { continue }
      let range = place.range.lowerBound - start..<place.range.upperBound - start
      text = PortableLine.replacing(range, in: text, by: "@\(code)")
    }
    return text
  }

  /// Returns the names of the variables in a command, or nil if one of them has no value.
  private func usedVariables(of tokens: CommandTokens) -> [String]? {
    let fragments = tokens.tokens.flatMap(\.fragments)
    let names = fragments.filter { $0.kind == .variable || $0.kind == .quotedVariable }.map(\.text)
    let haveValues = names.allSatisfy { name in
      setVariables.contains(name) || variables[name] != nil
    }
    return haveValues ? names : nil
  }

  /// Returns whether a script can parse the command.
  private func isRunnable(_ text: String, _ variableNames: [String]) -> Bool {
    var variables = self.variables
    for name in variableNames where variables[name] == nil { variables[name] = "x" }
    guard case .complete(let found) = Tokenizer.read(text), found.count == 1,
      let words = try? variables.words(of: found[0])
    else { return false }
    let parsed = parser.parse(words, in: readingContext)
    return (try? parsed.checked()) != nil
      && !parser.targets(of: found[0]).contains {
        $0.target == .last || $0.target == .page
      }
  }
}
