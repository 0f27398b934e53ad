import MarketTestSupport
import MarketWire
import Testing

/// Every variation of API 1.5 and 1.6 once more, in pieces as a network may deliver them.
@Suite(.timeLimit(.minutes(60))) struct ServedPieceTests {
  /// How the bytes of a request are divided.
  enum Delivery: String, CaseIterable {
    case whole, byteByByte, randomPieces

    func pieces(of bytes: [UInt8], seed: UInt64) -> [ArraySlice<UInt8>] {
      var generator = SeededGenerator(seed: seed)
      var rest = bytes[...]
      var pieces: [ArraySlice<UInt8>] = []
      while !rest.isEmpty {
        let size =
          switch self {
          case .whole: rest.count
          case .byteByByte: 1
          case .randomPieces: Int.random(in: 1...min(200, rest.count), using: &generator)
          }
        pieces.append(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      return pieces
    }
  }

  private let served: ServedMarket

  init() throws { served = try ServedMarket() }

  private func send(
    _ request: HTTPRequest, _ delivery: Delivery, seed: Int
  ) throws -> HTTPResponse {
    let client = try served.connect()
    client.sendAtOnce()
    let pieces = delivery.pieces(of: request.onTheWire, seed: UInt64(seed))
    for piece in pieces { client.send(piece) }
    let response = try #require(client.response()?.httpResponse)
    try served.expectWork(over: client)
    return response
  }

  @Test(arguments: Delivery.allCases)
  func `each variation of the form is accepted in pieces`(delivery: Delivery) throws {
    let forms =
      ServedFormToleranceTests.boundaries + ServedFormToleranceTests.params
      + ServedFormToleranceTests.images + ServedFormToleranceTests.filenames
    for (index, tolerance) in forms.enumerated() {
      var form = ServedForm(
        served.shop, pictures: Array(repeating: TestPicture.jpeg, count: tolerance.pictures))
      tolerance.change(&form)
      let answer = try send(form.request, delivery, seed: index)
      try #require(answer.status == 201, "\(tolerance.testDescription): \(answer.text)")
      #expect(try answer.product.pictures?.count == form.images.count)
    }
  }

  @Test(arguments: Delivery.allCases)
  func `each variation of details and edits is accepted in pieces`(delivery: Delivery) throws {
    let id = try served.listing()
    let tolerances = ServedToleranceTests.details + ServedToleranceTests.edits
    for (index, tolerance) in tolerances.enumerated() {
      let answer = try send(tolerance.request(served.shop, id), delivery, seed: index)
      try #require(answer.status == 200, "\(tolerance.testDescription): \(answer.text)")
      #expect(try answer.product.id == id)
    }
  }
}
