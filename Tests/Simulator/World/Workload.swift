/// A line that a seller types, and what it is to change.
struct Command: Equatable {
  enum Kind: Equatable {
    /// One change, or a file of them, which is one batch.
    case change
    /// Takes the last batch back.
    case undo
    case resume
    /// Lists the own listings with their codes.
    case list
  }

  var kind: Kind
  var arguments: [String]
  /// Files that it reads, by name.
  var files: [String: String] = [:]
  var steps: [Step] = []

  /// About as many calls that change files.
  var calls: Int { 150 + 60 * steps.count }

  static let resume = Command(kind: .resume, arguments: ["resume"])
  static let resumeCopy = Command(kind: .resume, arguments: ["resume", "--market", "sim"])
  static let list = Command(
    kind: .list, arguments: ["list", "--mine", "--all", "--format", "tsv", "--fields", "name,code"])
  static let undo = Command(kind: .undo, arguments: ["undo", "--yes"])
  static let undoCopy = Command(kind: .undo, arguments: ["undo", "--market", "sim", "--yes"])
}

/// A change of one listing. Each has a name of its own, and the values of no other change.
struct Step: Equatable {
  enum Action: String {
    case add, edit, remove
    /// Copies a listing from the market of its own machine to the other one.
    case copy
  }

  var action: Action
  var name: String
  /// The price that it sets.
  var price: Int

  /// The seller's own code of the listing: the name without the shop, such as `1` or `new-2`.
  var code: String { Self.code(of: name) }

  static func code(of name: String) -> String {
    name.split(separator: " ").dropFirst().joined(separator: "-")
  }
}

/// What sellers do under a seed.
struct Workload {
  /// The last one sells at the market of its own machine, in its own process.
  static let shops = ["oak", "pine", home]
  static let home = "ash"
  /// How many listings each shop has at the beginning.
  static let listings = 5

  private let shell: Shell
  private var shop: String { shell.shop }
  private var luck: Luck
  /// Whether the seller has no other shell.
  private let isAlone: Bool
  /// The listings that no command has changed yet.
  private var unchanged: [Int]
  private var added = 0
  private var files = 0

  /// Two shells of a shop change different listings.
  private init(_ shell: Shell, isAlone: Bool, seed: UInt64) {
    self.shell = shell
    self.isAlone = isAlone
    luck = Luck(seed: seed)
    unchanged = Array(shell.isSecond ? 4...Self.listings : 1...(isAlone ? Self.listings : 3))
  }

  /// The commands of each shell.
  static func commands(seed: UInt64, _ shells: [Shell]) -> [[Command]] {
    shells.enumerated().map { number, shell in
      var workload = Workload(
        shell, isAlone: shells.count == shops.count, seed: seed &* 31 &+ UInt64(number))
      return workload.commands()
    }
  }

  /// The commands that bring each shop its first listings.
  static var preparation: [[Command]] {
    shops.map { shop in
      let steps = (1...listings).map { number in
        Step(action: .add, name: "\(shop) \(number)", price: number * 1_000)
      }
      let text = steps.map(line).joined(separator: "\n")
      return [
        Command(
          kind: .change, arguments: ["run", "first.market", "--yes"], files: ["first.market": text],
          steps: steps)
      ]
    }
  }

  private mutating func commands() -> [Command] {
    var commands: [Command] = []
    for _ in 0..<luck.number(in: 1...4) {
      switch luck.number(below: 10) {
      case 0...3: commands.append(file())
      case 4...5: commands.append(table())
      case 6: if let bulk = bulk() { commands.append(bulk) }
      case 7: if shop == Self.home, let copy = copy() { commands.append(copy) }
      default: commands.append(single())
      }
      // Of two shells, one would take back what the other has done.
      if luck.happens(0.2), isAlone {
        let isCopy = commands.last?.steps.first?.action == .copy
        commands.append(isCopy ? .undoCopy : .undo)
      }
      if luck.happens(0.2) { commands.append(.resume) }
    }
    return commands
  }

  private mutating func step() -> Step {
    guard luck.happens(0.5), !unchanged.isEmpty else {
      added += 1
      return Step(
        action: .add, name: "\(shop) \(shell.isSecond ? "other" : "new") \(added)",
        price: (shell.isSecond ? 200_000 : 100_000) + added)
    }
    let number = unchanged.remove(at: luck.number(below: unchanged.count))
    return Step(
      action: luck.happens(0.6) ? .edit : .remove, name: "\(shop) \(number)",
      price: number * 1_000 + 10)
  }

  private mutating func single() -> Command {
    let step = step()
    return Command(
      kind: .change, arguments: Self.words(step) + ["--yes"], steps: [step])
  }

  /// One line that changes several listings.
  private mutating func bulk() -> Command? {
    let action = luck.pick([Step.Action.edit, .remove])
    let numbers = unchanged.prefix(luck.number(in: 2...4))
    guard numbers.count > 1 else { return nil }
    unchanged.removeFirst(numbers.count)
    let change = action == .edit ? ["--price", "+10"] : []
    return Command(
      kind: .change,
      arguments: [action.rawValue] + numbers.map { "@\($0)" } + change + ["--yes"],
      steps: numbers.map { Step(action: action, name: "\(shop) \($0)", price: $0 * 1_000 + 10) })
  }

  private mutating func copy() -> Command? {
    let numbers = unchanged.prefix(luck.number(in: 1...3))
    guard !numbers.isEmpty else { return nil }
    unchanged.removeFirst(numbers.count)
    return Command(
      kind: .change,
      arguments: ["copy"] + numbers.map { "@\($0)" } + ["--from", "home", "--to", "sim", "--yes"],
      steps: numbers.map { Step(action: .copy, name: "copy of ash \($0)", price: $0 * 1_000) })
  }

  private mutating func file() -> Command {
    files += 1
    let steps = (0..<luck.number(in: 2...6)).map { _ in step() }
    let name = "\(shell.name)-\(files).market"
    var arguments = ["run", name, "--yes"]
    if luck.happens(0.3) { arguments += ["--jobs", "1"] }
    return Command(
      kind: .change, arguments: arguments,
      files: [name: steps.map(Self.line).joined(separator: "\n")], steps: steps)
  }

  private mutating func table() -> Command {
    files += 1
    let steps = (0..<luck.number(in: 2...6)).map { _ in step() }
    let name = "\(shell.name)-\(files).csv"
    let rows = steps.map { step in
      switch step.action {
      case .add: "\(step.code),\(step.name),Turned from one piece.,\(step.price)원,3,,a.jpg"
      case .edit: "\(step.code),,,\(step.price)원,,,"
      case .remove, .copy: "\(step.code),,,,,remove,"
      }
    }
    let text = (["code,name,description,price,stock,action,photo1"] + rows).joined(separator: "\n")
    return Command(
      kind: .change, arguments: ["import", name, "--yes"], files: [name: text], steps: steps)
  }

  private static func words(_ step: Step) -> [String] {
    switch step.action {
    case .add:
      ["add", "--name", step.name, "--price", "\(step.price)", "--stock", "3", "--description"]
        + ["Turned from one piece.", "--image", "a.jpg", "--code", step.code]
    case .edit: ["edit", "@\(step.code)", "--price", "\(step.price)"]
    case .remove, .copy: ["remove", "@\(step.code)"]
    }
  }

  private static func line(_ step: Step) -> String {
    words(step).map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }
}

/// A window in which a seller types.
struct Shell {
  let shop: String
  /// Whether it is open beside another one of the seller, on the same machine.
  var isSecond = false

  var name: String { isSecond ? "\(shop)-2" : shop }
}
