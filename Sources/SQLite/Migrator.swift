/// An ordered list of named steps that create and update the schema of a database.
///
/// The file's `user_version` is the number of steps that were applied. A released step must not
/// change; append a new one instead.
public struct Migrator: Sendable {
  /// One step, applied once to each file.
  public struct Step: Sendable {
    let name: String
    let apply: @Sendable (Connection) throws(SQLiteError) -> Void

    /// - Parameter name: A few words for the error message if the step fails.
    public init(
      _ name: String, _ apply: @escaping @Sendable (Connection) throws(SQLiteError) -> Void
    ) {
      self.name = name
      self.apply = apply
    }

    /// Creates a step that runs an SQL script.
    public init(_ name: String, script: String) {
      self.init(name) { connection throws(SQLiteError) in try connection.execute(script) }
    }
  }

  let applicationID: Int32
  let steps: [Step]

  /// - Parameter applicationID: The number that identifies the program; not 0.
  public init(applicationID: Int32, steps: [Step]) {
    self.applicationID = applicationID
    self.steps = steps
  }

  /// The version of a migrated file.
  public var version: Int { steps.count }

  /// Applies the missing steps, each in its own transaction.
  ///
  /// Several processes may migrate a file at the same time: each takes the write lock before it
  /// determines the next step.
  ///
  /// - Throws: `.newerSchema` or `.foreignFile` before anything is changed; or the error of a step,
  ///   with the step's name in the message. The failed step is rolled back.
  public func migrate(_ connection: Connection) throws(SQLiteError) {
    while try pending(connection) {
      try connection.transaction(.immediate, failure: \.self) { () throws(SQLiteError) in
        // Another process may have applied the step while this one waited for the lock.
        guard try pending(connection) else { return }
        let number = try connection.userVersion()
        do throws(SQLiteError) { try steps[number].apply(connection) } catch {
          var named = error
          named.message = "\(steps[number].name): \(error.message)"
          throw named
        }
        try connection.setApplicationID(applicationID)
        try connection.setUserVersion(number + 1)
      }
    }
  }

  /// Whether steps are missing. Throws if the file belongs to another program or a newer version.
  ///
  /// One transaction reads all three values, because another process may create its tables between
  /// two reads.
  private func pending(_ connection: Connection) throws(SQLiteError) -> Bool {
    let (owner, version, tables) = try connection.transaction(.deferred, failure: \.self) {
      () throws(SQLiteError) in
      try (
        connection.applicationID(), connection.userVersion(),
        connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
      )
    }
    guard owner == applicationID || (owner == 0 && version == 0 && tables == 0) else {
      throw SQLiteError(.foreignFile(applicationID: owner), "the file is another program's")
    }
    guard version >= 0, version <= steps.count else {
      throw SQLiteError(
        .newerSchema(found: version, known: steps.count), "the file has a newer schema")
    }
    return version < steps.count
  }
}
