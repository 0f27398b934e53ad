import CommandLanguage
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import ScreenPictures
import SellerSession
import TerminalKit

/// A form that fills in the options of a command. The options of the command read the values, and
/// the preview is its dry run, so the same rules apply as without the form.
struct CommandForm: Sendable {
  var title: Message
  /// The command as it was typed.
  let base: Input
  let options: [FormOption]
  /// The values of the fields that neither a draft nor a typed option sets.
  var initial = FormValues()
  /// The values that are already in effect. A field whose value is the same is not sent.
  var unchanged = FormValues()
  /// The field with the currency of the amounts.
  var currency = ""
  /// A command up to the path of a photo, whose completion is that of the form.
  var photoCommand = ""
  /// The listing that is changed; nil for a new one.
  var listing: Product?
  /// What stands in the texts of the form for words of a command.
  var words: [String: Message] = [:]
  /// Returns the faults of the values that could be read, except those of photos.
  let faults: @Sendable (Input) -> [ListingFault]
  /// Plans the command without asking questions.
  let plan: @Sendable (Input) async throws -> WritePlan
  let context: CommandContext

  var fields: [FormField] { options.map(\.field) }

  /// Returns the values to start with: those that were typed, then those of the draft, then
  /// ``initial``.
  func values(from draft: Draft?) -> FormValues {
    var values = initial
    for (name, texts) in draft?.values ?? [:] { values[name] = texts }
    for option in options {
      let texts = option.texts(base)
      if !texts.isEmpty { values[option.field.name] = texts }
    }
    return following(values, typed: "price")
  }

  /// Shows the form until the seller sends or leaves it.
  func run(_ values: FormValues) async throws -> FormEnd {
    guard context.hasWholeWindow else {
      return try await SpokenForm(fields, host: self, in: context).run(title, values)
    }
    let window = await WindowContext(withPictures: context)
    return try await FormWindow(window, host: self, showsListing: listing != nil)
      .run(title, fields: fields, values: values)
  }

  /// Returns the command with the values of the fields, and the problems of the values that cannot
  /// be read, by field name.
  func input(_ values: FormValues) -> (input: Input, problems: [String: Message]) {
    var input = base
    var problems: [String: Message] = [:]
    for option in options where values[option.field.name] != unchanged[option.field.name] {
      let texts = values[option.field.name]
      do throws(ValueProblem) {
        input = try option.set(input, texts, context.settings.readingContext)
      } catch {
        problems[option.field.name] = error.message(typed: texts.first ?? "")
      }
    }
    return (input, problems)
  }

  /// Returns the command to run, with `--allow` for the warnings that the preview has shown.
  func input(_ values: FormValues, confirming preview: FormPreview) -> Input {
    let input = input(values).input
    let confirmed = preview.confirms.compactMap { Allowance(rawValue: $0) }
    guard !confirmed.isEmpty else { return input }
    let all = WriteTerms(input).allowed.union(confirmed)
    return input.setting(
      WriteOptions.allow, to: CommaSeparated(Allowance.allCases.filter(all.contains)))
  }
}

// The rules.
extension CommandForm: FormHost {
  var rules: FormRules {
    FormRules(
      problems: problems, following: following, photos: photos,
      completion: context.shell.pathCompletion(after: photoCommand, in: context))
  }

  private func problems(_ values: FormValues) -> [String: Message] {
    var (input, problems) = input(values)
    for sentence in InvalidListing(faults(input)).report(at: nil).sentences {
      guard let name = name(of: sentence), problems[name] == nil else { continue }
      problems[name] = named(sentence.text)
    }
    return problems
  }

  /// A text of the command in the words of the form, which has fields in place of options.
  private func named(_ text: Message) -> Message {
    let labels = fields.map { ("--\($0.name)", $0.label) }
    return text.replacing(words.merging(labels) { word, _ in word })
  }

  /// The name of the field whose option an error names; nil if there is none.
  private func name(of sentence: ErrorReport.Sentence) -> String? {
    guard let word = sentence.culprit else { return nil }
    return fields.first { "--\($0.name)" == word }?.name
  }

  /// Checks all values, and returns a preview of what would be sent.
  func check(_ values: FormValues) async -> Result<FormPreview?, FormFault> {
    let (input, problems) = input(values)
    if let field = fields.first(where: { problems[$0.name] != nil }) {
      return .failure(FormFault(problems[field.name] ?? "", field: field.name))
    }
    do {
      return .success(try preview(try await plan(input), WriteTerms(input), values))
    } catch let fault as FormFault {
      return .failure(fault)
    } catch {
      let report = ErrorReport(error, at: try? context.market.profile())
      return .failure(FormFault(named(report.message), field: report.sentences.first.flatMap(name)))
    }
  }

  private func preview(
    _ plan: WritePlan, _ terms: WriteTerms, _ values: FormValues
  ) throws -> FormPreview {
    let outline = try plan.outline()
    guard !plan.changes.isEmpty, let step = outline.steps.first else {
      throw FormFault(plan.emptyReply ?? "Nothing was changed yet.")
    }
    let warnings = plan.confirmation.warnings.filter { !terms.allowed.contains($0.kind) }
    let product = outline.draft?.row.product ?? step.row.product
    return FormPreview(
      listing: ListingDetail(ListingRow(complete(product, values))),
      notes: (step.differences.map(\.message) + step.notes).map(named),
      warnings: warnings.map { named($0.text) },
      question: plan.confirmation.question, code: step.row.code,
      confirms: warnings.map(\.kind.rawValue))
  }
}

// The photos.
extension CommandForm {
  /// The listing with its photos and its description, which a list does not have.
  private func complete(_ product: Product, _ values: FormValues) -> Product {
    var product = product
    product.description = product.description ?? listing?.description
    let paths = fields.filter { $0.kind == .photos }.flatMap { values[$0.name] }
    guard listing == nil || !paths.isEmpty else {
      product.pictures = listing?.pictures
      return product
    }
    product.pictures = paths.map { ProductImage(id: nil, url: $0, thumbnailURL: $0) }
    product.thumbnail = paths.first
    return product
  }

  func prepare(_ path: String) async -> Result<FormPhoto, FormFault> {
    let outcome = await context.files.photos([path], PhotoOptions(base))[0]
    return outcome.map { FormPhoto($0.summary, digest: $0.digest) }.mapError { fault in
      FormFault(fault.report(at: nil).message)
    }
  }

  /// The bytes of a photo as they would be sent; nil if the photo cannot be used.
  func bytes(of path: String) async -> [UInt8]? {
    let outcome = await context.files.photos([path], PhotoOptions(base))[0]
    return (try? outcome.get()).map { Array($0.upload.bytes) }
  }

  /// Returns the files that a typed path names. If a file has exactly this name, it is the only
  /// result. Otherwise quotes, patterns and `~` mean the same as in a command.
  private func photos(_ typed: String) -> Result<[String], FormFault> {
    let text = typed.trimmingPrefix { $0.isWhitespace }
    let name = String(text.reversed().drop { $0.isWhitespace }.reversed())
    if !name.hasPrefix("~"), context.files.exists(name) { return .success([name]) }
    do {
      guard case .complete(let commands) = Tokenizer.read(name), commands.count == 1 else {
        return .failure(FormFault("there is no file \(quoted: name)"))
      }
      let words = try Variables().words(of: commands[0])
      let paths = try words.flatMap { word in
        try context.files.paths(of: try FilePath.read(word, in: context.settings.readingContext))
      }
      guard let missing = paths.first(where: { !context.files.exists($0) }) else {
        return .success(paths)
      }
      let reason = context.files.reason("there is no such file", for: missing)
      return .failure(FormFault("\(missing): \(reason)"))
    } catch {
      return .failure(FormFault(ErrorReport(error, at: nil).message))
    }
  }
}
