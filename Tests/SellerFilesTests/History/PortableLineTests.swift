import CommandLanguage
import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct PortableLineTests {
  private func portable(_ line: String, last: Int? = 7, page: [Int] = [1, 2, 3, 9]) throws -> String
  {
    var aliases = Aliases()
    try aliases.set("s", to: "show @last")
    try aliases.set("loop", to: "loop 1")
    let command = try #require(Tokenizer.read(line).commands.first)
    return PortableLine(parser: SampleCommands.parser, aliases: aliases, last: last, page: page)
      .text(of: command)
  }

  @Test(arguments: [
    ("show 3", "show 3"), ("show @last 4", "show 7 4"), ("show @page", "show 1..3 9"),
    ("s 5 @page", "show 7 5 1..3 9"), ("list s", "list s"), ("list @last", "list @last"),
    ("loop 2", "loop 1 2"), ("\"s\" 1", "\"s\" 1"),
  ])
  func `aliases, @last and @page are replaced`(line: String, expected: String) throws {
    #expect(try portable(line) == expected)
  }

  @Test func `@last and @page stay if they stand for nothing`() throws {
    #expect(try portable("show @last @page", last: nil, page: []) == "show @last @page")
  }
}
