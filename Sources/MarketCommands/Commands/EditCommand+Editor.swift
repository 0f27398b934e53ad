import Base
import Batches
import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import TerminalKit

// `edit --editor`: the listings as text in the seller's own editor.
extension EditCommand {
  /// The most listings that are opened; more are easier to edit in a table.
  private static let editorLimit = 50

  /// A listing as the seller left it.
  struct Edited {
    var plan: EditPlan
    /// The new code, nil without one; nil if the code stays.
    var code: String??
    var oldCode: String?
  }

  static func planEdited(_ input: Input, in context: CommandContext) async throws -> WritePlan {
    let terms = WriteTerms(input)
    if let other = changes.first(where: { input.mentions($0) }) {
      throw InvalidListing([
        .rule("\(command: "--editor") does not go with \(formatted: other.facts.shown)")
      ])
    }
    guard context.scope.plan == nil, context.options.mayAsk else { throw EditorError.notHere }
    let found = try await context.writer.targets(input, listings, needsDetails: true)
    let count = found.products.count
    guard count <= editorLimit else { throw EditorError.tooMany(count, limit: editorLimit) }
    let rows = context.market.rows(found.products)
    let offered = ListingBlocks(rows.map { ($0.product, $0.code) })
    var text = offered.text(
      introduction: introduction.map(context.console.text),
      naming: context.environment.catalog.command)
    while true {
      let edited = try await edited(&text, offered, rows, terms, in: context)
      var plan = try await plan(edited, of: found, input, in: context)
      guard !terms.isDry, !plan.changes.isEmpty, context.console.canAsk else { return plan }
      do {
        try await context.writer.confirm(plan.confirmation, terms)
        plan.confirmation.mustAsk = false
        plan.confirmation.warnings = []
        plan.confirmation.skipped = nil
        return plan
      } catch SellerError.declined {
        // A wrong answer must not cost the seller what was typed.
        guard try await context.console.agrees("Open the editor again?") else {
          throw SellerError.declined
        }
      }
    }
  }

  private static let introduction: [Message] = [
    "Change what you like, then save and leave the editor.",
    "A line or a block that you delete stays as it is. An empty code removes the code.",
    "To change nothing, leave without a change or empty the file.",
  ]

  /// Opens the editor until there is no mistake in the text.
  ///
  /// - Parameter text: the text to edit; afterwards as the seller left it.
  /// - Returns: the listings that changed.
  private static func edited(
    _ text: inout String, _ offered: ListingBlocks, _ rows: [ListingRow], _ terms: WriteTerms,
    in context: CommandContext
  ) async throws -> [Edited] {
    var errors: Set<String> = []
    var rounds = 0
    while true {
      let new = try await edit(text, in: context)
      let isSame = trimmed(new) == trimmed(text)
      if trimmed(new).isEmpty {
        guard errors.isEmpty else { throw SellerError.declined }
        return []
      }
      if isSame, !errors.isEmpty { throw givenUp(text, in: context) }
      let blocks = EditedBlocks(new, of: offered, without: errors)
      var faults = blocks.faults.map { (index: $0.index, text: $0.value) }
      var all: [Edited] = []
      for block in blocks.blocks {
        guard let row = rows.first(where: { $0.product.id == block.id }) else { continue }
        let (edited, wrong) = read(block, of: row, terms, in: context)
        all.append(edited)
        faults += wrong
      }
      faults += doubleCodes(blocks.blocks)
      guard !faults.isEmpty else {
        text = new
        return all.filter { !$0.plan.fields.isEmpty || $0.code != nil }
      }
      // A program that is used as an editor would make the same mistake again.
      guard context.console.canAsk else {
        throw InvalidListing(faults.map { .rule("line \($0.index + 1): \($0.text)") })
      }
      (text, errors) = blocks.text(
        showing: faults.map { ($0.index, context.console.text($0.text)) })
      rounds += 1
      // A program that is set as the editor would never stop.
      guard rounds.isMultiple(of: Self.mostRounds) else { continue }
      try await goOn(with: text, faults.map { $0.text }, in: context)
    }
  }

  private static func goOn(
    with text: String, _ faults: [Message], in context: CommandContext
  ) async throws {
    for fault in faults { context.console.report(fault) }
    let goesOn = try await context.console.agrees("Open the editor again?", isYesByDefault: true)
    if !goesOn { throw givenUp(text, in: context) }
  }

  /// The number of times that a text with mistakes is opened before the seller is asked.
  private static let mostRounds = 3

  /// Keeps a text with mistakes.
  private static func givenUp(_ text: String, in context: CommandContext) -> EditorError {
    let file = PrivateFile(path: "\(context.environment.paths.state)/listings.txt")
    let isKept = (try? file.write(bytes: Array(text.utf8))) != nil
    return .givenUp(file: isKept ? file.path : nil)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func edit(_ text: String, in context: CommandContext) async throws -> String {
    let request = TextEditRequest(text, fileName: "listings.txt", environment: context.environment)
    await context.environment.terminal.withholdTypedKeys()
    let end = await context.activity.hold { await context.environment.edit(request) }
    switch end {
    case .edited(let text): return text
    case .notStarted: throw EditorError.notStarted(request.command)
    case .failed: throw EditorError.failed(request.command)
    }
  }

  /// Two listings with the same new code.
  private static func doubleCodes(_ blocks: [EditedBlocks.Block]) -> [(index: Int, text: Message)] {
    var seen: Set<String> = []
    return blocks.compactMap { $0.values[.code] }
      .filter { !$0.value.isEmpty && !seen.insert($0.value).inserted }
      .map { ($0.index, "another listing above gets the code \($0.value)") }
  }

  /// Reads the changed values of a block.
  private static func read(
    _ block: EditedBlocks.Block, of row: ListingRow, _ terms: WriteTerms,
    in context: CommandContext
  ) -> (Edited, [(index: Int, text: Message)]) {
    var edited = Edited(plan: EditPlan(row.product), oldCode: row.code)
    var faults: [(index: Int, text: Message)] = []
    func attempt(_ field: ListingBlocks.Field?, _ body: (String) throws -> Void) {
      guard let line = field.map({ block.values[$0] }) ?? block.description else { return }
      do { try body(line.value) } catch { faults += Self.faults(error, line, in: block) }
    }
    let reading = context.settings.readingContext
    func word(_ text: String) -> Word { Word.words(arguments: [text])[0] }
    attempt(.name) { edited.plan.set(name: try Text($0).value, description: nil) }
    attempt(nil) { edited.plan.set(name: nil, description: $0) }
    attempt(.price) {
      try edited.plan.set(
        price: try PriceChange.read(word($0), in: reading), currency: nil, step: nil,
        money: context.money)
    }
    attempt(.discount) {
      try edited.plan.set(discount: try Discount.read(word($0), in: reading), left: nil)
    }
    attempt(.stock) { try edited.plan.set(stock: try StockChange.read(word($0), in: reading)) }
    attempt(.code) { text in
      edited.code = .some(text.isEmpty ? nil : try SellerCode.read(word(text), in: reading).text)
    }
    if faults.isEmpty {
      do { try edited.plan.check(context.money) } catch {
        faults += Self.faults(error, nil, in: block)
      }
    }
    return (edited, faults)
  }

  /// The lines that an error is about.
  ///
  /// - Parameter line: the line of the value that was read; nil for the whole listing.
  private static func faults(
    _ error: any Error, _ line: EditedBlocks.Line<String>?, in block: EditedBlocks.Block
  ) -> [(index: Int, text: Message)] {
    if let problem = error as? ValueProblem, let line {
      return [(line.index, problem.message(typed: line.value))]
    }
    return ErrorReport(error, at: nil).sentences.map { sentence in
      (line?.index ?? self.line(of: sentence.culprit, in: block), sentence.text)
    }
  }

  /// The line that an error is about, by the option of the same name.
  private static func line(of option: String?, in block: EditedBlocks.Block) -> Int {
    let name = option.map { String($0.drop { $0 == "-" }) } ?? ""
    if name == "description" { return block.description?.index ?? block.index }
    let field = ListingBlocks.Field(rawValue: name)
    return field.flatMap { block.values[$0]?.index } ?? block.index
  }

  private static func change(
    _ edited: Edited, among all: [Edited], in context: CommandContext
  ) async throws -> (PlannedChange, ChangeWarning?) {
    let before = edited.plan.before
    var change = PlannedChange(
      .changed, before: before,
      requests: [
        .edit(.listing(before.id), before: ListingContent(before), after: edited.plan.fields)
      ])
    guard let code = edited.code else { return (change, nil) }
    var holder: Int?
    if let code { holder = try await context.market.holder(ofCode: code) }
    change.code = .init(before: edited.oldCode, after: code, takenFrom: holder)
    // Two listings may exchange their codes.
    let givesItUp = all.contains { $0.plan.before.id == holder && $0.code != nil }
    guard let code, let holder, !givesItUp else { return (change, nil) }
    change.notes = notes(onMoving: code, from: holder, in: context)
    return (change, .moving(code, from: holder))
  }

  /// - Parameter meant: the kinds of warnings that say what the command is for.
  static func plan(
    _ all: [Edited], of found: OwnTargets, _ input: Input, meant: Set<Allowance> = [],
    in context: CommandContext
  ) async throws -> WritePlan {
    var changes: [PlannedChange] = []
    var warnings = warnings(in: all.map(\.plan), context).filter { !meant.contains($0.kind) }
    for edited in all {
      let (change, warning) = try await change(edited, among: all, in: context)
      changes.append(change)
      if let warning { warnings.append(warning) }
    }
    let plans = all.map(\.plan)
    var chosen = found
    chosen.products = plans.map(\.before)
    let codes = changes.map(\.codeDifference)
    return WritePlan(
      changes: changes,
      confirmation: try confirmation(of: plans, chosen, warnings, codes, in: context),
      emptyReply: "Nothing was changed, and nothing was sent.",
      outline: { [warnings, chosen] in
        try outline(plans, of: chosen, warnings, input, codes, in: context)
      },
      command: { spec.line(of: input) })
  }
}

/// Why listings cannot be edited as text.
enum EditorError: ReportedError {
  case tooMany(Int, limit: Int)
  /// In a file, or where nothing may be asked.
  case notHere
  case notStarted(String)
  case failed(String)
  /// The text still has mistakes; the file that it is kept in, if it could be.
  case givenUp(file: String?)
  /// Several listings without a change; the command that opens them in the editor.
  case severalWithoutChange(String)

  func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .tooMany(let count, let limit):
      ErrorReport(
        """
        \(command: "--editor") opens at most \(limit) listings, and these are \(count); \
        `\(command: "export")` writes them to a file that a spreadsheet can edit, and \
        `\(command: "import")` reads it
        """, at: "--editor", exitCode: .usage)
    case .notHere:
      ErrorReport(
        "\(command: "--editor") works neither in a file nor with \(command: "--no-input")",
        at: "--editor", exitCode: .usage)
    case .notStarted(let command):
      ErrorReport(
        "cannot start \(formatted: command): set \(formatted: "VISUAL") or \(formatted: "EDITOR")")
    case .failed(let command):
      ErrorReport("the editor \(formatted: command) failed; nothing was changed")
    case .givenUp(let file):
      ErrorReport(
        file.map {
          "the text still has mistakes, so nothing was changed; it is kept in \($0)"
        } ?? "the text still has mistakes, so nothing was changed")
    case .severalWithoutChange(let command):
      ErrorReport(
        "\(command: "edit") needs \("a change such as --price or --stock" as Message)",
        suggestions: [command], exitCode: .usage)
    }
  }
}
