import MarketWire
import Messages
import TerminalKit

@testable import MarketRender

/// Sample outputs that are not listings.
enum OutputSamples {
  static let all: [(name: String, output: Output)] = [
    ("nothing", nothing), ("summary", summary), ("changes", changes), ("record", record),
    ("table", table), ("message", reply),
  ]

  static let reply = Output.reply(
    Reply("Added 12, Oak mug.", try: ["show 12", "undo"], facts: ["id": .integer(12)]))

  static let nothing = Output.nothing(
    EmptyState(
      reason: "Nothing matches \"mug\" among your 40 listings.", lead: "Look everywhere",
      try: "search mug"))

  static let summary = Output.summary(
    BatchSummary(
      title: "autumn.market",
      counts: [
        .init(38, key: "done", "38 done", outcome: .success),
        .init(0, key: "unchanged", "0 unchanged"),
        .init(2, key: "failed", "2 failed", outcome: .failure),
        .init(11, key: "not_run", "11 not run"),
      ],
      problems: [
        "14: no listing has the code @MGU — did you mean @MUG, in line 14?",
        "27: 백자 접시.jpg is not a photo",
      ],
      try: ["resume autumn"]))

  static let record = Output.record(
    Record([
      .init("market", label: "market", .text("home")),
      .init("vendor_id", label: "vendor id", .integer(7)),
      .init(
        "identifier", label: "identifier", .text("00000000-0000-1000-8000-000000000000")),
      .init("shop", label: "shop", .text(nil)),
    ]))

  static let table = Output.table(
    PlainTable(
      heading: "markets",
      columns: [
        .init("name", title: "name"), .init("url", title: "address", dropOrder: 1),
        .init("listings", title: "listings", alignment: .trailing),
        .init("default", title: "default"),
      ],
      rows: [
        [.text("home"), .text("http://market.local"), .integer(12), .flag(true)],
        [
          .text("학교 장터\n\u{1B}[2J"), .text("https://openmarket.example.org/with/a/long/path"),
          .integer(nil), .flag(false),
        ],
      ]))

  static let change = ListingChange(
    .changed, ListingRow(RenderSamples.product(236, "Oak mug", "11000"), code: "MUG-01"),
    differences: [
      .init("price", from: "₩12,000", to: "₩11,000"), .init("stock", from: nil, to: "5"),
      .init("description"),
    ],
    undoCommand: "edit 236 --price 12000")

  static let changes = Output.changes([
    change,
    ListingChange(
      .added, ListingRow(RenderSamples.product(237, "Ash\u{1B} bowl", "9000")),
      notes: ["bowl.heic: turned upright, 4.1 MB → 287 KB"]),
  ])
}
