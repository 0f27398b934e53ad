import CommandLanguage
import Foundation
package import MarketWire
package import Messages

/// Listings as blocks of text for an editor: a line with the id, header lines, an empty line, and the
/// description.
///
/// 1. What a block leaves out stays as it is, also a description, which no market takes empty; so does
///    a listing whose block is deleted.
/// 2. Lines that begin with `#` are comments in front of a description, and text within it.
package struct ListingBlocks: Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case name, price, discount, stock, code
  }

  /// A listing as it is offered.
  package struct Block: Sendable {
    package let id: Int
    package let values: [Field: String]
    package let description: String
  }

  package let blocks: [Block]
  /// The signs around an id. They are longer if a description has such a line.
  let bar: String

  /// - Parameter listings: the listings in full, with their codes.
  package init(_ listings: [(product: Product, code: String?)]) {
    blocks = listings.map { product, code in
      let price = product.price.map { WrittenAmount($0.amount, $0.currency).description }
      let discount = product.discount.map { WrittenAmount($0.amount).description }
      return Block(
        id: product.id,
        values: [
          .name: Self.lines(of: product.name).joined(separator: " "), .price: price ?? "",
          .discount: discount ?? "", .stock: product.stock.map(String.init) ?? "",
          .code: code ?? "",
        ],
        description: Self.trimmed(Self.lines(of: product.description ?? "")[...]))
    }
    let lines = blocks.flatMap { Self.lines(of: $0.description) }
    var bar = "=="
    while lines.contains(where: { Self.id(in: $0, bar: bar) != nil }) { bar += "=" }
    self.bar = bar
  }

  /// The text to edit.
  ///
  /// - Parameters:
  ///   - introduction: lines above the blocks, which become comments.
  ///   - name: writes the name of a field in the language of the seller.
  package func text(introduction: [String], naming name: (String) -> String) -> String {
    let texts = blocks.map { block in
      let headers = Field.allCases.map { field in
        let value = block.values[field] ?? ""
        let label = "\(name(field.rawValue)):"
        return value.isEmpty ? label : "\(label) \(value)"
      }
      return (["\(bar) \(block.id) \(bar)"] + headers + ["", block.description])
        .joined(separator: "\n") + "\n"
    }
    return (introduction.map { "# \($0)\n" }.joined() + "\n" + texts.joined(separator: "\n"))
  }

  static func lines(of text: String) -> [String] {
    text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }

  /// Lines without the empty ones around them.
  static func trimmed(_ lines: ArraySlice<String>) -> String {
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let rest = lines.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1
    return Folding.normalized(rest[..<(end + 1)].joined(separator: "\n"))
  }

  /// The id of a line such as `== 12 ==`.
  static func id(in line: String, bar: String) -> Int? {
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == bar, words[2] == bar else { return nil }
    return Int(words[1])
  }
}

/// Blocks as they came back from the editor.
package struct EditedBlocks: Sendable {
  /// A value, or a wrong line, with the index of its line.
  package struct Line<Value: Sendable>: Sendable {
    package let value: Value
    package let index: Int
  }

  /// What a block has; only values that differ from what was offered.
  package struct Block: Sendable {
    package let id: Int
    /// The index of the line with its id.
    package let index: Int
    package fileprivate(set) var values: [ListingBlocks.Field: Line<String>] = [:]
    package fileprivate(set) var description: Line<String>?
  }

  private static let mark = "# error: "

  package private(set) var blocks: [Block] = []
  package private(set) var faults: [Line<Message>] = []
  private let lines: [String]

  /// - Parameter errors: the lines that were added to the text when it was offered again.
  package init(_ text: String, of offered: ListingBlocks, without errors: Set<String> = []) {
    lines = ListingBlocks.lines(of: text).filter { !errors.contains($0) }
    var index = 0
    while index < lines.count, ListingBlocks.id(in: lines[index], bar: offered.bar) == nil {
      if !Self.isComment(lines[index]) {
        faults.append(
          Line(value: "a block begins with a line such as == 12 ==", index: index))
      }
      index += 1
    }
    while index < lines.count {
      let start = index
      index += 1
      while index < lines.count, ListingBlocks.id(in: lines[index], bar: offered.bar) == nil {
        index += 1
      }
      read(start..<index, of: offered)
    }
  }

  /// The text with an error above each wrong line, and the lines that were added.
  ///
  /// - Parameter faults: errors with the indices of their lines.
  package func text(
    showing faults: [(index: Int, text: String)]
  ) -> (text: String, added: Set<String>) {
    var result: [String] = []
    var added: Set<String> = []
    for (index, line) in lines.enumerated() {
      for fault in faults where fault.index == index {
        let error = Self.mark + fault.text
        added.insert(error)
        result.append(error)
      }
      result.append(line)
    }
    return (result.joined(separator: "\n"), added)
  }

  private mutating func read(_ range: Range<Int>, of offered: ListingBlocks) {
    let start = range.lowerBound
    guard let id = ListingBlocks.id(in: lines[start], bar: offered.bar),
      let known = offered.blocks.first(where: { $0.id == id })
    else {
      faults.append(Line(value: "this listing was not opened", index: start))
      return
    }
    guard !blocks.contains(where: { $0.id == id }) else {
      faults.append(Line(value: "listing \(id) has two blocks", index: start))
      return
    }
    var block = Block(id: id, index: start)
    var index = start + 1
    var seen: Set<ListingBlocks.Field> = []
    while index < range.upperBound, !lines[index].allSatisfy(\.isWhitespace) {
      if !lines[index].hasPrefix("#") { read(index, &block, known, &seen) }
      index += 1
    }
    if index < range.upperBound {
      let description = ListingBlocks.trimmed(lines[index..<range.upperBound])
      if !description.isEmpty, description != known.description {
        let first = lines[index..<range.upperBound].firstIndex { !$0.isEmpty } ?? start
        block.description = Line(value: description, index: first)
      }
    }
    blocks.append(block)
  }

  /// Reads a header line.
  private mutating func read(
    _ index: Int, _ block: inout Block, _ known: ListingBlocks.Block,
    _ seen: inout Set<ListingBlocks.Field>
  ) {
    let names = ListingBlocks.Field.allCases.map(\.rawValue)
    let parts = lines[index].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].trimmingCharacters(in: .whitespaces)
    guard parts.count == 2 else {
      faults.append(
        Line(value: "the description begins after an empty line", index: index))
      return
    }
    let english = KoreanNames.english(name.lowercased(), among: names)
    guard let field = ListingBlocks.Field(rawValue: english) else {
      faults.append(
        Line(
          value: ("\(quoted: name) is not one of \(Message.list(names.map { "\(command: $0)" }))"
            as Message).suggesting(NearMiss.nearest(to: name, among: names)), index: index))
      return
    }
    guard seen.insert(field).inserted else {
      faults.append(Line(value: "\(formatted: name) is there twice", index: index))
      return
    }
    let value = Folding.normalized(parts[1].trimmingCharacters(in: .whitespaces))
    let old = (known.values[field] ?? "").trimmingCharacters(in: .whitespaces)
    if value != Folding.normalized(old) {
      block.values[field] = Line(value: value, index: index)
    }
  }

  private static func isComment(_ line: String) -> Bool {
    line.hasPrefix("#") || line.allSatisfy(\.isWhitespace)
  }
}
