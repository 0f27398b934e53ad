import CommandLanguage
import FullScreen
import Messages
import SellerSession

/// An option of a command as a field of its form.
struct FormOption: Sendable {
  let field: FormField
  /// What the field has at first.
  let texts: @Sendable (Input) -> [String]
  /// The input with the contents of the field.
  let set: @Sendable (Input, [String], ReadingContext) throws(ValueProblem) -> Input

  /// An option with one value.
  ///
  /// - Parameters:
  ///   - help: what belongs into the field; nil for the help of the option.
  ///   - absence: what it means that the field is empty.
  ///   - whenEmpty: the value of an empty field; nil leaves the option out.
  ///   - text: the text of a value.
  init<Value>(
    _ option: Option<Value>, _ label: Message, kind: FormField.Kind = .line,
    help: Message? = nil, absence: Message? = nil, limit: ClosedRange<Int>? = nil,
    isRequired: Bool = false, whenEmpty: String? = nil,
    text: @escaping @Sendable (Value) -> String?
  ) {
    field = FormField(
      option.facts.name, label: label, kind: kind, help: help ?? option.facts.help,
      absence: absence, limit: limit, isRequired: isRequired)
    texts = { input in
      guard input.mentions(option), let value = input.value(of: option) else { return [] }
      return text(value).map { [$0] } ?? []
    }
    set = { (input, texts, context) throws(ValueProblem) -> Input in
      guard let text = texts.first ?? whenEmpty else { return input.omitting([option]) }
      return input.setting(option, to: try option.read(text: text, in: context))
    }
  }

  /// An option that may be missing.
  init<Value: ParameterValue>(
    optional option: Option<Value?>, _ label: Message, kind: FormField.Kind = .line,
    help: Message? = nil, limit: ClosedRange<Int>? = nil, isRequired: Bool = false,
    whenEmpty: String? = nil
  ) {
    self.init(
      option, label, kind: kind, help: help, limit: limit, isRequired: isRequired,
      whenEmpty: whenEmpty
    ) { $0?.description }
  }

  /// Something that is only shown.
  init(_ label: Message, _ content: Message, help: Message, pictures: [String]) {
    field = FormField(
      "shown", label: label, kind: .shown(pictures: pictures), help: help, absence: content)
    texts = { _ in [] }
    set = { (input, _, _) throws(ValueProblem) -> Input in input }
  }

  /// The photos of a listing.
  init(
    photos option: Option<[PhotoPath]>, _ label: Message, limit: ClosedRange<Int>,
    isRequired: Bool = true, files: PhotoFiles
  ) {
    field = FormField(
      option.facts.name, label: label, kind: .photos, help: option.facts.help, limit: limit,
      isRequired: isRequired)
    texts = { input in
      guard input.mentions(option) else { return [] }
      return (input.value(of: option) ?? []).flatMap {
        (try? files.paths(of: $0.path)) ?? [$0.path.text]
      }
    }
    set = { (input, texts, _) throws(ValueProblem) -> Input in
      guard !texts.isEmpty else { return input.omitting([option]) }
      return input.setting(option, to: texts.map { PhotoPath(FilePath($0)) })
    }
  }
}
