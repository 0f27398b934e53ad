import Base
package import CommandLanguage
import Foundation
package import MarketRender
package import Messages
package import SellerSession
import Synchronization
import TerminalKit

/// A file that gets the output of a command: `--out` of any command, and `export`.
package struct OutputFile {
  let context: CommandContext
  /// The absolute path.
  let path: String
  /// The path as the seller typed it.
  let name: String
  private let format: OutputFormat
  private var style = SheetStyle()

  /// - Parameter file: the path as it was typed; its ending decides the format, unless an option
  ///   did.
  package init(_ file: FilePath, in context: CommandContext) throws(SellerError) {
    try self.init(file, takesSpreadsheets: false, in: context)
  }

  private init(
    _ file: FilePath, takesSpreadsheets: Bool, in context: CommandContext
  ) throws(SellerError) {
    self.context = context
    name = file.text
    path = try context.files.path(of: file)
    if let format = context.options.format {
      self.format = format
    } else {
      format = try Self.format(of: file.text, takesSpreadsheets: takesSpreadsheets)
    }
  }

  /// The file of `export`, which writes spreadsheets as well.
  ///
  /// - Parameter style: how tables are written.
  package init(_ file: FilePath, _ style: SheetStyle, in context: CommandContext)
    throws(SellerError)
  {
    try self.init(file, takesSpreadsheets: true, in: context)
    self.style = style
  }

  private static func format(
    of name: String, takesSpreadsheets: Bool
  ) throws(SellerError) -> OutputFormat {
    switch URL(filePath: name).pathExtension.lowercased() {
    case "csv": .csv
    case "tsv": .tsv
    case "json": .json
    case "jsonl": .jsonl
    case "txt": .table
    case "xlsx":
      throw .fileName(path: name, reason: "`\(command: "export")` writes .xlsx, for listings")
    default:
      throw .fileName(
        path: name,
        reason: takesSpreadsheets
          ? "its name must end in .xlsx, .csv, .tsv, .json, .jsonl or .txt"
          : "its name must end in .csv, .tsv, .json, .jsonl or .txt")
    }
  }

  /// Asks before an existing file is replaced.
  ///
  /// - Parameter isAnswered: whether the answer is yes.
  /// - Throws: `.fileExists` where no question can be asked.
  package func checkReplacing(isAnswered: Bool = false) async throws {
    try await Self.checkReplacing(path, named: name, isAnswered: isAnswered, in: context)
  }

  static func checkReplacing(
    _ path: String, named name: String, isAnswered: Bool, in context: CommandContext
  ) async throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    if isFolder.boolValue { throw SellerError.file(path: name, reason: "it is a folder") }
    if isAnswered { return }
    guard context.console.canAsk else { throw SellerError.fileExists(path: name) }
    guard try await context.console.agrees("Replace \(name)?") else { throw SellerError.declined }
  }

  /// Writes the output and returns what to say about it. The file gets its name when it is complete.
  package func write(_ output: Output) async throws -> Message {
    if case .events = output {
      throw SellerError.file(path: name, reason: "this answer has no end; use a pipe")
    }
    let presenter = Presenter(
      format: format, fields: context.options.fields, viewport: Self.viewport(in: context),
      file: style)
    let (counted, count) = Self.counting(output)
    do {
      let file = try NewFile.Writer(path)
      try await presenter.present(counted) { piece in
        try file.append(Array(piece.output.encoded(by: .plain).utf8))
      }
      try file.finish(replacing: true)
    } catch let error as NewFile.WriteError {
      throw SellerError.file(path: name, reason: error.reason)
    }
    guard let count = count() else { return "Wrote \(name)." }
    if case .listings(let page) = output, let total = page.total, total > count, count > 0 {
      return "Wrote \(count) of \(total) listings to \(name); \(command: "--all") writes all."
    }
    return Self.report(count, in: name)
  }

  /// Writes the output to stdout, as a file would have it.
  static func write(
    _ output: Output, format: OutputFormat, _ style: SheetStyle, in context: CommandContext
  ) async throws {
    let presenter = Presenter(
      format: format, fields: context.options.fields, viewport: viewport(in: context), file: style)
    try await presenter.present(output) { piece in
      try piece.write(to: context.environment.terminal, output: .plain, error: .plain)
    }
  }

  /// What is said after listings were written.
  static func report(_ count: Int, in name: String) -> Message {
    Message(
      count: count, one: "Wrote 1 listing to \(name).", other: "Wrote \(count) listings to \(name)."
    )
  }

  private static func viewport(in context: CommandContext) -> Viewport {
    var viewport = context.presenter().viewport
    (viewport.isTerminal, viewport.window, viewport.rows) = (false, nil, nil)
    viewport.hyperlinks = false
    return viewport
  }

  /// The output, and the number of its listings once it is written; nil if it has none.
  private static func counting(_ output: Output) -> (Output, @Sendable () -> Int?) {
    switch output {
    case .listings(let page): return (output, { page.rows.count })
    case .listingStream(let stream):
      let counted = Counter()
      let copy = ListingStream(stream.page) { take in
        try await stream.read { rows in
          counted.add(rows.count)
          try await take(rows)
        }
      }
      return (.listingStream(copy), { counted.value })
    default: return (output, { nil })
    }
  }
}

/// The number of rows that were written.
private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}
