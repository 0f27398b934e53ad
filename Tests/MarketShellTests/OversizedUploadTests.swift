import MarketTestSupport
import MarketWire
import Testing

/// Photos that are too large together for a market.
@Suite(.timeLimit(.minutes(60))) struct OversizedUploadTests {
  @Test(arguments: [
    (
      400,
      #"{"code":400,"message":"Maximum upload size exceeded; nested exception is java.lang."#
        + #"IllegalStateException: org.apache.tomcat.util.http.fileupload.impl.Size"}"#
    ),
    (
      400,
      #"{"code":400,"message":"The field images exceeds its maximum permitted size of 307200"}"#
    ),
  ])
  func `a refusal for the size of photos is a sentence with advice`(
    _ status: Int, _ body: String
  ) async throws {
    let world = try TestWorld()
    try await world.add()
    let response = HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    world.spy.answer(response) { $0.method == .post }
    let result = await world.run(
      "add", "--name", "Oak cup", "--price", "9000", "--description", "Turned from one piece.",
      "--image", "a.jpg")
    #expect(result.exitCode == 1)
    #expect(
      result.error.contains("does not take photos of this size together (\(status))"),
      "\(result.error)")
    #expect(result.error.contains("send fewer or smaller photos"), "\(result.error)")
    #expect(!result.error.contains("exception"), "\(result.error)")
  }
}
