package import CommandLanguage
import MarketWire
package import Messages
import OpenMarketClient
import Synchronization
import TerminalKit

/// Tracks what earlier lines of a dry run would have changed. A line that depends on such a change
/// is not checked, because it would report errors that the real run does not have.
package struct DryRun: Sendable {
  package init() {}

  /// Codes, and `last` and `page`, that would refer to something else than now.
  private var made: Set<String> = []
  /// Codes that would no longer exist.
  private var freed: Set<String> = []
  /// Whether unknown listings would be removed, because only the market knows which ones match.
  private var freesUnknownCodes = false
  /// Names and addresses of markets that the batch would sign in to.
  private var markets: Set<String> = []
  /// The current market of the batch, if the session uses another.
  private var ahead: String?

  /// Records a line.
  ///
  /// - Returns: why the line cannot be checked yet, such as `an earlier line creates @MUG-01`; nil if it
  ///   can be.
  package mutating func note(_ parsed: Parsed, _ words: [Word], in market: CurrentMarket)
    -> Message?
  {
    let named = parsed.process.value(of: ProcessOptions.market)??.value
    let waits =
      reason(words) ?? reason(code: Self.code(of: parsed), in: market)
      ?? reason(parsed, market: named)
    if let spec = parsed.spec { follow(spec, parsed.input, in: market) }
    if let code = Self.code(of: parsed) {
      made.insert(code)
      freed.remove(code)
    }
    return waits
  }

  private mutating func follow(_ spec: CommandSpec, _ input: Input, in market: CurrentMarket) {
    let markets = Self.markets(spec, input)
    if spec.traits.contains(.signsIn) { signIn(markets) }
    if spec.traits.contains(.switchesMarket) { ahead = markets.first { isAwaited($0) } }
    if market.scope.mode == .prompt {
      if spec.traits.contains(.setsPage) { made.insert("page") }
      if spec.traits.contains(.setsLast) { made.insert("last") }
    }
    if spec.traits.contains(.freesCodes)
      || spec.has(.targets) && spec.mentions(.givesCode, in: input)
    {
      release(spec, input, in: market)
    }
  }

  /// The code that the command gives to a listing.
  private static func code(of parsed: Parsed) -> String? {
    let codes: [SellerCode] = parsed.spec?.values(.givesCode, in: parsed.input) ?? []
    return codes.first.map { Folding.normalized($0.text) }
  }

  private static func markets(_ spec: CommandSpec, _ input: Input) -> [String] {
    spec.values(.market, of: Text.self, in: input).map(\.value)
  }

  private func reason(_ words: [Word]) -> Message? {
    for word in words where word.text.hasPrefix("@") {
      let code = Folding.normalized(String(word.text.dropFirst()))
      if made.contains(code) { return "an earlier line creates \(word.text)" }
      if freed.contains(code) { return "an earlier line removes \(word.text)" }
    }
    return nil
  }

  private func reason(code: String?, in market: CurrentMarket) -> Message? {
    guard let code else { return nil }
    if freed.contains(code) { return "an earlier line frees @\(code)" }
    guard freesUnknownCodes, (try? market.listing(ofCode: code)) != nil else { return nil }
    return "an earlier line may free @\(code)"
  }

  /// Returns why a command cannot be checked yet; `market` is that of `--market`.
  private func reason(_ parsed: Parsed, market: String?) -> Message? {
    guard let spec = parsed.spec else { return nil }
    let named =
      spec.traits.contains(.switchesMarket)
      ? market ?? Self.markets(spec, parsed.input).first : market
    if let named { return isAwaited(named) ? "an earlier line signs in to \(named)" : nil }
    // The lines of a file in a file are checked one by one.
    guard let ahead, !spec.has(.script), InheritedOptions.knowsDryRun(spec) else { return nil }
    return "an earlier line signs in to \(ahead)"
  }

  private mutating func signIn(_ names: [String]) {
    guard let name = names.first else { return }
    for name in names { markets.formUnion(Self.names(name)) }
    ahead = name
  }

  private func isAwaited(_ market: String) -> Bool {
    !markets.isDisjoint(with: Self.names(market))
  }

  /// The possible names of a market for a typed text.
  private static func names(_ text: String) -> [String] {
    guard let address = try? MarketAddress(typed: text) else { return [text] }
    return [text, address.authority, address.description]
  }

  /// Records that listings lose their codes.
  private mutating func release(_ spec: CommandSpec, _ input: Input, in market: CurrentMarket) {
    let targets: [ListingTarget] = spec.values(.targets, in: input)
    if targets.isEmpty || spec.mentions(.filter, in: input) {
      freesUnknownCodes = true
      return
    }
    let codes = market.codes()
    for target in targets {
      switch target {
      case .code(let code): free(code.text)
      case .id(let id): if let code = codes[id] { free(code) }
      case .range(let range): for (id, code) in codes where range.contains(id) { free(code) }
      case .last, .page: freesUnknownCodes = true
      }
    }
  }

  private mutating func free(_ code: String) {
    let code = Folding.normalized(code)
    freed.insert(code)
    made.remove(code)
  }

  /// One line of output, such as `autumn.market:3:1  edit @MUG-01 --price 12000`.
  package static func line(_ words: [Word], at address: String, _ waits: Message?) -> Message {
    let line: Message = "\(address)  \(command: words.map(written).joined(separator: " "))"
    return waits.map { "\(line)  # \($0)" } ?? line
  }

  /// A word in a form that can be typed again.
  private static func written(_ word: Word) -> String {
    let isPlain =
      !word.isQuoted && !word.text.contains { $0.isWhitespace || "'\"\\;$".contains($0) }
    if isPlain, !word.text.isEmpty { return word.text }
    guard word.mayBeginOption, word.text.hasPrefix("--"),
      let equals = word.text.firstIndex(of: "=")
    else { return Quoting.quote(word.text) }
    let value = word.text[word.text.index(after: equals)...]
    return word.text[...equals] + Quoting.quote(String(value))
  }
}

/// The state of a dry run, shared by the files that it runs.
package final class DryRunLog: Sendable {
  private let dryRun = Mutex(DryRun())

  package init() {}

  /// Like ``DryRun/note(_:_:in:)``.
  package func note(_ parsed: Parsed, _ words: [Word], in market: CurrentMarket) -> Message? {
    dryRun.withLock { $0.note(parsed, words, in: market) }
  }
}
