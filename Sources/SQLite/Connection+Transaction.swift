/// Transactions: all of a closure's changes, or none.
import CSQLite

extension Connection {
  /// When a transaction takes the write lock.
  public enum TransactionKind: Hashable, Sendable {
    /// At once: the right kind for anything that writes, since it never has to start over.
    case immediate
    /// With the first write; a pure reader gets one consistent view and blocks nobody.
    case deferred
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Commits what `body` did, or takes all of it back when it throws.
  ///
  /// Inside another transaction it is a savepoint: it takes back its own changes only, and they
  /// last when the outer one commits.
  ///
  /// - Throws: what `body` throws, or `SQLiteError`, `.busy` when another process keeps the lock.
  public func transaction<T>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> T
  ) throws -> T {
    try transaction(kind, failure: { $0 as any Error }, body)
  }

  /// The same with one type of error; `failure` turns an error of the transaction itself into it.
  public func transaction<T, Failure: Error>(
    _ kind: TransactionKind = .immediate, failure: (SQLiteError) -> Failure,
    _ body: () throws(Failure) -> T
  ) throws(Failure) -> T {
    let commands =
      isInTransaction ? Commands.savepoint : kind == .immediate ? .immediate : .deferred
    do throws(SQLiteError) { try run(commands.begin) } catch { throw failure(error) }
    let result: T
    do throws(Failure) { result = try body() } catch {
      rollBack(commands)
      throw error
    }
    do throws(SQLiteError) { try run(commands.commit) } catch {
      rollBack(commands)
      throw failure(error)
    }
    return result
  }

  /// The three statements around a transaction.
  private enum Commands {
    case immediate, deferred, savepoint

    var begin: String {
      switch self {
      case .immediate: "BEGIN IMMEDIATE"
      case .deferred: "BEGIN"
      case .savepoint: "SAVEPOINT inner_step"
      }
    }

    var commit: String { self == .savepoint ? "RELEASE inner_step" : "COMMIT" }
  }

  /// Takes changes back; the first error is the one to tell, so a failure here is dropped. A full
  /// disk and the like have made SQLite roll back already.
  private func rollBack(_ commands: Commands) {
    guard isInTransaction else { return }
    if commands == .savepoint {
      _ = try? execute("ROLLBACK TO inner_step; RELEASE inner_step")
    } else {
      _ = try? execute("ROLLBACK")
    }
  }
}
