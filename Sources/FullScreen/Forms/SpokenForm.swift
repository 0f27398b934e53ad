import MarketRender
package import Messages
package import SellerSession
import TerminalKit

/// A form as questions, one line each, for screen readers and terminals without escape sequences.
package struct SpokenForm: Sendable {
  private let context: CommandContext
  private let viewport: Viewport
  private let fields: [FormField]
  private let host: any FormHost
  private var rules: FormRules { host.rules }

  package init(_ fields: [FormField], host: any FormHost, in context: CommandContext) {
    self.context = context
    self.fields = fields
    self.host = host
    viewport = context.presenter().viewport
  }

  private var console: Console { context.console }

  /// Asks for each field, then for the whole. Esc, the end of the input and Ctrl-C, which cancels
  /// the task, leave the form.
  package func run(_ title: Message, _ values: FormValues) async throws -> FormEnd {
    var values = values
    console.report(title)
    do {
      return try await fill(&values)
    } catch is CancellationError {
      return .left(values)
    }
  }

  private func fill(_ values: inout FormValues) async throws -> FormEnd {
    var fields = fields
    var open = fields[...]
    while true {
      while let field = open.popFirst() {
        let before = values
        guard try await ask(field, &values) else { return .left(values) }
        // Another answer may ask for other fields.
        guard values != before, let outlook = await rules.outlook?(values) else { continue }
        if !outlook.fields.isEmpty, outlook.fields.map(\.name) != fields.map(\.name) {
          (fields, values) = (outlook.fields, outlook.values)
          open = fields.drop { $0.name != field.name }.dropFirst()
        }
        console.report(outlook.outcome)
      }
      switch await host.check(values) {
      case .failure(let fault):
        console.report(fault.text)
        open = fields.filter { $0.name == fault.field }[...]
        if open.isEmpty { open = fields[...] }
      case .success(nil): return .filled(values)
      case .success(let preview?):
        try show(preview)
        let isYes = try await console.agrees(
          preview.question, isYesByDefault: preview.warnings.isEmpty)
        return isYes ? .send(values, preview) : .left(values)
      }
    }
  }

  /// Asks until the value is right; false if the form is left.
  private func ask(_ field: FormField, _ values: inout FormValues) async throws -> Bool {
    if case .shown = field.kind { return say(field) }
    while true {
      let present = values[field.name].joined(separator: " ")
      let label: Message =
        field.sample.isEmpty
        ? "\(field.label) (\(field.help))" : "\(field.label) (\(field.sample); \(field.help))"
      let prompt: Message = present.isEmpty ? "\(label): " : "\(label) [\(present)]: "
      guard let answer = try await console.ask(prompt) else { return false }
      guard !answer.isEmpty else {
        guard field.isRequired, present.isEmpty else { return true }
        console.report("\(field.label) is missing")
        continue
      }
      if let problem = set(field, answer, &values) {
        console.report(problem)
      } else {
        return true
      }
    }
  }

  private func say(_ field: FormField) -> Bool {
    let content = field.absence.map { "\($0); \(field.help)" as Message } ?? field.help
    console.report("\(field.label): \(content)")
    return true
  }

  /// Takes an answer, or returns what is wrong with it.
  private func set(_ field: FormField, _ answer: String, _ values: inout FormValues) -> Message? {
    var new = values
    if field.kind == .photos {
      switch rules.photos(answer) {
      case .failure(let fault): return fault.text
      case .success(let paths): new[field.name] = paths
      }
    } else {
      new.set(field.name, answer)
      new = rules.following(new, field.name)
    }
    if let problem = field.broken(by: new) ?? rules.problems(new)[field.name] { return problem }
    values = new
    return nil
  }

  private func show(_ preview: FormPreview) throws {
    let width = viewport.columns ?? 80
    let lines =
      preview.listing.lines(viewport: viewport, width: width)
      + (preview.notes + preview.warnings).map { viewport.text($0) }
    try context.environment.terminal.write(
      lines.map { $0.plain + "\n" }.joined(), to: .output)
  }
}
