import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct EnteredLineTests {
  @Test(
    arguments: [
      ("list", ["list"]), ("list  ", ["list"]), ("list; show 3", ["list; show 3"]),
      ("list\nshow 3\n", ["list", "show 3"]), ("list # all\nshow 3", ["list # all", "show 3"]),
      ("list; next\n\nshow 3", ["list; next", "show 3"]),
      ("add --name \"a\nb\"\nlist", ["add --name \"a\nb\"", "list"]),
      ("add \\\n --name a\nlist", ["add \\\n --name a", "list"]), ("# only this", ["# only this"]),
      ("머그 1\n머그 2", ["머그 1", "머그 2"]),
      ("list\n show 3\nnext", ["list", " show 3", "next"]), (" list\nnext", [" list", "next"]),
      ("list\n# a note\nshow 3", ["list", "show 3"]), ("photo my\\ ", ["photo my\\ "]),
    ])
  func `a paste is split into lines, and a line keeps all its commands`(
    text: String, expected: [String]
  ) {
    #expect(EnteredLine.all(in: text).map(\.text) == expected)
  }
}
