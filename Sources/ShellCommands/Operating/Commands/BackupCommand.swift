import Base
import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum BackupCommand: Command {
  static let file = Argument<FilePath>("file", help: "the file to write, such as market.tar")
    .role(.output)

  static let spec = CommandSpec(
    "backup", aliases: ["백업"], group: .market, summary: "Write your market into one file",
    discussion: """
      The market may be served in the meantime: the file has one moment of it, listings, accounts \
      and pictures. It is read again before the command ends. restore makes a market of it.
      """,
    effect: .writesFiles, fields: keys, grammar: [file, AccountAddCommand.data],
    examples: ["backup market.tar", "backup market.tar --data ./class-market"])

  private static let keys = ["file", "listings", "pictures", "missing", "bytes"]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    guard input[file].text != "-" else {
      throw SellerError.file(path: "-", reason: NewFile.notStandardOutput)
    }
    let path = try context.files.path(of: input[file])
    let backup = try await context.activity.show("writing the backup") {
      try await context.environment.host.backUp(to: path, in: folder)
    }
    return answer(path, backup)
  }

  static func answer(_ path: String, _ backup: HostedBackup) -> Output {
    .record(
      Record([
        .init("file", label: "file", .text(path)),
        .init("listings", label: "listings", .integer(backup.listings)),
        .init("pictures", label: "pictures", .integer(backup.pictures)),
        .init("missing", label: "missing pictures", .integer(backup.missing)),
        .init("bytes", label: "size", .bytes(backup.bytes)),
      ]))
  }
}
