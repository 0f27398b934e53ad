import Testing

@testable import CommandLanguage

@Suite struct AliasesTests {
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
