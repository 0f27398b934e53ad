import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ProposalTests {
  /// What is suggested for a line at the prompt of a shop with the code MUG-01.
  @Test(arguments: [
    ("edit @mug-01 --pirce 5", "try: edit @MUG-01 --price 5"),
    ("show mug-01", "did you mean @MUG-01?"), ("remove Mug-01", "try: remove @MUG-01"),
    ("edit @nobody --pirce 5", "try: help edit"), ("show @MUG-01 --fild id", "try: help show"),
    ("list @MUG-1", "try: show @MUG-01"), ("list @nobody", "try: help list"),
    ("list > out.csv", "only the system shell redirects"),
    ("edit “MUG-01” --price 5", "“MUG-01”\" is not a listing"),
    ("edit “MUG-01” --price 5", "use straight quotes"),
    ("edit @MUG-01 --price “12000”", "use straight quotes"),
    ("edit @MUG-01 --name Oak mug", "try: edit @MUG-01 --name \"Oak mug\""),
    ("edit @MUG-01 --description Made of oak", "try: edit @MUG-01 --description \"Made of oak\""),
    ("edit --price 5 1 mug", "try: edit --price 5 1 @MUG-01"),
    ("market show mug-01", "did you mean @MUG-01?"),
  ])
  func `a suggestion can be taken`(_ line: String, _ words: String) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", price: "12000", "--code", "MUG-01")
    let result = await world.prompt(line)
    #expect(result.error.contains(words), "\(result.error)")
  }

  @Test(arguments: ["market show 1", "market> show 1", "$ market show 1"])
  func `a line that was copied runs at the prompt`(line: String) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let result = await world.prompt(line)
    #expect(result.output.contains("Oak mug") && !result.error.contains("error:"), "\(result)")
  }

  @Test(arguments: ["show won", "edit won --price 5", "list > out.csv"])
  func `no unknown code and no redirection is suggested`(_ line: String) async throws {
    let world = try TestWorld()
    let result = await world.prompt(line)
    for word in ["@won", "try: search", "try: show", "try: edit"] {
      #expect(!result.error.contains(word), "\(result.error)")
    }
  }

  @Test(arguments: [
    (["show", "99"], "try: market list"),
    (["show", "99", "--market", TestWorld.url], "try: market list --market \(TestWorld.url)"),
    (["list", "oak mug"], "try: market search \"oak mug\""),
    (["list", "it's"], "try: market search \"it's\""),
    (["list", "a $5 mug"], "try: market search 'a $5 mug'"),
    (["search", "zebra"], "Search descriptions, too: market search zebra --descriptions"),
    (["-c", "list 12"], "try: show 12"), (["-c", "show 99"], "try: market list"),
    (["add", "--name", "Mug", "--price", "5"], "try: market add --name Mug --price 5"),
  ])
  func `a suggestion is written for the system shell`(
    _ words: [String], _ suggestion: String
  ) async throws {
    let world = try TestWorld()
    try await world.add("Oak mug")
    let result = await world.run(words, on: FakeTerminal(isTTY: false))
    #expect((result.output + result.error).contains(suggestion), "\(result.error)")
  }

  @Test func `at the prompt a suggestion is a command`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let result = await world.prompt("show 99", "edit \(id) --stock 9")
    #expect(result.error.contains("try: list\n"), "\(result.error)")
    #expect(result.output.contains("undo: edit \(id) --stock 5"), "\(result.output)")
    let elsewhere = await world.prompt("show 99 --market home")
    #expect(elsewhere.error.contains("try: list --market home\n"), "\(elsewhere.error)")
  }
}
