import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import Synchronization
import TerminalKit

/// Plans the lines of a file from top to bottom, over the market and the effects of earlier lines.
/// Nothing is sent; all problems are reported.
final class FilePlanner: Sendable {
  /// A line and what it will do.
  struct Item: Sendable {
    let line: ScriptLine
    let script: Script
    /// The changes of the line; nil for a command that runs in its turn.
    let changes: Range<Int>?
  }

  private struct State {
    var items: [Item] = []
    /// The lines that cannot be carried out.
    var failed: [Item] = []
    var draft: BatchDraft
    var tally = BatchTally()
    /// The lines that sell out one listing each, or make its discount smaller.
    var unusual: [Allowance: [String]] = [:]
    /// What is wrong, one line each.
    var problems: [Message] = []
    /// The market that the file changes.
    var market: MarketProfile?
    /// Whether carrying out the file again would change nothing more.
    var isRepeatable = true
    /// Whether the seller may be asked for the name of a first shop.
    var asksName = true
    /// Whether no further line is planned.
    var isEnded = false
    /// Whether lines are only checked, because another one cannot be parsed.
    var onlyChecks = false
    /// The changes that were only checked.
    var checkedCount = 0
  }

  /// When the planning began.
  let plannedAt: WireDate
  private let context: CommandContext
  private let isDryRun: Bool
  /// Whether lines that change nothing are shown.
  private let showsUnchanged: Bool
  private let listings = PlannedListings()
  /// What a dry run shows.
  let held: HeldPlan
  private let state: Mutex<State>

  init(_ context: CommandContext, isDryRun: Bool, showsUnchanged: Bool) {
    self.showsUnchanged = showsUnchanged
    self.context = context
    plannedAt = context.environment.now()
    self.isDryRun = isDryRun
    held = HeldPlan(context, isDryRun: isDryRun)
    state = Mutex(State(draft: BatchDraft(in: context.environment)))
  }

  var items: [Item] { state.withLock { $0.items } }
  var failed: [Item] { state.withLock { $0.failed } }
  var draft: BatchDraft { state.withLock { $0.draft } }
  var tally: BatchTally { state.withLock { $0.tally } }
  var problems: [Message] { state.withLock { $0.problems } }
  var market: MarketProfile? { state.withLock { $0.market } }
  var asksName: Bool { state.withLock { $0.asksName } }
  /// Whether an error ended the planning.
  var isEnded: Bool { state.withLock { $0.isEnded && $0.tally.code != .done } }
  /// The warnings about what several lines do together; a single one is usual.
  var warnings: [ChangeWarning] {
    let unusual = state.withLock { $0.unusual }
    return Allowance.allCases.compactMap { kind in
      guard let lines = unusual[kind], lines.count > 1 else { return nil }
      let shown = ShortList.shown(of: lines.count, most: ShortList.usual)
      var names: [Message] = lines.prefix(shown).map { "\(formatted: $0)" }
      if lines.count > shown { names.append("and \(lines.count - shown) more") }
      return kind == .soldOut
        ? .sellingOut(names, count: lines.count) : .lesseningDiscounts(names, count: lines.count)
    }
  }
  /// How many lines the warnings are about.
  var unusualCount: Int {
    state.withLock { Set($0.unusual.values.filter { $0.count > 1 }.joined()).count }
  }
  var isRepeatable: Bool { state.withLock { $0.isRepeatable } }
  private var onlyChecks: Bool { state.withLock { $0.onlyChecks } }

  /// Plans a file, which another file may name.
  ///
  /// - Returns: false if a line cannot be parsed.
  func add(_ script: Script, _ request: ScriptRequest, scope: CommandScope) async -> Bool {
    var scope = scope
    scope.plan = listings
    scope.isDryRun = isDryRun
    scope.isInScript = true
    let interpreter = Interpreter(
      session: SellerSession(of: context), scope: scope, options: context.options,
      shell: Shell(planner: self))
    let parser = ScriptParser(interpreter: interpreter, inherited: request.inherited)
    let (all, faults) = parser.lines(of: script) { error, tokens in
      record(ErrorReport(error, at: nil), at: script.address(of: tokens.place))
      if let usage = error as? UsageError { rememberCodes(of: interpreter.parse(usage.typed)) }
    }
    // Photos and listings that are missing are reported together with what cannot be parsed.
    if faults > 0 { state.withLock { $0.onlyChecks = true } }
    let lines = all.filter { !request.skippedLines.contains($0.source.place.line) }
    state.withLock { state in
      state.items.reserveCapacity(state.items.count + lines.count)
      state.draft.reserve(state.draft.nextNumber + lines.count)
    }
    defer { context.market.access.photos.discard() }
    if !isDryRun { draft.folder.storePhotos(preparedBy: context.market.access.photos) }
    for (index, line) in lines.enumerated() {
      // The first line has shown that the market answers.
      if index == 1 { await readAhead(lines.dropFirst(), interpreter) }
      context.market.access.photos.turn()
      await prepareAhead(of: index, in: lines, interpreter)
      await plan(line, of: script, request, interpreter, parser)
      context.activity.update(done: index + 1)
      if Task.isCancelled { end(.interrupted) }
      if state.withLock({ $0.isEnded }) { break }
    }
    return faults == 0
  }

  /// Starts to prepare the photos of the farthest line ahead; at the first line, of all before it.
  private func prepareAhead(
    of index: Int, in lines: [ScriptLine], _ interpreter: Interpreter
  ) async {
    let farthest = PhotoPreparer.turnsAhead
    for turns in (index == 0 ? 1 : farthest)...farthest {
      guard index + turns < lines.count, lines[index + turns].hasPhotos else { continue }
      await interpreter.prepareAhead(lines[index + turns], turns: turns)
    }
  }

  /// Reads the listings that many lines change, by pages.
  private func readAhead(_ lines: ArraySlice<ScriptLine>, _ interpreter: Interpreter) async {
    let writes = lines.filter { $0.parsed.spec?.effect == .writesListings }
    guard let first = writes.first else { return }
    let context = interpreter.context(for: first.parsed)
    let targets = writes.flatMap { line -> [ListingTarget] in
      line.parsed.spec?.values(.targets, in: line.parsed.input) ?? []
    }
    let ids = targets.filter(\.isSingle).compactMap { try? context.listings.id(of: $0) }
    // A line whose listing was not read ahead reads it, and reports the error.
    if let rows = try? await context.listings.ownRows(of: Set(ids)) { listings.record(rows: rows) }
  }

  private func plan(
    _ line: ScriptLine, of script: Script, _ request: ScriptRequest, _ interpreter: Interpreter,
    _ parser: ScriptParser
  ) async {
    let context = interpreter.context(for: line.parsed)
    // Whether a change is shown depends on its plan.
    let isChange =
      line.parsed.spec?.effect == .writesListings && !context.options.isAnsweredAlone
    do {
      if isDryRun, !isChange, !onlyChecks { try show(line.text(in: script), context) }
      try await plan(line, of: script, request, context, interpreter)
    } catch {
      rememberCodes(of: line.parsed)
      state.withLock { $0.failed.append(Item(line: line, script: script, changes: nil)) }
      try? held.release()
      if isDryRun, isChange, !onlyChecks { try? show(line.text(in: script), context) }
      let report = ErrorReport(error, at: try? context.market.profile())
      if case SellerError.noSuchCode(let code, _) = error, listings.isUnknown(code: code) {
        // The line that should give the code has its own error.
        return state.withLock { $0.tally.count(report.exitCode, line: line.source.place.line) }
      }
      let code = interpreter.report(
        error, in: context, words: line.words, source: line.source,
        address: parser.address(in: script, of: line.source))
      record(report, at: script.address(of: line.source.place))
      state.withLock { $0.tally.count(code, line: line.source.place.line) }
      // The other lines would fail the same way, or the seller has said no.
      let concernsAll = report.isDecision || (error as? SellerError)?.isAboutAccount == true
      if concernsAll || [.unreachable, .interrupted].contains(code) { end(code) }
    }
  }

  private func plan(
    _ line: ScriptLine, of script: Script, _ request: ScriptRequest, _ context: CommandContext,
    _ interpreter: Interpreter
  ) async throws {
    guard !context.options.isAnsweredAlone,
      let (spec, input) = try? interpreter.checked(line.parsed),
      let command = CommandRegistry.command(named: spec.name)
    else { return append(line, of: script, nil) }
    if spec.traits.contains(.isNotForFiles) { throw BatchError.notInFile(spec.name) }
    if spec.traits.contains(.endsScript) { return state.withLock { $0.isEnded = true } }
    if spec.effect == .runsCommands {
      _ = try await command.run(input, in: context)
      return
    }
    guard let writing = command as? any WritingCommand.Type else {
      if onlyChecks { return try check(spec, input, request, in: context) }
      try check(spec, input, request, in: context)
      if isDryRun, spec.has(.dryRun) { try await runDry(line, of: script, interpreter) }
      return append(line, of: script, nil)
    }
    let terms = WriteTerms(input)
    if terms.isDry, !isDryRun { return append(line, of: script, nil) }
    try checkMarket(context)
    let plan = try await writing.plan(input, in: context)
    if onlyChecks {
      let own = try context.market.profile()
      for change in plan.changes { follow(change, number: nextChecked(), own) }
      return
    }
    guard try await show(plan, line, of: script, terms, interpreter) else { return }
    try await append(plan, line, of: script, in: context)
    // A command that changes several listings has its own warning.
    let address = "\(script.name):\(line.source.place.line)"
    func count(_ kind: Allowance, _ isIt: (PlannedChange) -> Bool) {
      guard plan.changes.count(where: isIt) == 1, !terms.allowed.contains(kind) else { return }
      state.withLock { $0.unusual[kind, default: []].append(address) }
    }
    count(.soldOut, \.sellsOut)
    if plan.changes.count == 1 { count(.smallerDiscount, \.lessensDiscount) }
  }

  /// Shows what a line would do, or asks about it if it is to be carried out.
  ///
  /// - Returns: false if it changes nothing.
  private func show(
    _ plan: WritePlan, _ line: ScriptLine, of script: Script, _ terms: WriteTerms,
    _ interpreter: Interpreter
  ) async throws -> Bool {
    let context = interpreter.context(for: line.parsed)
    let address = script.address(of: line.source.place)
    if plan.changes.isEmpty, plan.emptyReply != nil {
      state.withLock { $0.tally.counts.unchanged += 1 }
      if showsUnchanged { try show("\(formatted: address): already as wanted", context) }
      return false
    }
    if isDryRun {
      try context.writer.refuseInDryRun(plan.confirmation.warnings, terms)
      try show(line.text(in: script), context)
      var outline = try plan.outline()
      (outline.heading, outline.draft) = (nil, nil)
      let output = Output.dryRun(outline)
      guard try !held.hold(try context.presenter().present(output)) else { return true }
      try await interpreter.write(output, context)
    } else {
      try await context.writer.confirm(plan.confirmation, terms)
      if terms.isAnswered { state.withLock { $0.asksName = false } }
    }
    return true
  }

  /// Commands that only look need listings that exist now, or will.
  private func check(
    _ spec: CommandSpec, _ input: Input, _ request: ScriptRequest, in context: CommandContext
  ) throws {
    guard !request.keepsGoing else { return }
    let targets: [ListingTarget] = spec.values(.targets, in: input)
    for case .code(let code) in targets {
      _ = try context.listings.id(of: .code(code))
    }
  }

  /// Refuses changes of a second market.
  private func checkMarket(_ context: CommandContext) throws {
    let name = try context.market.profile().name
    guard state.withLock({ $0.market?.name ?? name }) == name else {
      throw BatchError.otherMarketInFile(name)
    }
  }

  private func append(
    _ plan: WritePlan, _ line: ScriptLine, of script: Script, in context: CommandContext
  ) async throws {
    let own = try context.market.profile()
    let changes =
      isDryRun
      ? plan.changes
      : try await BatchRunner(context: context).keeping(
        plan, draft.folder, try await context.market.client())
    let photos = isDryRun ? [] : try await draft.folder.storePhotos(of: changes)
    let range = state.withLock { state in
      let first = state.draft.changes.count
      for (index, change) in changes.enumerated() {
        let number = state.draft.nextNumber
        if isDryRun {
          state.draft.skip(change)
        } else {
          state.draft.append(change, photos: photos[index], line: line.source.place.line)
        }
        follow(change, number: number, own)
      }
      state.market = own
      if plan.changesRelatively || plan.changes.contains(where: { $0.action == .added }) {
        state.isRepeatable = false
      }
      return first..<state.draft.changes.count
    }
    append(line, of: script, range)
  }

  /// The number of a change that is only checked.
  private func nextChecked() -> Int {
    state.withLock { state in
      state.checkedCount += 1
      return state.checkedCount
    }
  }

  /// Takes note of the market after a change.
  private func follow(_ change: PlannedChange, number: Int, _ own: MarketProfile) {
    var after = change.after
    switch change.action {
    case .added, .replaced:
      after.id = -number
      after.vendor = Vendor(id: own.vendorID, name: own.shop ?? PlannedListings.newShop)
      if change.action == .replaced { listings.record(change.before, nil) }
      listings.record(nil, after)
    case .changed: listings.record(change.before, after)
    case .removed: listings.record(change.before, nil)
    }
    if let old = change.code?.before { listings.record(code: old, of: nil) }
    if let code = change.code?.after { listings.record(code: code, of: after.id) }
  }

  private func append(_ line: ScriptLine, of script: Script, _ changes: Range<Int>?) {
    state.withLock { state in
      state.items.append(Item(line: line, script: script, changes: changes))
      if isDryRun { state.tally.count(.done, line: line.source.place.line) }
    }
  }

  private func runDry(
    _ line: ScriptLine, of script: Script, _ interpreter: Interpreter
  ) async throws {
    let code = await interpreter.run(line.parsed, line.words, source: line.source) { place in
      script.address(of: place ?? line.source.place)
    }
    if code != .done { state.withLock { $0.tally.count(code, line: line.source.place.line) } }
  }

  func record(_ report: ErrorReport, at address: String) {
    state.withLock { $0.problems.append("\(formatted: address): \(report.message)") }
  }

  private func rememberCodes(of parsed: Parsed) {
    let codes: [SellerCode] = parsed.spec?.values(.givesCode, in: parsed.input) ?? []
    for code in codes { listings.record(unknownCode: code.text) }
  }

  private func end(_ code: ExitCode) {
    state.withLock { state in
      state.isEnded = true
      state.tally.code = code
    }
  }

  /// Writes a line of a dry run: to stdout for people, to stderr beside data.
  private func show(_ text: Message, _ context: CommandContext) throws {
    if context.presenter().format.isForPeople {
      let line = StyledText(context.console.text(text) + "\n")
      if try held.hold(RenderedOutput(output: .styled(line))) { return }
      context.activity.pause()
      try context.environment.terminal.write(context.console.text(text) + "\n", to: .output)
    } else {
      context.console.reportUnwrapped(text)
    }
  }
}
