import Testing

@testable import SellerFiles

@Suite(.timeLimit(.minutes(60))) struct SecretFilterTests {
  private let filter = SecretFilter(
    secrets: ["hunter2 x", "0d5a-known", "6b1e0f6a-8d1c-11ef-9f3b-0242ac120002", "q"])

  private static let rejected = [
    " list", "\tlist", "\u{3000}list", "", "login http://x --secret hunter", "login --secret=x",
    "login http://x --SECRET x", "add --password x", "login x --identifier abc",
    "login x --identifer abc", "OPENMARKET_SECRET=x", "let OPENMARKET_SECRET=x",
    "openmarket_secret=x list", "search hunter2\\ x", "search \"hunter2 x\"",
    "search 'a hunter2 x'",
    "list; search 0d5a-known", "search 6B1E0F6A-8D1C-11EF-9F3B-0242AC120003",
    "login http://x/00000000-8d1c-11ef-9f3b-0242ac120009", "search q", "search 비밀번호=1",
    "history delete mug", "list; history delete 5", "search \"hunter2 x",
    "login x --token abc", "list --market=6b1e0f6a-8d1c-11ef-9f3b-0242ac120002",
  ]

  @Test(arguments: rejected)
  func `a line that may contain a secret is rejected`(line: String) {
    #expect(!filter.allows(line))
  }

  private static let allowed = [
    "list", "login http://x --secret-stdin", "login http://x --secret-file ~/secret.txt",
    "add --image IMG_6b1e0f6a-8d1c-11ef-9f3b-0242ac120003.jpg", "search secret", "history mug",
    "search quilt", "search \"secret santa\"", "add --name 'Secret box' --price 5", "show 12 # why",
    "login http://localhost:8080 --shop oak",
  ]

  @Test(arguments: allowed)
  func `any other line is allowed`(line: String) {
    #expect(filter.allows(line))
  }
}
