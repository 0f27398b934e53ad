import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  /// The number of inputs of each test.
  private static let rounds = 20_000

  @Test func `mutated JSON throws an error or survives a round trip`() throws {
    let examples = [
      #"{"id":31,"name":"컵 \"A\" \\ \n","price":6.6666666E7,"ok":true,"x":[null,-0.5e-3,{}]}"#,
      #"[[1,2,[3,[]]],{"a":{"b":{"c":"\ud83d\ude00\u00e9"}}},false,"",0,-12,1E400]"#,
      #"{"secret":"abc","price":150000.0,"stock":3,"discounted_price":null,"name":"\/\b\f\t"}"#,
    ].map { Array($0.utf8) }
    let mutation = Mutation(
      examples: examples,
      significant: Array("{}[]\",:\\/eE+-.0u \u{0}\u{1F}".utf8) + [0xC3, 0xED, 0xFF])
    var generator = SeededGenerator(seed: 1)
    var accepted = 0
    for _ in 0..<Self.rounds {
      let input = mutation.input(using: &generator)
      guard let value = try? JSON(parsing: input) else { continue }
      accepted += 1
      let written = value.bytes()
      let again = try JSON(parsing: written)
      if again != value || again.bytes() != written {
        Issue.record("\(text(input)) was encoded as \(text(written))")
      }
      _ = value.decimalValue ?? value.arrayValue?.last?.decimalValue
      _ = value.intValue ?? value.objectValue?["price"]?.intValue
    }
    #expect(accepted > Self.rounds / 50)
  }

  @Test func `mutated forms throw an error or have parts inside the body`() throws {
    let examples = [
      "--X\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{\"a\":1}\r\n--X\r\n"
        + "Content-Disposition: form-data; name=\"images\"; filename=\"가\\\"b.jpg\"\r\n"
        + "Content-Type: image/jpeg\r\n\r\n\u{1}\u{2}\r\n-\r\n--X--\r\n",
      "\r\n--X \r\nContent-Disposition:form-data;name=images;filename*=UTF-8''%EB%A8%B8\r\n\r\n"
        + "x\r\n--X\r\ncontent-disposition: form-data; name=params\r\n\r\n{}\r\n\r\n--X--",
    ].map { Array($0.utf8) }
    let mutation = Mutation(
      examples: examples, significant: Array("\r\n-X\";=:\\ %*".utf8) + [0, 0xFF])
    var generator = SeededGenerator(seed: 2)
    var accepted = 0
    for _ in 0..<Self.rounds {
      let input = mutation.input(using: &generator)
      let parts = try? MultipartReader.parts(
        of: input, contentType: "multipart/form-data; boundary=X")
      guard let parts else { continue }
      accepted += 1
      var end = 0
      for part in parts {
        if part.body.startIndex < end || part.body.endIndex > input.count
          || !part.body.elementsEqual(input[part.body.startIndex..<part.body.endIndex])
        {
          Issue.record("a part of \(text(input)) is outside the body")
        }
        end = part.body.endIndex
      }
    }
    #expect(accepted > Self.rounds / 50)
  }

  @Test func `mutated responses throw an error or survive a round trip`() throws {
    let list = stripped(try Fixture.bytes("api/list-v3.json"))
    let rest = try ["same-v3", "same-v2", "same-v1", "detail-v3", "detail-exact", "detail-v1"].map {
      stripped(try Fixture.bytes("api/\($0).json"))
    }
    let mutation = Mutation(
      examples: rest + [Array(list.prefix(600)) + Array("]}".utf8)],
      significant: Array("{}[]\",:0123456789eE-.TZ ".utf8))
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<Self.rounds / 10 {
      let input = mutation.input(using: &generator)
      if let page = try? ListProducts.decode(success(input)).value {
        let again = try ListProducts.decode(ListProducts.response(page)).value
        #expect(again.products.map(\.id) == page.products.map(\.id))
      }
      if let product = try? ShowProduct.decode(success(input)).value {
        let again = try ShowProduct.decode(ShowProduct.response(product)).value
        #expect(again.id == product.id)
        #expect(again.createdAt == product.createdAt?.toTheSecond)
        #expect(again.price == product.price)
      }
    }
  }

  @Test func `mutated targets throw an error or survive a round trip`() throws {
    let examples = [
      "/api/products?page_no=2&items_per_page=20&search_value=%EB%A8%B8%EA%B7%B8+a",
      "http://market.example:8080/api/products/NDA5fDVkODQz==/?x", "//api/%70roducts/16/?&=&a=b#c",
      "/api/products/31/archived?a+b=c%2Bd",
    ].map { Array($0.utf8) }
    let mutation = Mutation(
      examples: examples, significant: Array("/?&=%+#.2e0fF:\u{0}".utf8) + [0xCC, 0x81])
    var generator = SeededGenerator(seed: 3)
    var accepted = 0
    for _ in 0..<Self.rounds {
      let input = text(mutation.input(using: &generator))
      guard let target = try? RequestTarget(parsing: input) else { continue }
      accepted += 1
      let again = try RequestTarget(parsing: target.text)
      if again != target || again.text != target.text {
        Issue.record("\(input) was encoded as \(target.text)")
      }
      if target.path.contains(where: { $0 == ".." || $0.isEmpty || $0.utf8.contains(0x2F) }) {
        Issue.record("\(input) is outside the path")
      }
    }
    #expect(accepted > Self.rounds / 50)
  }
}

extension WireDate {
  /// The date without what the form of v3 cannot express.
  fileprivate var toTheSecond: WireDate? { WireDate(text: wireText) }
}
