import CommandLanguage
import MarketRender
import Messages
import SellerSession
import TableImport

enum LayoutsCommand: Command {
  static let spec = CommandSpec(
    "layouts", aliases: ["표양식"], group: .sell,
    summary: "Show how import reads files of other programs",
    discussion: """
      import FILE --layout NAME saves its options under a name, as a small file in the folder of \
      settings; the next file with the same columns is read in the same way by itself. Layouts of \
      other programs, such as shopify, are recognized by their columns.
      """,
    fields: ["layout", "title", "command"], examples: ["layouts"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let saved = SavedLayouts(context.environment).all
    let own = saved.map { layout in
      [
        Cell.text(layout.name), .text(layout.header.prefix(4).joined(separator: ", ")),
        .text((["import FILE"] + layout.options).joined(separator: " ")),
      ]
    }
    let known = KnownLayouts.all.map { layout in
      [
        Cell.text(layout.name),
        .text(layout.marks.prefix(4).map { $0[0] }.joined(separator: ", ")),
        .text("import FILE --layout \(layout.name)"),
      ]
    }
    return .table(
      PlainTable(
        columns: [
          .init("layout", title: "layout"), .init("title", title: "columns"),
          .init("command", title: "command"),
        ],
        rows: own + known,
        footer: saved.first.map { layout in
          "\(command: context.typedCommand.line("layouts remove \(layout.name)")) deletes one of yours."
        },
        emptyState: EmptyState(reason: "No layouts.", try: "help files")))
  }
}
