import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct AliasesTests {
  private func expand(_ line: String, _ aliases: Aliases) throws -> [String] {
    let variables = Variables(["S": "oak mug"])
    let command = try #require(Tokenizer.read(line).commands.first)
    return try aliases.expand(variables.words(of: command), with: variables).map(\.text)
  }

  @Test func `an alias is expanded once, at the start of a command only`() throws {
    var aliases = Aliases()
    try aliases.set("m", to: "list --mine --search $S")
    try aliases.set("list", to: "list --table")
    try aliases.set("a", to: "b x")
    try aliases.set("b", to: "a y")
    #expect(
      try expand("m 2", aliases) == ["list", "--table", "--mine", "--search", "oak mug", "2"])
    #expect(try expand("show m", aliases) == ["show", "m"])
    #expect(try expand("'m'", aliases) == ["m"])
    #expect(try expand("a", aliases) == ["a", "y", "x"])
    #expect(aliases.names == ["a", "b", "list", "m"])
    #expect(aliases["a"] == "b x")
    aliases.remove("a")
    #expect(try expand("a", aliases) == ["a"])
  }

  @Test(arguments: ["", "a; b", "a 'b", "a\nb", "# a", "a\0"])
  func `an alias must be one complete command`(text: String) {
    var aliases = Aliases()
    #expect(throws: Aliases.Problem.notOneCommand) { try aliases.set("x", to: text) }
  }

  @Test(arguments: ["", "a b", "-x", "$x", "@x", "x=1"])
  func `the name of an alias must be one unquoted word`(name: String) {
    var aliases = Aliases()
    #expect(throws: Aliases.Problem.badName) { try aliases.set(name, to: "list") }
  }

  @Test(arguments: [
    ("mine --below $1", "m 3", ["mine", "--below", "3"]),
    ("mine --below $1", "m 3 --all", ["mine", "--below", "3", "--all"]),
    ("edit $2 --price $1", "m 900 @A-1", ["edit", "@A-1", "--price", "900"]),
    ("edit $1 --name \"$2 mug\"", "m 12 'dark oak'", ["edit", "12", "--name", "dark oak mug"]),
    ("list --search a$1b", "m x", ["list", "--search", "axb"]),
    // Without $1, these are amounts.
    ("mine --max-price $5", "m x", ["mine", "--max-price", "$5", "x"]),
    ("mine --max-price $12", "m", ["mine", "--max-price", "$12"]),
    ("mine --max-price $1.50", "m", ["mine", "--max-price", "$1.50"]),
  ])
  func `words after an alias go to their places`(
    _ text: String, _ line: String, _ words: [String]
  ) throws {
    var aliases = Aliases()
    try aliases.set("m", to: text)
    #expect(try expand(line, aliases) == words)
  }

  @Test(arguments: [("m 12", ["edit", "12", "--description", "costs $1", "$1"]), ("n", ["$1"])])
  func `a $1 in the value of a variable is an amount`(line: String, words: [String]) throws {
    var aliases = Aliases()
    try aliases.set("m", to: "edit $1 --description \"costs $P\" $P")
    try aliases.set("n", to: "$P")
    let variables = Variables(["P": "$1"])
    let command = try #require(Tokenizer.read(line).commands.first)
    let found = try aliases.expand(variables.words(of: command), with: variables).map(\.text)
    #expect(found == words)
  }

  @Test func `a word that an alias needs is an error`() throws {
    var aliases = Aliases()
    try aliases.set("m", to: "edit $1 --price $2")
    let error = #expect(throws: UsageError.self) { try expand("m 12", aliases) }
    #expect(error?.message.text(in: .english) == "m needs 2 words after it")
  }

  @Test func `problems in an alias have the place of the alias`() throws {
    var aliases = Aliases()
    try aliases.set("m", to: "list --pgae 2")
    let variables = Variables()
    let command = try #require(Tokenizer.read("  m --mine").commands.first)
    let words = try aliases.expand(variables.words(of: command), with: variables)
    let error = #expect(throws: UsageError.self) {
      try testParser.parse(words, in: tuesday).checked()
    }
    #expect(try #require(error).sentences.map(\.place?.column) == [3])
    #expect(error?.suggestions.first == "help list")
  }
}
