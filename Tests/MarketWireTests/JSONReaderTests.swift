import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct JSONReaderTests {
  @Test func `keys are those of their own object, however alike the one before is`() throws {
    let text = #"""
      [{"a": 1, "ab": 2, "가": 3}, {"ab": 1, "a": 2, "나": 3}, {"a\u0062": 1, "a": {"a": 2, "x": 3}, "": 4},
       {"a\"": 1, "a\\": 2}, {"a": 1, "a\\": 2, "a": 3}, {}, {"가": 1}]
      """#
    let keys = try JSON(parsing: text).arrayValue?.map { $0.objectValue?.members.map(\.key) ?? [] }
    #expect(
      keys == [
        ["a", "ab", "가"], ["ab", "a", "나"], ["ab", "a", ""], ["a\"", "a\\"], ["a", "a\\", "a"], [],
        ["가"],
      ])
  }

  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("\t\r\nfalse\n", "false"), ("\u{FEFF}[]", "[]"),
    ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("[1 , 2]", "[1,2]"), ("-0", "-0"),
    ("0.0", "0.0"), ("1E5", "1E5"), ("1e+007", "1e+007"), ("-12.50e-3", "-12.50e-3"),
    (#""""#, #""""#), (#""\u0041\u00e9\uAC00""#, "\"Aé가\""), (#""\ud83d\ude00""#, "\"😀\""),
    (#""\ud83d""#, "\"\u{FFFD}\""), (#""\ude00x""#, "\"\u{FFFD}x\""),
    (#""\ud83d\u0041""#, "\"\u{FFFD}A\""), (#""\ud83d\ud83d\ude00""#, "\"\u{FFFD}😀\""),
    (#""\ud83d\n""#, #""\#u{FFFD}\n""#), (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    (#""\u0000\u001f\u007f""#, "\"\\u0000\\u001F\u{7F}\""),
    ("\"\u{2028}</script>\"", "\"\u{2028}</script>\""),
    (#"{"a":1,"b":[{"c":null}]}"#, #"{"a":1,"b":[{"c":null}]}"#),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), (#"{"":0}"#, #"{"":0}"#),
    ("123456789012345678901234567890.5", "123456789012345678901234567890.5"),
  ])
  func `valid JSON is parsed and written again`(source: String, expected: String) throws {
    #expect(text(try JSON(parsing: source).bytes()) == expected)
  }

  @Test(arguments: [
    ("", JSONError.Reason.empty, 0), (" \n", .empty, 2), ("\u{FEFF}", .empty, 3),
    ("nul", .expected("a value"), 0), ("True", .expected("a value"), 0),
    ("nulll", .trailing, 4), ("1 2", .trailing, 2), ("[]]", .trailing, 2), ("{}{}", .trailing, 2),
    ("[1,]", .expected("a value"), 3), ("[,1]", .expected("a value"), 1),
    ("[1 2]", .expected("\",\" or \"]\""), 3), ("[1", .expected("\",\" or \"]\""), 2),
    ("[", .expected("a value"), 1), ("{", .expected("a member name"), 1),
    ("{a:1}", .expected("a member name"), 1), ("{'a':1}", .expected("a member name"), 1),
    (#"{"a"}"#, .expected("\":\""), 4), (#"{"a":}"#, .expected("a value"), 5),
    (#"{"a":1,}"#, .expected("a member name"), 7), (#"{"a":1"#, .expected("\",\" or \"}\""), 6),
    ("01", .invalidNumber, 2), ("-", .invalidNumber, 1), ("+1", .expected("a value"), 0),
    (".5", .expected("a value"), 0), ("1.", .invalidNumber, 2), ("1.e5", .invalidNumber, 2),
    ("1e", .invalidNumber, 2), ("1e+", .invalidNumber, 3), ("0x10", .trailing, 1),
    ("NaN", .expected("a value"), 0), ("-Infinity", .invalidNumber, 1),
    ("\"a", .expected("\"\\\"\""), 2), ("\"a\\", .invalidEscape, 3), ("\"\\", .invalidEscape, 2),
    (#""\x41""#, .invalidEscape, 2), (#""\u12""#, .invalidEscape, 3),
    (#""\u12g4""#, .invalidEscape, 3), (#""\U0041""#, .invalidEscape, 2),
    ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
    ("\"\\n\u{1F}\"", .controlCharacter, 3), ("// x\n1", .expected("a value"), 0),
    ("[1]\u{0}", .trailing, 3), ("\u{FEFF}\u{FEFF}1", .expected("a value"), 3),
    ("\u{A0}1", .expected("a value"), 0),
  ])
  func `invalid JSON throws the reason and the offset`(
    source: String, reason: JSONError.Reason, offset: Int
  ) throws {
    let problem = #expect(throws: JSONError.self) { try JSON(parsing: source) }
    #expect(problem?.reason == reason)
    #expect(problem?.offset == offset)
  }

  @Test(
    arguments: [
      ([0x22, 0xFF, 0x22], 1), ([0x22, 0x41, 0xC3, 0x22], 2), ([0xC0, 0x80], 0),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x31, 0x20, 0xFE, 0xFF], 2),
      ([0xFF, 0xFE, 0x31, 0], 0),
      ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xEA, 0xB0], 1),
    ] as [([UInt8], Int)])
  func `bytes that are not UTF-8 throw the offset of the first one`(
    bytes: [UInt8], offset: Int
  ) throws {
    let problem = #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(problem?.reason == .invalidUTF8)
    #expect(problem?.offset == offset)
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func `the maximum nesting depth is 32`(open: String, close: String) throws {
    let levels = open.hasPrefix("[{") ? 2 : 1
    func nested(_ depth: Int) -> String {
      let count = depth / levels
      return String(repeating: open, count: count) + "0" + String(repeating: close, count: count)
    }
    #expect(throws: Never.self) { try JSON(parsing: nested(32)) }
    let deeper = nested(32 + levels)
    let problem = #expect(throws: JSONError.self) { try JSON(parsing: deeper) }
    #expect(problem?.reason == .tooDeep(limit: 32))
  }

  @Test func `an answer of many tiny values is refused, and one of many rows is not`() throws {
    func page(_ rows: String, _ count: Int) -> HTTPResponse {
      let body = "{\"pages\":[" + String(repeating: rows + ",", count: count) + rows + "]}"
      return HTTPResponse(status: 200, body: Array(body.utf8))
    }
    for row in ["0", "{}", "\"\"", "[]", "[0,0,0]"] {
      let problem = #expect(throws: ResponseError.self) {
        try ListProducts.decode(page(row, 400_000))
      }
      guard case .notJSON(let error) = problem, case .tooManyValues = error.reason else {
        Issue.record("\(row): \(String(describing: problem))")
        continue
      }
    }
    let row =
      #"{"id":1,"vendor_id":1,"vendorName":"a","name":"b","thumbnail":"","currency":"KRW","#
      + #""price":1.0,"bargain_price":1.0,"discounted_price":0.0,"stock":1,"created_at":"","#
      + #""issued_at":""}"#
    #expect(try ListProducts.decode(page(row, 20_000)).value.products.count == 20_001)
    // Each row has many issues, and only so many are kept.
    #expect(try ListProducts.decode(page("{}", 40_000)).issues.count == DecodingIssue.limit)
  }

  @Test func `the last of several equal keys counts`() throws {
    let object = try JSON(parsing: #"{"a":1,"b":2,"a":3}"#).objectValue
    #expect(object?["a"] == .integer(3))
    #expect(object?.members.map(\.key) == ["a", "b", "a"])
  }

  @Test func `a member can be replaced in place, appended and removed`() {
    var object: JSONObject = ["a": .null, "b": .null]
    object["a"] = .bool(true)
    object["c"] = .bool(false)
    object["b"] = nil
    #expect(text(JSON.object(object).bytes()) == #"{"a":true,"c":false}"#)
  }

  @Test func `replacing a member with equal keys changes the last one`() {
    var object: JSONObject = ["a": .null, "b": .null, "a": .bool(true)]
    object["a"] = .integer(5)
    #expect(object["a"] == .integer(5))
  }

  /// A quadratic parser would take minutes.
  @Test(
    .timeLimit(.minutes(60)),
    arguments: [
      ("[", "1,", "1]"), ("[", "{},", "{}]"), ("\"", "\\u00e9", "\""), ("\"", "가", "\""),
      ("{", "\"a\":0,", "\"b\":1}"), ("", " ", "1"), ("", "9", ""), ("1.", "0", ""),
      ("[", "\"\",", "null]"), ("\"", "\\ud83d", "\""), ("1E", "0", "1"),
    ])
  func `parsing takes linear time`(
    start: String, middle: String, end: String
  ) throws {
    let count = 1_000_000 / middle.utf8.count
    let value = try JSON(parsing: start + String(repeating: middle, count: count) + end)
    _ = value.decimalValue
    _ = value.intValue
    _ = value.objectValue?["b"]
  }

  @Test func `random values survive a round trip`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let tree = randomTree(depth: 0, using: &generator)
      let compact = tree.bytes()
      #expect(try JSON(parsing: compact) == tree)
      #expect(try JSON(parsing: tree.bytes(indented: true)).bytes() == compact)
      #expect(stripped(tree.bytes(indented: true)) == compact)
    }
  }

  private func randomTree(depth: Int, using generator: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int.random(in: .min ... .max, using: &generator))
    case 3: return .double(decimal("\(Int.random(in: -99999...99999, using: &generator))E-3"))
    case 4, 5: return .string(randomText(using: &generator))
    case 6:
      let count = Int.random(in: 0..<4, using: &generator)
      return .array((0..<count).map { _ in randomTree(depth: depth + 1, using: &generator) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        let key = randomText(using: &generator)
        object.append(key, randomTree(depth: depth + 1, using: &generator))
      }
      return .object(object)
    }
  }

  private func randomText(using generator: inout SeededGenerator) -> String {
    let scalars = (0..<Int.random(in: 0..<12, using: &generator)).compactMap { _ in
      Unicode.Scalar(
        UInt32.random(
          in: 0...(Bool.random(using: &generator) ? 0x7F : 0x1_FFFF), using: &generator))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
