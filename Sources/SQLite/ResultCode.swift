import CSQLite

extension SQLiteError.Code {
  /// Converts one of SQLite's extended result codes, whose low byte is the primary code.
  init(extended: Int32) {
    switch extended & 0xff {
    case SQLITE_BUSY: self = .busy
    case SQLITE_LOCKED: self = .locked
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notADatabase
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen
    case SQLITE_IOERR: self = .inputOutput
    case SQLITE_CONSTRAINT: self = .constraint(SQLiteError.Constraint(extended: extended))
    case SQLITE_SCHEMA: self = .schema
    case SQLITE_ERROR: self = .invalidSQL
    case SQLITE_TOOBIG: self = .tooBig
    case SQLITE_INTERRUPT: self = .interrupted
    case SQLITE_MISUSE, SQLITE_RANGE: self = .misuse
    default: self = .other(extended)
    }
  }
}

extension SQLiteError.Constraint {
  /// Converts the high bytes of an extended result code.
  ///
  /// SQLite's constants for these are macros that Swift cannot import.
  init(extended: Int32) {
    switch extended >> 8 {
    case 1: self = .check
    case 3: self = .foreignKey
    case 5: self = .notNull
    case 6, 10: self = .primaryKey
    case 7: self = .trigger
    case 8: self = .unique
    default: self = .other
    }
  }
}
