import Testing

@testable import SheetFiles

@Suite(.timeLimit(.minutes(60))) struct NumberFormatTests {
  @Test(arguments: [
    ("General", NumberFormat.number), ("0.00", .number), ("#,##0\\ \"days\"", .number),
    ("[Red]0", .number), ("0_d", .number), ("yyyy-mm-dd", .date), ("[h]", .date),
    ("[$-412]yyyy\"년\" m\"월\"", .date), ("h:mm AM/PM", .date), ("0%", .percent),
    ("0.0%", .percent), ("[>=1]0%;0.0%", .percent), ("0.0\\%", .number), ("0;d", .number),
    ("#,##0\"개\"", .number), ("0.0 \"kg\"", .number), ("#,##0,\"천\"", .number),
    ("00000", .code(prefix: "", digits: 5)), ("\"MUG-\"000", .code(prefix: "MUG-", digits: 3)),
    ("000-0000", .number), ("0.000", .number), ("#,##0\"천원\"", .thousands(unit: "천원")),
    ("0.0\"만원\"", .thousands(unit: "만원")), ("#,##0,\"천원\"", .number),
    ("#,##0\"백원\"", .thousands(unit: "백원")), ("0\"K\"", .thousands(unit: "K")),
    ("0\" Stk\"", .number), ("0.00\"¢\"", .thousands(unit: "¢")),
    ("0\"p\"", .thousands(unit: "p")),
  ])
  func `a format says what a number means`(code: String, format: NumberFormat) {
    #expect(NumberFormat(code: code) == format)
  }

  @Test(arguments: [
    ("\"₩\"#,##0", "KRW"), ("[$₩-412]#,##0", "KRW"), ("[$₩-ko-KR]#,##0", "KRW"),
    ("_-[$₩-412]* #,##0_-;-[$₩-412]* #,##0_-", "KRW"), ("#,##0\"원\"", "KRW"),
    ("#,##0\\ \"원\"", "KRW"), ("￦#,##0", "KRW"), ("[$KRW] #,##0", "KRW"),
    ("\"$\"#,##0.00", "USD"), ("$#,##0.00", "USD"), ("\\$#,##0", "USD"),
    ("[$$-409]#,##0.00", "USD"), ("[$$-en-US]#,##0.00", "USD"), ("[$US$-409]0", "USD"),
    ("_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\)", "USD"), ("[$USD] #,##0.00", "USD"),
    ("#,##0.00\\ [$USD]", "USD"), ("[$$-1009]0.00", "CAD"), ("[$$-C09]0.00", "AUD"),
    ("[$€-407]#,##0.00", "EUR"), ("#,##0.00\\ [$€-407]", "EUR"), ("#,##0.00 €", "EUR"),
    ("[$£-809]#,##0.00", "GBP"), ("[$¥-411]#,##0", "JPY"), ("\"¥\"#,##0", "JPY"),
    ("[$¥-804]#,##0", "CNY"), ("#,##0\"円\"", "JPY"), ("#,##0.00\\ [$kr-41D]", "SEK"),
    ("[Red][$₩-412]#,##0", "KRW"), ("\"$\"General", "USD"), ("General\"원\"", "KRW"),
    ("General\" €\"", "EUR"), ("0.00\" 유로\"", "EUR"), ("\"US $\"0.00", "USD"),
    ("#,##0\"원/개\"", "KRW"), ("\"약 \"#,##0\"원\"", "KRW"), ("#,##0.00\\ \"€/Stk\"", "EUR"),
    ("0\"위안\"", "CNY"), ("#,##0\" won\"", "KRW"), ("[$₪-40D] #,##0.00", "ILS"),
  ])
  func `a sign in a format is a currency`(code: String, currency: String) {
    #expect(NumberFormat(code: code) == .amount([currency]))
  }

  @Test func `some signs fit several currencies`() {
    #expect(NumberFormat(code: "\"\\\"#,##0") == .amount(["KRW", "JPY"]))
    #expect(NumberFormat(code: "[$$-7FFF]#,##0") == .amount([]))
    #expect(NumberFormat(code: "\"$\"0.00\" CAD\"") == .amount(["USD", "CAD"]))
    #expect(NumberFormat(code: "#,##0 [$Ft-40E]") == .amount([]))
    #expect(NumberFormat(code: "\"Rs.\"#,##0") == .amount([]))
    #expect(NumberFormat(builtIn: 44) == .amount([]))
    #expect(NumberFormat(builtIn: 41) == .number)
  }
}
