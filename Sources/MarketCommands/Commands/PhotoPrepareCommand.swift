import Base
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import Photos
import SellerSession
import TerminalKit

enum PhotoPrepareCommand: Command {
  static let files = Argument<[PhotoPath]>("file", help: "photos of any format", isRequired: true)
  static let out = Option<FilePath?>(
    "out", short: "o", help: "the folder to write into; prepared unless you name one"
  ).role(.output).offering(.directory)
  static let yes = Flag("yes", short: "y", help: "overwrite existing files")

  static let spec = CommandSpec(
    "photo prepare", aliases: ["사진 준비"], group: .sell, summary: "Prepare photos for sending",
    discussion: """
      Writes what add would send: upright, at most 1,600 pixels long and 300,000 bytes, without \
      location data. The originals are not changed. Each copy has the name of its photo; if two \
      photos have the same name, the later one gets a number. A copy that already exists with the \
      same content is skipped. --json and TSV have the sizes before and after as numbers: \
      width_before, bytes_after and so on; quality is that of a re-encoded JPEG.
      """,
    effect: .writesFiles, fields: columns.map(\.key),
    grammar: [files, out, ListingOptions.background, yes],
    examples: ["photo prepare *.jpg", "photo prepare a.jpg b.jpg --out ready"])

  private static let sizes: [PlainTable.Column] = [
    "format_before", "width_before", "height_before", "bytes_before", "format_after",
    "width_after", "height_after", "bytes_after", "quality",
  ].map { .init($0, title: "\($0)", audience: .programs) }

  private static let columns: [PlainTable.Column] = {
    var columns: [PlainTable.Column] = [
      .init("file", title: "file", shortening: .front),
      .init("before", title: "before", dropOrder: 1, shortening: .never, audience: .people),
      .init("after", title: "after", dropOrder: 2, shortening: .never, audience: .people),
    ]
    columns += sizes
    // All rows have the same folder, so people see it once, below the table.
    columns += [
      .init("done", title: "done", wraps: true),
      .init("output", title: "output", audience: .programs),
    ]
    return columns
  }()

  /// A photo and the name of its copy, without an extension.
  private struct Job: Sendable {
    let request: PhotoPreparer.Request
    let stem: String
    /// Whether the copy got another name because of a conflict with another photo.
    let isRenamed: Bool
  }

  /// The destination of the copies.
  private struct Target: Sendable {
    let folder: String
    let name: String
    let replacing: Bool
    /// The source files, which must not be overwritten.
    let originals: Set<FileIdentity>

    /// Returns a footer such as `8 written to prepared/`. Some copies may have existed before.
    func footer(copies: Int, written: Int, isWhole: Bool) -> Message {
      let folder: Message = name == "." ? "this folder" : "\(name)/"
      if written == 0 {
        return isWhole
          ? "all copies already exist in \(folder)" : "\(copies) already there in \(folder)"
      }
      let others = copies - written
      return others == 0
        ? "\(written) written to \(folder)"
        : "\(written) written to \(folder), \(others) already there"
    }
  }

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let jobs = jobs(
      try input[files].flatMap { try context.files.paths(of: $0.path) }, input, context)
    let folder = try input[out].map(context.files.path) ?? context.environment.absolute("prepared")
    let target = Target(
      folder: folder, name: name(of: input[out]), replacing: input[yes],
      originals: Set(jobs.compactMap { FileIdentity($0.request.file) }))
    let made = try NewFile.makeFolder(folder, named: target.name)
    // Photos that are refused leave no empty folder.
    defer { made.removeEmpty() }
    let subject = Message(
      count: jobs.count, one: "preparing 1 photo", other: "preparing \(jobs.count) photos")
    return try await context.activity.show(subject, total: jobs.count) {
      try await prepare(jobs, into: target, in: context)
    }
  }

  /// Returns the folder as it was typed, without trailing slashes.
  private static func name(of folder: FilePath?) -> String {
    let text = folder?.text ?? "prepared"
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }

  private static func prepare(
    _ jobs: [Job], into target: Target, in context: CommandContext
  ) async throws -> Output {
    var written = 0
    return try await context.work(
      on: jobs, .prepared,
      // Twice as many as there are processors, so that a slow photo does not block the others.
      atOnce: 2 * ProcessInfo.processInfo.activeProcessorCount,
      begin: { try await context.files.prepare($0.request).get() },
      finish: { photo, job in
        let copy = try keep(photo, of: job, target)
        written += copy.isNew ? 1 : 0
        return copy.row
      },
      fault: { error, _ in fault(error) },
      table: { rows in
        PlainTable(
          columns: columns, rows: rows,
          footer: target.footer(
            copies: rows.count, written: written, isWhole: rows.count == jobs.count))
      })
  }

  /// Saves the copy and returns its row.
  private static func keep(
    _ photo: PreparedPhoto, of job: Job, _ target: Target
  ) throws -> (row: [Cell], isNew: Bool) {
    let name = "\(job.stem).\(photo.format.fileExtension)"
    let path = "\(target.folder)/\(name)"
    let shown = target.name == "." ? name : "\(target.name)/\(name)"
    let isOriginal = FileIdentity(path).map(target.originals.contains) ?? false
    var done: [Message] = photo.isUntouched ? ["already fits"] : photo.done
    done += photo.warnings.map(\.message)
    if job.isRenamed { done.append("named \(name)") }
    var isNew = false
    if isOriginal, photo.isUntouched {
      done.append("already there")
    } else if isOriginal {
      throw SellerError.file(
        path: job.request.path,
        reason:
          "it would overwrite \(shown), an original: choose another folder with `\(command: "--out")`"
      )
    } else {
      let outcome = try NewFile.write(
        photo.bytes, to: path, named: shown, replacing: target.replacing)
      isNew = outcome == .written
      if !isNew { done.append("already there") }
    }
    let row: [Cell] =
      [.text(job.request.path), .message(photo.before), .message(photo.after)] + numbers(photo)
      + [.message(.list(done)), .text(shown)]
    return (row, isNew)
  }

  /// Returns the upright sizes before and after, and the quality of a newly encoded JPEG, for
  /// programs.
  private static func numbers(_ photo: PreparedPhoto) -> [Cell] {
    let source = photo.source
    return [
      .text(source.format.rawValue), .integer(source.uprightWidth), .integer(source.uprightHeight),
      .integer(photo.sourceBytes), .text(photo.format.rawValue), .integer(photo.width),
      .integer(photo.height), .integer(photo.bytes.count), .integer(photo.quality),
    ]
  }

  private static func fault(_ error: any Error) -> PartialWork.Fault {
    let isKnown = error is PhotoFault || error is SellerError
    return PartialWork.Fault(
      text: isKnown ? ErrorReport(error, at: nil).message : "\("\(error)" as String)")
  }

  /// Returns one job per file. The names of the copies depend only on the names of the files.
  private static func jobs(_ paths: [String], _ input: Input, _ context: CommandContext) -> [Job] {
    var seen: Set<String> = []
    var taken: Set<String> = []
    return paths.compactMap { path in
      let request = PhotoPreparer.Request(
        file: context.environment.absolute(path), path: path, isSentAsItIs: false,
        background: input[ListingOptions.background])
      guard seen.insert(URL(filePath: request.file).standardizedFileURL.path).inserted else {
        return nil
      }
      let stem = URL(filePath: path).deletingPathExtension().lastPathComponent
      var name = stem
      var number = 1
      // Some file systems are case-insensitive.
      while !taken.insert(Folding.normalized(name).lowercased()).inserted {
        number += 1
        name = "\(stem)-\(number)"
      }
      return Job(request: request, stem: name, isRenamed: number > 1)
    }
  }
}

/// The identity of a file, whatever path leads to it.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Returns nil if the file does not exist.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (device, number) = (UInt64(facts.st_dev), UInt64(facts.st_ino))
  }
}
