import Foundation
import MarketWire

/// A defect that is planted to see that the judge finds it, at the border of the program that has it: in
/// its messages, its files, or what it says.
enum Sabotage: String, CaseIterable {
  // A client
  case sendsNoKey, reusesKey, sendsNewKeyEachTime, createsTwice, sendsOtherStock
  case saysDone, saysUndone, saysNothingIsUnfinished, neverEnds
  case forgetsJournal, bringsBackOldJournal
  case doesNotSyncJournal
  // A market
  case dropsEdits, dropsRemovals, answersLikeBefore
  case leavesRowOut, leavesChangeOut, leavesRemovalOut, revisionStands, revisionGoesBack, reusesID
  case losesPictures, forgetsLastHour
  case doesNotSyncDatabase, doesNotSyncPictures, doesNotSyncBackup, doesNotSyncRestored

  /// Alters a request of a seller on its way; nil if the market does not get it, but answers as if.
  func request(_ blobs: [[UInt8]], luck: inout Luck) -> [[UInt8]]? {
    guard var request = HTTPRequest(blobs: blobs) else { return blobs }
    let isCreate = request.method == .post && !request.target.contains("archived")
    switch self {
    case .sendsNoKey: request.headers[.idempotencyKey] = nil
    case .reusesKey: if isCreate { request.headers[.idempotencyKey] = "same" }
    case .sendsNewKeyEachTime, .createsTwice:
      // Of a create that is stored twice, the second one follows in ``World/ask(_:of:)``.
      if isCreate { request.headers[.idempotencyKey] = "\(luck.next())" }
    case .sendsOtherStock:
      request.body = Self.replacing("\"stock\":3", "\"stock\":4", in: request.body)
    case .dropsEdits: if request.method == .patch { return nil }
    case .dropsRemovals: if request.method == .delete { return nil }
    default: break
    }
    return request.blobs
  }

  /// Alters what a market answers, to sellers and to buyers.
  func answer(_ answer: Fate.Answer, to target: String, memory: inout [String: [UInt8]])
    -> Fate.Answer
  {
    var answer = answer
    let isChanges = target.contains("changed_since")
    switch self {
    case .answersLikeBefore:
      let path = String(target.prefix { $0 != "?" })
      guard target.contains("?") else { break }
      answer.body = memory[path] ?? answer.body
      memory[path] = answer.body
    case .leavesRowOut where !isChanges, .leavesChangeOut where isChanges:
      answer.change { $0["pages"] = Array(($0["pages"] as? [Any] ?? []).dropLast()) }
    case .leavesRemovalOut where isChanges: answer.change { $0["removed"] = [] as [Int] }
    case .reusesID:
      answer.change { object in
        object["pages"] = (object["pages"] as? [[String: Any]] ?? []).map { row in
          let id = row["id"] as? Int ?? 0
          return row.merging(["id": id > 10 ? 10 : id]) { $1 }
        }
      }
    case .revisionStands, .revisionGoesBack:
      let old = memory["revision"].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      guard let now = answer.revision else { break }
      let shown = self == .revisionStands ? old ?? now : (old ?? now + 50) - 1
      memory["revision"] = Array("\(shown)".utf8)
      answer.revision = shown
    case .losesPictures where target.hasPrefix("/pictures/"): answer.status = 404
    default: break
    }
    return answer
  }

  /// The exit code that a seller gets.
  func code(_ code: Int, of command: Command) -> Int {
    switch self {
    case .saysDone where command.kind == .change && code == 5: 0
    case .saysNothingIsUnfinished where command.kind == .resume: 3
    default: code
    }
  }

  /// The files whose syncs do nothing.
  var unsynced: String {
    switch self {
    case .doesNotSyncJournal: "/home/state/batches"
    case .doesNotSyncDatabase: "/data/market.sqlite"
    case .doesNotSyncBackup: ".tar"
    case .doesNotSyncRestored: "/restored.restoring"
    case .doesNotSyncPictures: "/data/waiting"
    default: ""
    }
  }

  private static func replacing(_ old: String, _ new: String, in body: [UInt8]) -> [UInt8] {
    var data = Data(body)
    if let range = data.range(of: Data(old.utf8)) {
      data.replaceSubrange(range, with: Data(new.utf8))
    }
    return Array(data)
  }
}

extension Fate.Answer {
  /// Changes the object of a JSON answer.
  fileprivate mutating func change(_ body: (inout [String: Any]) -> Void) {
    guard status == 200,
      var object = try? JSONSerialization.jsonObject(with: Data(self.body)) as? [String: Any],
      object["pages"] != nil
    else { return }
    body(&object)
    self.body = (try? JSONSerialization.data(withJSONObject: object)).map(Array.init) ?? self.body
  }

  var revision: Int? {
    get { HTTPHeaders(bytes: headers)[.revision].flatMap { Int($0) } }
    set {
      var fields = HTTPHeaders(bytes: headers)
      fields[.revision] = newValue.map(String.init)
      headers = fields.bytes
    }
  }
}
