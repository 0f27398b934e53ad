import MarketService
import MarketWire
import SQLite

/// What the operator did to accounts, with a hidden line for the last backup.
extension SQLReader {
  func accountEvents(limit: Int) throws -> [AccountEvent] {
    let newest = try connection.query(
      """
      SELECT at, action, account, detail, reason FROM account_event WHERE action <> $1
      ORDER BY id DESC LIMIT $2
      """, [.text(AccountEvent.backup), Value(limit)]
    ) { row in
      AccountEvent.Action(rawValue: row.text(1)).map { action in
        AccountEvent(
          date: row.date(0), action: action, account: row.text(2), detail: row.text(3),
          reason: row.text(4))
      }
    }
    return newest.reversed().compactMap(\.self)
  }

  func lastBackup() throws -> WireDate? {
    try connection.first(
      "SELECT at FROM account_event WHERE action = $1", [.text(AccountEvent.backup)]
    ) { $0.date(0) }
  }
}

extension SQLWriter {
  func record(_ event: AccountEvent) throws {
    try addLine(event.date, event.action.rawValue, event.account, event.detail, event.reason)
    try connection.run(
      """
      DELETE FROM account_event
      WHERE id <= (
        SELECT id FROM account_event ORDER BY id DESC LIMIT 1 OFFSET \(StoreLimits.accountEvents))
      """, [])
  }

  func setLastBackup(_ date: WireDate) throws {
    try connection.run("DELETE FROM account_event WHERE action = $1", [.text(AccountEvent.backup)])
    try addLine(date, AccountEvent.backup)
  }

  private func addLine(
    _ date: WireDate, _ action: String, _ account: String = "", _ detail: String = "",
    _ reason: String = ""
  ) throws {
    try connection.run(
      """
      INSERT INTO account_event (at, action, account, detail, reason) VALUES ($1, $2, $3, $4, $5)
      """, [Value(date), .text(action), .text(account), .text(detail), .text(reason)])
  }
}
