import Base
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import Photos
import SellerSession
import TerminalKit

enum PhotoSaveCommand: Command {
  static let listings = ListingTargets.withFilters
  static let out = Option<FilePath?>(
    "out", short: "o", help: "the folder to write into; by default the current one"
  ).role(.output).offering(.directory)

  static let spec = CommandSpec(
    "photo save", aliases: ["사진 저장"], group: .sell, summary: "Save the photos of listings as files",
    discussion: """
      Photos are saved as the market has them, named by id, name and number, such as \
      12-oak-mug-1.jpg. An existing file with other content is not overwritten.
      """,
    effect: .writesFiles, fields: columns.map(\.key),
    grammar: [listings, out] + FilterOptions.looking,
    rules: [
      .atLeastOne(
        [listings] + FilterOptions.looking,
        description: "a listing such as 12 or @MUG-01, or a filter such as --mine")
    ] + FilterOptions.lookingRules,
    examples: ["photo save @MUG-01", "photo save 12..20 --out pictures", "photo save --mine"])

  private static let columns: [PlainTable.Column] = [
    .init("id", title: "id", alignment: .trailing),
    .init("picture", title: "photo", alignment: .trailing),
    .init("file", title: "file", shortening: .front),
    .init("bytes", title: "size", alignment: .trailing, dropOrder: 2),
    .init("done", title: "done", dropOrder: 1),
  ]

  /// The maximum number of concurrent downloads.
  private static let width = 6

  /// A picture of a listing.
  private struct Job: Sendable {
    let product: Product
    /// The number of the picture, from 1.
    let number: Int
    let url: String
  }

  /// The destination folder: its path and its display name.
  private typealias Folder = (path: String, name: String)

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let products = try await products(input, in: context)
    let jobs = products.flatMap { product in
      (product.pictures ?? []).enumerated().map { index, picture in
        Job(product: product, number: index + 1, url: picture.url)
      }
    }
    guard !jobs.isEmpty else {
      let isOne = products.count == 1
      return .nothing(
        reason: isOne
          ? "\(products[0].id) \(products[0].name) has no photos."
          : "None of these \(products.count) listings has a photo.")
    }
    let folder: Folder = (
      try input[out].map(context.files.path) ?? context.environment.absolute("."),
      input[out]?.text ?? "."
    )
    let made = try NewFile.makeFolder(folder.path, named: folder.name)
    defer { made.removeEmpty() }
    let subject = Message(
      count: jobs.count, one: "saving 1 photo", other: "saving \(jobs.count) photos")
    return try await context.activity.show(subject, total: jobs.count) {
      try await save(jobs, into: folder, again: spec.line(of: input), in: context)
    }
  }

  private static func products(_ input: Input, in context: CommandContext) async throws -> [Product]
  {
    let targets = try await context.listings.read(input[listings])
    let filter = try await FilterOptions.filter(input, in: context.listings)
    guard targets.isEmpty else { return try await ShowCommand.named(targets, filter, in: context) }
    guard !filter.isAll else { throw SellerError.noTarget }
    let resolved = try await context.listings.resolved(filter)
    let rows = try await context.activity.show("listings", isCounted: true) {
      var rows: [Product] = []
      for try await reading in try await context.market.client().pages(
        resolved.request(perPage: 1000))
      {
        rows += try context.market.value(of: reading).products.filter(resolved.fits)
        context.activity.update(done: rows.count)
      }
      return rows
    }
    guard !rows.isEmpty else {
      throw context.listings.noneFits(filter, among: filter.isMine ? .own(nil) : .market(nil))
    }
    return try await context.listings.details(of: rows)
  }

  private static func save(
    _ jobs: [Job], into folder: Folder, again: String, in context: CommandContext
  ) async throws -> Output {
    let client = try await context.market.client()
    return try await context.work(
      on: jobs, .saved, atOnce: width, again: again,
      begin: { try await client.image(at: $0.url) },
      finish: { bytes, job in try keep(bytes, of: job, in: folder) },
      fault: { error, job in fault(error, job, in: context) }, endsAll: concernsAll,
      table: { PlainTable(columns: columns, rows: $0) })
  }

  /// Saves a picture and returns its row.
  private static func keep(_ bytes: [UInt8], of job: Job, in folder: Folder) throws -> [Cell] {
    let name = PictureName.file(of: job.product, number: job.number, try PhotoHeader.read(bytes))
    let shown = folder.name == "." ? name : "\(folder.name)/\(name)"
    let outcome: NewFile.Outcome
    do throws(NewFile.WriteError) {
      outcome = try NewFile.write(bytes, to: "\(folder.path)/\(name)", replacing: false)
    } catch .nameTaken {
      throw SellerError.file(
        path: shown, reason: "the file exists; choose another folder with `\(command: "--out")`")
    } catch .failed(let code) {
      throw SellerError.file(
        path: shown, reason: "it cannot be written: \(String(cString: strerror(code)))")
    }
    return [
      .integer(job.product.id), .integer(job.number), .text(shown),
      Cell(.integer(bytes.count), display: .byteCount(bytes.count)),
      .message(outcome == .written ? "saved" : "already there"),
    ]
  }

  private static func fault(
    _ error: any Error, _ job: Job, in context: CommandContext
  ) -> PartialWork.Fault {
    let subject: Message = "\(job.product.id) \(job.product.name), photo \(job.number)"
    switch error {
    case PhotoError.notAPhoto(let content):
      return .init(text: "\(subject): the market sent \(content.message) instead of a photo")
    case let error as PhotoError: return .init(text: "\(subject): \(error.message)")
    case let error as ClientError where error.code == .notFound:
      return .init(text: "\(subject): the market no longer has it", exitCode: .notFound)
    default:
      let report = ErrorReport(error, at: try? context.market.profile())
      return .init(text: "\(subject): \(report.message)", exitCode: report.exitCode)
    }
  }

  /// Returns whether the next picture would fail the same way.
  private static func concernsAll(_ error: any Error) -> Bool {
    guard let error = error as? ClientError else { return false }
    return error.isUnreachable
      || [.connectionLost, .timedOut, .tooManyRequests].contains(error.code)
  }
}
