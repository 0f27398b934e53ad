/// Brings a database to the schema that the program knows, step by step.

/// An ordered list of named steps; `user_version` in the file counts those that were done.
///
/// A step that was ever released never changes: a new step is appended instead.
public struct Migrator: Sendable {
  /// One step, run once in the life of a file.
  public struct Step: Sendable {
    let name: String
    let apply: @Sendable (Connection) throws(SQLiteError) -> Void

    /// - Parameter name: a few words for the error message when the step fails.
    public init(
      _ name: String, _ apply: @escaping @Sendable (Connection) throws(SQLiteError) -> Void
    ) {
      self.name = name
      self.apply = apply
    }

    /// A step that is a script.
    public init(_ name: String, script: String) {
      self.init(name) { connection throws(SQLiteError) in try connection.execute(script) }
    }
  }

  let applicationID: Int32
  let steps: [Step]

  /// - Parameter applicationID: any number but 0, the program's own.
  public init(applicationID: Int32, steps: [Step]) {
    self.applicationID = applicationID
    self.steps = steps
  }

  /// Does the steps that are missing, each in a transaction of its own.
  ///
  /// Several processes may do this to one file at once: each takes the write lock before it looks
  /// which step comes next.
  ///
  /// - Throws: `.newerSchema` and `.foreignFile` before anything is touched, or what a step throws,
  ///   with the step's name in the message and the file as it was before the step.
  public func migrate(_ connection: Connection) throws(SQLiteError) {
    while try pending(connection) {
      try connection.transaction(.immediate, failure: \.self) { () throws(SQLiteError) in
        // Somebody else may have done the step while this one waited for the lock.
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

  /// Whether steps are missing, after a look at whose file it is.
  ///
  /// The three facts come from one view of the file; between two views another process may have
  /// made its tables.
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
