import CommandLanguage
import FullScreen
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles
import TableImport

/// A form in which a seller says what the columns of a table mean, with what would become of it.
struct ImportForm: FormHost {
  private let request: ImportRequest
  private let context: CommandContext
  /// How the table is read if nothing is chosen.
  private let first: TableOutlook
  /// The word for a column that is left out.
  private static let leftOut = FormField.leftOut

  /// - Throws: `SheetError` if the file is no table.
  init(_ request: ImportRequest, in context: CommandContext) throws {
    self.request = request
    self.context = context
    first = try TableImport(request, in: context.withoutQuestions).outlook()
  }

  /// Shows the form.
  ///
  /// - Returns: what was chosen, and whether to go on with it; nil if nothing was changed.
  func run() async throws -> (request: ImportRequest, goesOn: Bool)? {
    let title: Message = "What the columns of \(request.file.text) mean"
    let values = values(of: first, FormValues())
    let fields = fields(of: first, values)
    let end =
      context.hasWholeWindow
      ? try await FormWindow(WindowContext(context), host: self, showsListing: false)
        .run(title, fields: fields, values: values)
      : try await SpokenForm(fields, host: self, in: context).run(title, values)
    switch end {
    case .filled(let values), .send(let values, _): return (try read(values).request, true)
    case .left(let left): return left == values ? nil : try? (read(left).request, false)
    }
  }

  var rules: FormRules {
    FormRules(
      problems: problems, photos: { _ in .failure(FormFault("")) }, completion: { _, _ in nil },
      outlook: look)
  }

  func prepare(_ path: String) async -> Result<FormPhoto, FormFault> { .failure(FormFault("")) }

  func bytes(of path: String) async -> [UInt8]? { nil }

  func check(_ values: FormValues) async -> Result<FormPreview?, FormFault> {
    do {
      let outcome = try await outcome(try read(values).request)
      guard outcome.isFault else { return .success(nil) }
      return .failure(FormFault(outcome.text, field: outcome.lacking.first.map(Self.fixedName)))
    } catch {
      return .failure(FormFault(ErrorReport(error, at: nil).message))
    }
  }

  private func look(_ values: FormValues) async -> FormOutlook? {
    do {
      let (request, table) = try read(values)
      let all = self.values(of: table, values)
      return FormOutlook(
        fields: fields(of: table, all), values: all,
        excerpt: table.rows.map { row in
          "\(row.number)  " + row.cells.map(\.text).joined(separator: " │ ")
        },
        marked: table.rows.firstIndex { $0.number == table.file.headerRow },
        outcome: try await outcome(request).text)
    } catch is CancellationError {
      return nil
    } catch {
      return FormOutlook(
        fields: [], values: values, excerpt: [], marked: nil,
        outcome: ErrorReport(error, at: nil).message)
    }
  }

  private func outcome(_ chosen: ImportRequest) async throws -> ImportOutcome {
    var dry = chosen
    dry.terms.isDry = true
    // A name is for what is chosen here.
    dry.layout = request.layout
    return try await TableImport(dry, in: context.withoutQuestions).outcome()
  }

  private func problems(_ values: FormValues) -> [String: Message] {
    var problems: [String: Message] = [:]
    for (name, texts) in values.texts where name.hasPrefix("column ") {
      guard let word = texts.first, word != Self.leftOut, ImportColumn(named: word) == nil else {
        continue
      }
      let known = [Self.leftOut] + ImportColumn.choices.map(self.word)
      problems[name] = "name one of \(formatted: known.joined(separator: ", "))"
    }
    let layout = values.text("layout")
    guard !layout.isEmpty, layout != request.layout else { return problems }
    if !SavedLayouts.isName(layout) {
      problems["layout"] = "letters, digits and - of a name of your own"
    } else if SavedLayouts(context.environment).layout(named: layout) != nil {
      problems["layout"] = "there is a layout \(layout) already"
    }
    return problems
  }
}

// The fields.
extension ImportForm {
  private func word(_ column: ImportColumn) -> String {
    column.word(in: context.environment.catalog.language)
  }

  /// A row of the header counts for its sheet, and a column for its header.
  private static func headerName(_ table: TableOutlook) -> String {
    "header-row \(table.file.sheet ?? "")"
  }

  private static func name(_ column: TableOutlook.Column, in table: TableOutlook) -> String {
    "column \(column.index) \(table.file.headerRow ?? 0) \(table.file.sheet ?? "")"
  }

  private func meanings(_ table: TableOutlook, _ values: FormValues) -> [ImportColumn?] {
    table.columns.map { column in
      switch values.text(Self.name(column, in: table)) {
      case "": column.meaning
      case Self.leftOut: column.automatic == .readOnly ? .readOnly : nil
      case let word: ImportColumn(named: word)
      }
    }
  }

  /// All values, with those that are not chosen yet.
  private func values(of table: TableOutlook, _ chosen: FormValues) -> FormValues {
    var values = chosen
    if let sheet = table.file.sheet { values.set("sheet", sheet) }
    if let row = table.file.headerRow { values.set(Self.headerName(table), "\(row)") }
    for (column, meaning) in zip(table.columns, meanings(table, chosen)) {
      let known = meaning.flatMap { $0 == .readOnly ? nil : word($0) }
      values.set(Self.name(column, in: table), known ?? Self.leftOut)
    }
    guard chosen == FormValues() else { return values }
    for (field, value) in request.fixed { values.set("set \(field)", value) }
    if let photos = request.photos { values.set("photos", photos.text) }
    return values
  }

  private func fields(of table: TableOutlook, _ values: FormValues) -> [FormField] {
    var fields: [FormField] = []
    if table.file.sheets.count > 1 {
      fields.append(
        FormField(
          "sheet", label: "sheet", kind: .choice(table.file.sheets),
          help: "the sheet with the listings"))
    }
    if !table.rows.isEmpty {
      fields.append(
        FormField(
          Self.headerName(table), label: "names in row",
          kind: .choice(["0"] + table.rows.map { "\($0.number)" }),
          help: table.layout.map { "the file is a product file of \($0)" }
            ?? "the row with the names of the columns; 0 if none has them"))
    }
    fields += table.columns.map { field(of: $0, in: table) }
    fields += TableOutlook.missing(in: meanings(table, values)).map(fixedField)
    fields.append(
      FormField(
        "layout", label: "save as",
        help: "a name for these choices, such as supplier; files with the same columns use them"))
    return fields
  }

  private func field(of column: TableOutlook.Column, in table: TableOutlook) -> FormField {
    var words = ImportColumn.choices.map(word)
    if let own = column.automatic ?? column.meaning, own != .readOnly, !words.contains(word(own)) {
      words.append(word(own))
    }
    let letters = table.file.columnName(column.index)
    return FormField(
      Self.name(column, in: table),
      label: letters == column.title ? "\(column.title)" : "\(letters)  \(column.title)",
      kind: .choice([Self.leftOut] + words),
      help: "what the column means, by ← → or by typing; \(formatted: Self.leftOut) leaves it out",
      sample: column.samples.joined(separator: " · "))
  }

  private static func fixedName(_ column: ImportColumn) -> String {
    column == .photos ? "photos" : "set \(column.name)"
  }

  private func fixedField(_ column: ImportColumn) -> FormField {
    let (help, absence): (Message, Message) =
      switch column {
      case .currency:
        (
          "of all amounts without one, such as KRW",
          (try? context.settings.settings().currency).map { "\($0.rawValue)" }
            ?? "new listings need one"
        )
      case .photos: ("a folder with photos that are named by code or name", "new listings need one")
      case .stock: ("of all rows", "0 shows as sold out")
      default: ("of all rows", "new listings need one")
      }
    return FormField(Self.fixedName(column), label: column.title, help: help, absence: absence)
  }

  /// What the values say, as options of the command, and the table that they find.
  private func read(_ values: FormValues) throws -> (request: ImportRequest, table: TableOutlook) {
    var chosen = request
    let sheet = values.text("sheet")
    let isOther = !sheet.isEmpty && sheet != first.file.sheet
    if isOther {
      chosen.sheet.sheet = sheet
      chosen.shape.headerRow = nil
    }
    let row = Int(values.text("header-row \(isOther ? sheet : first.file.sheet ?? "")"))
    if let row, isOther || row != first.file.headerRow { chosen.shape.headerRow = row }
    let table = try TableImport(chosen, in: context.withoutQuestions).outlook()
    let meanings = meanings(table, values)
    chosen.take(meanings, of: table)
    chosen.fixed = TableOutlook.missing(in: meanings).compactMap { column in
      let text = column == .photos ? "" : values.text(Self.fixedName(column))
      return text.isEmpty ? nil : (column.name, text)
    }
    let photos = values.text("photos")
    chosen.photos = photos.isEmpty ? nil : FilePath(photos)
    let layout = values.text("layout")
    if !layout.isEmpty { chosen.layout = layout }
    return (chosen, table)
  }
}
