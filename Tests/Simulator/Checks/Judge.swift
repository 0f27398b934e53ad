/// Compares what commands have reported with what the market has, at the end.
///
/// It knows the commands, their exit codes, and what a buyer sees; nothing of journals or keys.
struct Judge {
  private var violations: [String] = []
  private let listings: [String: [Buyer.Listing]]

  /// Returns what is wrong.
  static func violations(in world: World) -> [String] {
    let served = world.buyer.listings.map { $0.shop == Workload.home ? $0.asCopy : $0 }
    var judge = Judge(served + world.homeBuyer.listings)
    judge.violations += world.buyer.violations + world.homeBuyer.violations
    judge.violations += world.marketOperator.violations
    judge.violations += world.markets.filter(\.staysClosed).map { "\($0.name): never opens again" }
    for seller in world.sellers {
      judge.check(seller, in: world)
      if world.scenario.dangers.isEmpty { judge.checkCalm(seller) }
    }
    return judge.violations
  }

  private init(_ listings: [Buyer.Listing]) {
    self.listings = Dictionary(grouping: listings, by: \.name)
  }

  private mutating func check(_ seller: Seller, in world: World) {
    if seller.hangs { return violations.append("\(seller.name): a command never ends") }
    if !seller.shell.isSecond { checkEnd(of: seller, in: world) }
    for (index, told) in seller.told.enumerated() where told.command.kind == .change {
      let next = index + 1 < seller.told.count ? seller.told[index + 1] : nil
      check(told, undo: next?.command.kind == .undo ? next : nil, seller.name)
    }
  }

  private mutating func checkEnd(of seller: Seller, in world: World) {
    let last = seller.told.last { $0.command.kind == .resume }
    checkCodes(seller, world.sellers.filter { $0.machine == seller.machine })
    if last?.command.kind != .resume || last?.code != 3 {
      violations.append("\(seller.name): something stays unfinished: \(last?.output ?? "nothing")")
    }
  }

  /// The notebook of the seller has the code of each of the shop's listings, unless a command that
  /// changed it reports a failure.
  private mutating func checkCodes(_ seller: Seller, _ shells: [Seller]) {
    let list = seller.told.last { $0.command.kind == .list }
    let lines = (list?.output ?? "").split(separator: "\n").filter { $0.contains("\t") }
    let rows = lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    let own = listings.values.flatMap(\.self).filter { $0.shop == seller.name }
    if rows.count != own.count {
      violations.append(
        "\(seller.name): lists \(rows.count) of \(own.count): \(list?.output ?? "")")
    }
    let doubtful = shells.map(\.told).flatMap { told in
      told.indices.filter { told[$0].code != 0 }.flatMap { index in
        told[index].command.steps
          + (index > 0 && told[index].command.kind == .undo ? told[index - 1].command.steps : [])
      }
    }.map(\.name)
    for row in rows where row[1] != Step.code(of: row[0]) {
      if row[1].isEmpty, doubtful.contains(row[0]) { continue }
      violations.append("\(seller.name): a wrong code: \(row)")
    }
  }

  /// Where nothing goes wrong, everything is done.
  private mutating func checkCalm(_ seller: Seller) {
    for told in seller.told where told.code != 0 && told.command.kind != .resume {
      violations.append(
        "\(seller.name): told \(told.code ?? -1) without any failure: \(told.output)")
    }
  }

  /// - Parameter undo: The undo right after it.
  private mutating func check(_ told: Seller.Told, undo: Seller.Told?, _ seller: String) {
    let ends = told.command.steps.map { end(of: $0) }
    func report(_ text: String) {
      violations.append(
        "\(seller): \(text): \(told.command.arguments.joined(separator: " "))"
          + " told \(told.code.map(String.init) ?? "nothing"), \(told.command.steps) are \(ends)")
    }
    if ends.contains(.doubled) { return report("doubled") }
    if ends.contains(.wrong) { return report("wrong values") }
    let isDone = ends.allSatisfy { $0 == .done }
    let isAbsent = ends.allSatisfy { $0 == .absent }
    if !isDone, !isAbsent { return report("in part") }
    if undo == nil, told.code == 0 || told.code == 8, !isDone { return report("lost") }
    if undo?.code == 0, told.code == 0, !isAbsent { return report("not undone") }
  }

  enum End {
    case done, absent, doubled, wrong
  }

  private func end(of step: Step) -> End {
    let found = listings[step.name] ?? []
    switch step.action {
    case .add, .copy:
      guard found.count < 2 else { return .doubled }
      guard let listing = found.first else { return .absent }
      return listing.price == step.price && listing.stock == 3 ? .done : .wrong
    case .edit:
      guard found.count == 1 else { return found.isEmpty ? .wrong : .doubled }
      return found[0].price == step.price
        ? .done : found[0].price == step.price - 10 ? .absent : .wrong
    case .remove:
      guard found.count < 2 else { return .doubled }
      guard let listing = found.first else { return .done }
      return listing.price == step.price - 10 ? .absent : .wrong
    }
  }
}
