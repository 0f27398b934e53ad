import CSQLite

extension Connection {
  /// When a transaction takes the write lock.
  public enum TransactionKind: Hashable, Sendable {
    /// At the beginning. Use it for everything that writes: a deferred transaction fails with
    /// `.busy` if another connection has written in the meantime.
    case immediate
    /// With the first write. A transaction that only reads has a consistent view and blocks no one.
    case deferred
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
  ///
  /// A nested transaction is a savepoint. It rolls back its own changes only, and they are
  /// permanent when the outer transaction commits.
  ///
  /// - Throws: The error of `body`, or an `SQLiteError`: `.busy` if another process holds the lock
  ///   for longer than the busy timeout.
  public func transaction<T>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> T
  ) throws -> T {
    try transaction(kind, failure: { $0 as any Error }, body)
  }

  /// Runs `body` in a transaction, with a single error type.
  ///
  /// - Parameter failure: Converts an error of the transaction itself.
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

  /// The SQL commands that begin and commit a transaction.
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

  /// Rolls back after an error. A failure here is ignored, because the caller throws the first one.
  ///
  /// SQLite has already rolled back after some errors, such as a full disk.
  private func rollBack(_ commands: Commands) {
    guard isInTransaction else { return }
    if commands == .savepoint {
      _ = try? execute("ROLLBACK TO inner_step; RELEASE inner_step")
    } else {
      _ = try? execute("ROLLBACK")
    }
  }
}
