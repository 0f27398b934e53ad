public import Messages

/// A list of at least one item in one word: `id,name,price`.
public struct CommaSeparated<Item: ParameterValue>: ParameterValue {
  public let items: [Item]

  public init(_ items: [Item]) { self.items = items }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    var items: [Item] = []
    for part in word.text.split(separator: ",") {
      let text = part.drop { $0 == " " }
      if !text.isEmpty { items.append(try Item.read(word.part(String(text)), in: context)) }
    }
    if items.isEmpty { throw .empty }
    return CommaSeparated(items)
  }

  public static var valueName: Message { "\(Item.valueName),…" }
  public static var sample: String { Item.sample }
  public static var isList: Bool { true }
  public static var completion: CompletionKind { Item.completion }
  public var description: String { items.map(\.description).joined(separator: ",") }
}
