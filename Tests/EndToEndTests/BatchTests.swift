/// The same batch file at home and at a served market.
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BatchTests {
  @Test func `fifty adds with pictures answer the same at home and at a served market`()
    async throws
  {
    try await Workplace.lend { place in
      try place.write(Self.batch, to: "autumn.market")
      let atHome = try await place.market(["run", "autumn.market"]).withoutProgress
      #expect(atHome.exitCode == 0, "\(atHome.error)")
      #expect(atHome.error.hasSuffix("autumn.market: 52 done\n"))

      let folder = "\(place.root)/served"
      let account = try await place.account("oak", in: folder)
      try await ServedMarket.run(at: place, folder: folder) { market in
        let login = try await place.market(
          ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")
        let served = try await place.market(["run", "autumn.market"]).withoutProgress
        #expect(served.exitCode == 0, "\(served.error)")
        #expect(Self.general(served.output) == Self.general(atHome.output))
        let talk = atHome.error.split(separator: "\n").filter { !$0.hasPrefix("Opened the shop") }
        #expect(
          Self.general(served.error) == Self.general(talk.joined(separator: "\n") + "\n"))
        let lists = try await ["home", market.host].asyncMap {
          try await place.market(
            ["list", "--mine", "--per-page", "100", "--json", "--market", $0])
        }
        #expect(Self.general(lists[0].output) == Self.general(lists[1].output))
        #expect(
          lists[0].output.split(separator: "\n").count { $0.contains("\"code\": \"M-") } == 50)
      }
    }
  }

  @Test func `Ctrl-C in a batch finishes the add under way, and tells how far it came`()
    async throws
  {
    try await Workplace.lend { place in
      let adds = (1...400).map {
        "add --name \"Mug no. \($0)\" --price 1,000원 --description \"Turned from one piece.\""
          + " --stock 1 --image front.jpg --code M-\($0)"
      }
      try place.write(adds.joined(separator: "\n"), to: "many.market")
      // Opens the shop without a question.
      let first = try await place.market(["-c", adds[0].replacing("M-1", with: "M-0")])
      #expect(first.exitCode == 0, "\(first)")
      try await PseudoTerminal.run(place.launch([])) { terminal in
        _ = try await terminal.see("market> ")
        terminal.enter("run many.market")
        _ = try await terminal.see("Mug no. 12")
        terminal.type(PseudoTerminal.controlC)
        let shown = try await terminal.see("market> ")
        #expect(shown.contains(#/\d+ done, (1 stopped, )?\d+ not begun/#), "\(shown)")
        #expect(!shown.contains("not known"), "\(shown)")
        terminal.enter("quit")
        _ = try await terminal.exit()
      }
      // Each listing that is there has its code, so the same file cannot add it again.
      let list = try await place.market(
        ["list", "--mine", "--all", "--format", "tsv", "--fields", "code"])
      let codes = list.output.split(separator: "\n")
      #expect(codes.count >= 12 && codes.count < 400 && codes.allSatisfy { $0.hasPrefix("M-") })
    }
  }

  /// 50 listings in two languages and currencies, with one photo and with two.
  private static let batch: String = {
    let adds = (1...50).map { number in
      let isKorean = number % 2 == 0
      return "add --name \"\(isKorean ? "가을 머그 \(number)번" : "$SEASON mug no. \(number)")\""
        + " --price \(isKorean ? "\(number),500원" : "$\(number).50")"
        + " --description \"\(isKorean ? "한 덩어리를 깎아 만든 잔입니다." : "Turned from one piece.")\""
        + " --stock \(number % 7) --image \(isKorean ? "front.jpg" : "front.jpg back.png")"
        + " --code M-\(number)"
    }
    return (["# Autumn", "let SEASON Autumn"] + adds + ["edit @M-7 --discount 10%"])
      .joined(separator: "\n")
  }()

  /// Without what may differ: hosts, ids, names of pictures, moments.
  private static func general(_ text: String) -> String {
    text
      .replacing(#/http://[^/\s"]+/pictures/\d+/\d{8}/[0-9a-f]{32}/#, with: "PICTURE")
      .replacing(#/(?<before>"id": |added |changed |edit )\d+/#) { "\($0.before)ID" }
      .replacing(#/(?m)^\d+\t/#, with: "ID\t")
      .replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "MOMENT")
  }
}

extension Sequence {
  /// The results one after the other.
  fileprivate func asyncMap<T>(_ make: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await make(element)) }
    return result
  }
}
