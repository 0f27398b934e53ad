import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedMutationTests {
  private let served: ServedMarket
  private let delimiters = Array("\r\n-\":;=,{}[]0e\\/%?&\0".utf8)

  init() throws {
    served = try ServedMarket()
  }

  @Test func `damaged bodies are accepted or refused`() throws {
    let id = try served.listing()
    let form = ServedForm(served.shop, pictures: [TestPicture.jpeg, TestPicture.transparentPNG])
    let edit = served.shop.edit(id, .mug)
    let bodies = Mutation(examples: [form.body], significant: delimiters)
    let members = Mutation(examples: [edit.body], significant: delimiters)
    var random = SeededGenerator(seed: 20_221_116)
    let client = try served.connect()
    for number in 0..<150 {
      var request = number.isMultiple(of: 2) ? form.request : edit
      request.body = (number.isMultiple(of: 2) ? bodies : members).input(using: &random)
      let answer = try client.ask(request)
      // A damaged secret counts as wrong, and more than ten per minute would get 429.
      #expect([200, 201, 400, 401].contains(answer.status), "\(number): \(answer.text)")
      served.market.clock.advance(seconds: 10)
    }
    try served.expectWork(over: client)
  }

  @Test func `damaged targets are accepted or refused`() throws {
    _ = try served.listing()
    let targets = [
      "/api/products?page_no=1&items_per_page=20&search_value=%EB%A8%B8", "/api/products/1",
      "/pictures/1/20261121/0123456789abcdef0123456789abcdef_origin.jpg", "/healthChecker",
    ].map { Array($0.utf8) }
    let mutation = Mutation(examples: targets, significant: delimiters)
    var random = SeededGenerator(seed: 20_240_401)
    for number in 0..<150 {
      let target = mutation.input(using: &random).filter { $0 > 0x20 && $0 < 0x7F }
      let request = HTTPRequest.get("/" + String(decoding: target, as: UTF8.self))
      let status = try served.ask(request).status
      #expect([200, 400, 404].contains(status), "\(number): \(request.target)")
    }
    try served.expectWork()
  }
}
