import MarketTestSupport
import Messages
import Testing

@Suite(.timeLimit(.minutes(60))) struct LanguageTests {
  @Test func `set language changes all texts at once, and lasts`() async throws {
    let world = try TestWorld()
    let chosen = await world.run("set", "language", "ko")
    #expect(chosen.error.contains("설정"), "\(chosen.error)")
    let missing = await world.run("show", "999")
    #expect(missing.exitCode == 3 && missing.error.contains("오류"), "\(missing.error)")
    await world.run("set", "language", "default")
    #expect(await world.run("show", "999").error.hasPrefix("error: "))
    let unknown = await world.run("set", "language", "xx")
    #expect(unknown.exitCode == 2 && unknown.error.contains("en"), "\(unknown.error)")
  }

  @Test func `data is the same in each language`() async throws {
    let world = try TestWorld()
    try await world.add()
    for command in [["list", "--json"], ["set", "--json"], ["stats", "--json"], ["whoami"]] {
      await world.run("set", "language", "en")
      let english = await world.run(command, on: FakeTerminal(isTTY: false))
      await world.run("set", "language", "ko")
      let korean = await world.run(command, on: FakeTerminal(isTTY: false))
      #expect(korean.output.replacing("\"ko\"", with: "\"en\"") == english.output, "\(command)")
    }
  }

  @Test func `commands and options have Korean names`() async throws {
    let world = try TestWorld()
    let added = await world.run(
      "등록", "--이름", "참나무 머그", "--가격", "12000원", "--설명", "손으로 깎은 머그입니다.", "--사진",
      "a.jpg", "--재고", "3", "--코드", "머그-1")
    #expect(added.exitCode == 0, "\(added.error)")
    let edited = await world.run("수정", "@머그-1", "--할인가", "9,900원")
    #expect(edited.exitCode == 0, "\(edited.error)")
    let list = await world.run("목록", "--내상품", "--필드", "name,sale_price,stock")
    #expect(list.output == "참나무 머그\t9900\t3\n")
    let removed = await world.run("삭제", "@머그-1", "--예")
    #expect(removed.exitCode == 0, "\(removed.error)")
  }
}
