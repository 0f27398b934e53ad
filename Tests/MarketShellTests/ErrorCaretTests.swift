import CommandLanguage
import Foundation
import MarketRender
import MarketTestSupport
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct ErrorCaretTests {
  private static func lines(_ line: String, _ word: String, width: Int? = nil) throws -> [String] {
    let tokens = try #require(Tokenizer.read(line).commands.first)
    let words = try Variables().words(of: tokens)
    let place = try #require(words.place(of: word))
    let excerpt = try #require(Excerpt(of: place, in: tokens.source))
    return excerpt.lines(width: width, theme: .dark).map(\.plain)
  }

  @Test func `the caret is below the word, in columns of the terminal`() throws {
    #expect(
      try Self.lines("edit --name \"은하 머그\" @잔-01", "@잔-01") == [
        "  edit --name \"은하 머그\" @잔-01",
        "                          ^~~~~~",
      ])
  }

  @Test func `only the line with the word is shown`() throws {
    #expect(try Self.lines("  edit \\\n  @A \\\n  --stock 5", "@A") == ["    @A \\", "    ^~"])
  }

  @Test func `control characters are escaped`() throws {
    #expect(try Self.lines("edit 'a\tb' @A", "@A") == ["  edit 'a\\tb' @A", "              ^~"])
  }

  @Test(arguments: [12, 20, 30, 40, 60])
  func `a narrow window shows the part of the line around the caret`(_ width: Int) throws {
    let words = (1...30).map { "머그\($0)" }.joined(separator: " ")
    for target in ["@A", "@\(String(repeating: "머", count: 40))"] {
      let lines = try Self.lines("edit \(words) \(target) \(words)", target, width: width)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(lines)")
      let caret = try #require(lines[1].firstIndex(of: "^"))
      let column = lines[1].distance(from: lines[1].startIndex, to: caret)
      var head = ""
      for letter in lines[0] {
        if DisplayWidth.of(head) == column { break }
        head.append(letter)
      }
      #expect(lines[0].dropFirst(head.count).first == "@", "\(lines)")
    }
  }

  @Test(arguments: ["x", "👩‍👩‍👧"])
  func `a line of a megabyte takes little time`(_ letter: String) throws {
    let long = String(repeating: letter, count: 1_000_000 / letter.utf8.count)
    var lines: [String] = []
    let time = try processorTime {
      lines = try Self.lines("edit '\(long)' @A --stock '\(long)'", "@A", width: 80)
    }
    // The limit is a hundred times the expected time, and much less than quadratic time would take.
    #expect(time < .seconds(90), "\(time)")
    #expect(lines.count == 2 && lines[1].hasSuffix("^~"))
    #expect(lines[0].hasPrefix("  …") && lines[0].contains("\(letter)' @A"))
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 }, "\(lines)")
  }

  @Test func `at the prompt, each problem of a line has a caret`() async throws {
    let world = try TestWorld()
    let result = await world.prompt("list --pge 2 --per-page x", "quit")
    #expect(
      result.error.contains(
        """
        error: unknown option "--pge" — did you mean --page?
          list --pge 2 --per-page x
               ^~~~~
        error: --per-page: "x" is not a whole number
          list --pge 2 --per-page x
                                  ^
        """), "\(result.error)")
  }

  @Test func `an error in a file shows its address and the line`() async throws {
    let world = try TestWorld()
    let result = try await world.batch("list\n  edit @GONE --stock 5\n")
    #expect(
      result.error.contains(
        """
        batch.market:2:8: error: no listing has the code @GONE
          edit @GONE --stock 5
               ^~~~~
        """), "\(result.error)")
  }

  @Test func `arguments of the process are not repeated`() async throws {
    let world = try TestWorld()
    #expect(!(await world.run("edit", "@GONE", "--stock", "5")).error.contains("^"))
    #expect(!(await world.run("-c", "edit @GONE --stock 5")).error.contains("^"))
  }

  @Test func `a line with a password in a URL is not shown`() throws {
    let tokens = try #require(Tokenizer.read("login http://u:hidden@h --shp x").commands.first)
    let place = try #require(try Variables().words(of: tokens).place(of: "--shp"))
    #expect(Excerpt(of: place, in: tokens.source) == nil)
  }

  @Test func `an unknown field is reported with the nearest name`() async throws {
    let world = try TestWorld()
    let result = await world.run("list", "--fields", "id,pirce")
    #expect(result.ends(with: 2, saying: "there is no field \"pirce\" — did you mean price?"))
  }
}
