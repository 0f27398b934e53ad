/// Lines of the history made into a script that runs anywhere.
import CommandLanguage
import MarketRender
import MarketWire

/// 1. Only what was done well is in it, in its order.
/// 2. A listing that had a code by then is named by it.
/// 3. What a prompt alone knows is written out, or the command is left as a comment.
struct HistoryScript {
  /// What a script is written for.
  struct Setting {
    var parser: Parser
    var context: ReadingContext
    /// Those that are known now.
    var variables: Variables
    /// The markets by the names that `use` takes.
    var names: Set<String>
    /// The name of the market that a script starts in.
    var start: String
    /// The codes that listings have now, by the URL of their market.
    var codes: [String: [Int: String]]
  }

  /// A finished script.
  struct Script {
    var text: String
    /// Commands that run.
    var count: Int
    /// Commands that cannot, kept as comments.
    var left: Int
  }

  private let setting: Setting
  private var lines: [String] = []
  private var count = 0
  private var left = 0
  private var codes: [String: [Int: String]]
  /// Variables that the script has given by now, and those that it must begin with.
  private var given: Set<String> = []
  private var needed: [String] = []
  /// The market that the next command runs in; nil where a `use` has just gone somewhere.
  private var market: String?
  private var hasList = false

  init(_ setting: Setting) {
    self.setting = setting
    codes = setting.codes
    market = setting.start
  }

  /// Whether a line did something that belongs into a script.
  static func isWorthSaving(_ entry: HistoryEntry) -> Bool {
    guard let ran = entry.outcome?.ran, !ran.isEmpty else { return false }
    return Tokenizer(ran).contains { tokens in
      CommandRegistry.parser.spec(of: tokens).map { !$0.traits.contains(.isAboutPrompt) } ?? false
    }
  }

  /// The script of these entries, oldest first.
  func text(of entries: [HistoryEntry]) -> Script {
    var script = self
    for entry in entries { script.add(entry) }
    let head = [
      "# Written by history save. --dry-run shows it; --yes answers what its commands ask."
    ]
    let lets = script.needed.map { name in
      "let \(name) \(Quoting.inQuotes(setting.variables[name] ?? ""))"
    }
    let text = (head + lets + script.lines).joined(separator: "\n") + "\n"
    return Script(text: text, count: script.count, left: script.left)
  }

  private mutating func add(_ entry: HistoryEntry) {
    guard let outcome = entry.outcome else { return }
    // What a line has added is named by its code in the lines below.
    defer { codes[entry.market.url, default: [:]].merge(outcome.codes) { $1 } }
    for tokens in Tokenizer(outcome.ran) { add(tokens, of: entry) }
  }

  private mutating func add(_ tokens: CommandTokens, of entry: HistoryEntry) {
    guard let spec = setting.parser.spec(of: tokens), !spec.traits.contains(.isAboutPrompt)
    else { return }
    let text = named(tokens, at: entry.market.url)
    guard let variables = variables(of: tokens), isWhole(text, variables),
      !spec.traits.contains(.needsPage) || hasList
    else {
      left += 1
      lines += text.split(separator: "\n").map { "# \($0)" }
      return
    }
    for variable in variables where !given.contains(variable) && !needed.contains(variable) {
      needed.append(variable)
    }
    go(to: entry.market)
    lines.append(text)
    count += 1
    if spec.traits.contains(.setsPage) { hasList = true }
    if spec.traits.contains(.switchesMarket) { market = nil }
    if spec.has(.variableName), let variable = tokens.tokens.dropFirst().first {
      given.insert(variable.fragments.map(\.text).joined())
    }
  }

  /// Goes to the market of the next command where the script is in another.
  private mutating func go(to key: MarketProfile.Key) {
    if let market, market != key.name, market != key.url {
      lines.append("use \(Quoting.quote(setting.names.contains(key.name) ? key.name : key.url))")
      hasList = false
    }
    market = key.name
  }

  /// The command with codes in place of ids.
  private func named(_ tokens: CommandTokens, at url: String) -> String {
    let known = codes[url] ?? [:]
    let start = tokens.place.range.lowerBound
    var text = tokens.text
    for place in setting.parser.targets(of: tokens).reversed() {
      guard case .id(let id) = place.target, let code = known[id] else { continue }
      let range = place.range.lowerBound - start..<place.range.upperBound - start
      text = PortableLine.replacing(range, in: text, by: "@\(code)")
    }
    return text
  }

  /// The names of the variables in a command; nil where one is neither given by the script nor
  /// known now.
  private func variables(of tokens: CommandTokens) -> [String]? {
    let fragments = tokens.tokens.flatMap(\.fragments)
    let names = fragments.filter { $0.kind == .variable || $0.kind == .quotedVariable }.map(\.text)
    let isKnown = names.allSatisfy { given.contains($0) || setting.variables[$0] != nil }
    return isKnown ? names : nil
  }

  /// Whether the command can be parsed as a script would.
  private func isWhole(_ text: String, _ names: [String]) -> Bool {
    var variables = setting.variables
    for name in names where variables[name] == nil { variables[name] = "x" }
    guard case .complete(let found) = Tokenizer.read(text), found.count == 1,
      let words = try? variables.words(of: found[0])
    else { return false }
    let parsed = setting.parser.parse(words, in: setting.context)
    return (try? parsed.checked()) != nil
      && !setting.parser.targets(of: found[0]).contains {
        $0.target == .last || $0.target == .page
      }
  }
}
