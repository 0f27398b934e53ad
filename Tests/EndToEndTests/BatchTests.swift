import Foundation
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60)))
struct BatchTests {
  @Test func `a batch of fifty adds has the same output at home and at a served market`()
    async throws
  {
    try await Sandbox.run { sandbox in
      try sandbox.write(Self.batch, to: "autumn.market")
      let atHome = try await sandbox.market(["run", "autumn.market"]).withoutProgress
      #expect(atHome.exitCode == 0, "\(atHome.error)")
      let end = atHome.error.split(separator: "\n").suffix(2)
      #expect(end.first?.hasPrefix("autumn.market: 52 done · as planned · ") == true, "\(end)")
      #expect(end.last == "Take it back: market undo")

      let folder = "\(sandbox.root)/served"
      let account = try await sandbox.account("oak", in: folder)
      try await ServedMarket.run(at: sandbox, folder: folder) { market in
        let login = try await sandbox.market(
          ["login", market.url, "--shop", "oak", "--identifier", account.identifier.revealed],
          ["OPENMARKET_SECRET": account.secret.revealed])
        #expect(login.exitCode == 0, "\(login)")
        // Four at a time would get their ids in any order.
        let run = ["run", "autumn.market", "--jobs", "1"]
        let served = try await sandbox.market(run).withoutProgress
        #expect(served.exitCode == 0, "\(served.error)")
        #expect(Self.normalized(served.output) == Self.normalized(atHome.output))
        let summary = served.error.split(separator: "\n").suffix(2)
        #expect(summary.first?.hasPrefix("autumn.market: 52 done · as planned · ") == true)
        let lists = try await ["home", market.host].asyncMap {
          try await sandbox.market(
            ["list", "--mine", "--per-page", "100", "--json", "--market", $0])
        }
        #expect(Self.normalized(lists[0].output) == Self.normalized(lists[1].output))
        #expect(
          lists[0].output.split(separator: "\n").count { $0.contains("\"code\": \"M-") } == 50)
      }
    }
  }

  /// Adds 50 listings in two languages and currencies, with one or two photos each.
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

  /// The output without what differs between markets: hosts, ids, picture names and times.
  private static func normalized(_ text: String) -> String {
    text
      .replacing(#/http://[^/\s"]+/pictures/\d+/\d{8}/[0-9a-f]{32}/#, with: "PICTURE")
      .replacing(#/(?<before>"id": |added |changed |edit )\d+/#) { "\($0.before)ID" }
      .replacing(#/(?m)^\d+\t/#, with: "ID\t")
      .replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "MOMENT")
  }
}

extension Sequence {
  /// The results, computed one after the other.
  fileprivate func asyncMap<T>(_ make: (Element) async throws -> T) async rethrows -> [T] {
    var result: [T] = []
    for element in self { result.append(try await make(element)) }
    return result
  }
}
