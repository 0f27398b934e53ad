import Foundation
import MarketStores
import Synchronization

/// A PostgreSQL server of the test process: in a temporary folder, on a socket, without a port.
///
/// It is started when it is first needed, and it ends with the process. Each test gets a schema of
/// its own in one database, which is quicker than a database of its own. Nothing is synced to the
/// disk, since no test of this server is about a power cut.
public final class PostgresServer: Sendable {
  /// The server; nil if PostgreSQL is not installed.
  public static let shared: PostgresServer? = {
    guard let programs = programs else { return nil }
    return PostgresServer(programs)
  }()

  /// Whether the tests with PostgreSQL can run.
  public static var isInstalled: Bool { programs != nil }

  /// Whether the tests with PostgreSQL run: if they can, or if `OPENMARKET_NEEDS_POSTGRES` says so.
  public static let isNeeded =
    isInstalled || ProcessInfo.processInfo.environment["OPENMARKET_NEEDS_POSTGRES"] != nil

  public let folder: String
  private let settings: String
  private let programs: String
  private let number = Mutex(0)

  /// The folder with `initdb` and `postgres`, of version 15 or later.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let newest = versions.compactMap { Int($0) }.filter { $0 >= 15 }.max()
    guard let newest, FileManager.default.isExecutableFile(atPath: "\(root)/\(newest)/bin/initdb")
    else { return nil }
    return "\(root)/\(newest)/bin"
  }()

  /// Starts another server, which a test may stop and start again; it syncs to the disk.
  ///
  /// - Throws: ``Missing``.
  public static func makeOwn() throws -> PostgresServer {
    guard let programs, let server = PostgresServer(programs, isDurable: true) else {
      throw Missing()
    }
    return server
  }

  /// Starts a standby of this server, which then waits for it with each commit.
  public func makeStandby() throws -> PostgresServer {
    guard let standby = PostgresServer(programs, isDurable: true, of: self) else { throw Missing() }
    try execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try execute("SELECT pg_reload_conf()")
    return standby
  }

  /// Makes a standby a server of its own.
  public func promote() throws {
    guard Self.run("\(control("promote")) >/dev/null 2>&1") else { throw Missing() }
    try execute("ALTER SYSTEM RESET synchronous_standby_names")
    try execute("SELECT pg_reload_conf()")
  }

  /// Whether pgbouncer is installed.
  public static let hasPooler = FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer")

  /// Starts pgbouncer in front of this server; it ends with the process.
  ///
  /// - Parameter mode: `session` or `transaction`.
  /// - Returns: the URL of a database of its own.
  public func makePooler(_ mode: String) throws -> String {
    let (name, port) = ("\(folder)/\(mode)", mode == "session" ? 6432 : 6433)
    try execute("CREATE DATABASE \(mode)")
    let script = """
      cat >\(name).ini <<END
      [databases]
      \(mode) = host=\(folder) user=market
      [pgbouncer]
      listen_port = \(port)
      unix_socket_dir = \(folder)
      auth_type = any
      pool_mode = \(mode)
      logfile = \(name).log
      pidfile = \(name).pid
      END
      $as /usr/sbin/pgbouncer -q -d \(name).ini >/dev/null 2>&1 3<&- || exit 1
      for n in $(seq 500); do [ ! -s \(name).pid ] || break; sleep 0.01; done
      id=$(cat \(name).pid) || exit 1
      ( cat; kill "$id" ) <&3 >/dev/null 2>&1 &
      """
    guard Self.run(script) else { throw Missing() }
    return "postgresql://market@/\(mode)?host=\(folder)&port=\(port)"
  }

  private static let count = Mutex(0)

  private init?(_ programs: String, isDurable: Bool = false, of primary: PostgresServer? = nil) {
    self.programs = programs
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    // The path of a socket has at most 107 bytes.
    folder = "/tmp/market-pg-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
    settings =
      "-k \(folder) -c listen_addresses= -c max_connections=200 -c shared_buffers=64MB"
      + " -c max_wal_size=256MB -c autovacuum=off"
      + (isDurable ? "" : " -c fsync=off -c synchronous_commit=off -c full_page_writes=off")
    let data =
      primary.map { "pg_basebackup -h \($0.folder) -U market -c fast -R" }
      ?? "initdb --no-sync -A trust -U market -E UTF8 --locale=C.UTF-8"
    let script = """
      rm -rf \(folder) && mkdir -m 700 \(folder) && cd \(folder) || exit 1
      [ "$(id -u)" != 0 ] || chown postgres: \(folder)
      $as \(programs)/\(data) -D \(folder)/data >\(folder)/init.log 2>&1
      """
    guard Self.run(script), start() else { return nil }
    // The pipe is closed when this process ends.
    let ending = """
      ( cat; \(control("stop -m immediate")); umount \(folder)/disk; rm -rf \(folder) ) \
        <&3 >/dev/null 2>&1 &
      """
    guard Self.run(ending) else { return nil }
  }

  /// Starts the server after ``stop(_:)``.
  @discardableResult
  public func start() -> Bool {
    Self.run(
      "( \(control("start -l \(folder)/server.log -o \"\(settings)\"")) ) 3<&- >/dev/null 2>&1"
    )
  }

  /// Stops the server: `fast` or `immediate`, which is like a crash.
  public func stop(_ mode: String) {
    _ = Self.run("\(control("stop -m \(mode)")) >/dev/null 2>&1")
  }

  /// Runs SQL as the superuser.
  public func execute(_ sql: String) throws {
    let url = "postgresql://market@/postgres?host=\(folder)"
    try PostgresConnection(url: url, setupSQL: "").execute(sql)
  }

  /// Runs SQL in the schema of a URL of this or another server.
  public static func execute(_ sql: String, at url: String) throws {
    try PostgresConnection(url: url, setupSQL: "").execute(sql)
  }

  /// A lock of a table, which no statement gets until it is released.
  public final class TableLock {
    private let connection: PostgresConnection

    fileprivate init(_ table: String, _ url: String) throws {
      connection = try PostgresConnection(url: url, setupSQL: "BEGIN; LOCK TABLE \(table)")
    }

    /// The number of statements that wait for it.
    public var waiting: Int {
      let sql = """
        SELECT count(*) FROM pg_stat_activity
        WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)) AND state = 'active'
        """
      // A transaction sees the activity of one moment otherwise.
      try? connection.execute("SELECT pg_stat_clear_snapshot()")
      return Int(((try? connection.script(sql) { $0.int64(0) }) ?? nil) ?? -1)
    }
  }

  /// Locks a table of a market.
  public static func lock(_ table: String, at url: String) throws -> TableLock {
    try TableLock(table, url)
  }

  /// Lets a role sign in with a password only; it has a schema of its own.
  ///
  /// - Returns: a URL without the password.
  public func makeRole(_ role: String, password: String) throws -> String {
    let path = "\(folder)/data/pg_hba.conf"
    let rules = try String(contentsOfFile: path, encoding: .utf8)
    // Not atomically: the file must keep its owner.
    try "local all \(role) scram-sha-256\n\(rules)".write(
      toFile: path, atomically: false, encoding: .utf8)
    try execute(
      """
      CREATE ROLE \(role) LOGIN PASSWORD '\(password)';
      CREATE SCHEMA \(role) AUTHORIZATION \(role)
      """)
    try execute("SELECT pg_reload_conf()")
    let url = "postgresql://\(role)@/postgres?host=\(folder)&options=-csearch_path%3D\(role)"
    // The server reads the rules a little later.
    for _ in 0..<1000 where (try? PostgresConnection(url: url, setupSQL: "")) == nil { return url }
    throw Missing()
  }

  /// Whether this process may mount a small disk, which needs root.
  public static let canMount: Bool = {
    let folder = "/tmp/market-disk-\(ProcessInfo.processInfo.processIdentifier)"
    return run(
      "mkdir -p \(folder) && mount -t tmpfs -o size=1m tmpfs \(folder) && umount \(folder) "
        + "&& rmdir \(folder)")
  }()

  /// Moves the pictures of a market to a disk of a few megabytes.
  public func movePictures(at url: String, toDiskOf megabytes: Int) throws {
    let disk = "\(folder)/disk"
    let mount = """
      mkdir -p \(disk) && mount -t tmpfs -o size=\(megabytes)m,mode=700 tmpfs \(disk) || exit 1
      [ "$(id -u)" != 0 ] || chown postgres: \(disk)
      """
    guard Self.run(mount) else { throw Missing() }
    try execute("CREATE TABLESPACE small LOCATION '\(disk)'")
    try Self.execute("ALTER TABLE picture_file SET TABLESPACE small", at: url)
  }

  /// Makes the small disk larger while it is in use.
  public func resizeDisk(toMegabytes megabytes: Int) -> Bool {
    Self.run("mount -o remount,size=\(megabytes)m \(folder)/disk")
  }

  private func control(_ command: String) -> String {
    "$as \(programs)/pg_ctl -s -w -D \(folder)/data \(command)"
  }

  /// A URL with an empty schema of its own.
  public static func newURL() throws -> String {
    guard let shared else { throw Missing() }
    return try shared.makeURL()
  }

  /// PostgreSQL is not installed, or it cannot be started.
  public struct Missing: Error {}

  /// A URL of the server with an empty schema of its own.
  public func makeURL() throws -> String {
    let name = number.withLock { number in
      number += 1
      return "market_\(number)"
    }
    try execute("CREATE SCHEMA \(name)")
    return "postgresql://market@/postgres?host=\(folder)&options=-csearch_path%3D\(name)"
  }

  /// Runs a script of the shell; descriptor 3 is closed when this process ends.
  ///
  /// `Process` is not used: it waits for the end of a descriptor that a server inherits which
  /// another test starts at the same time.
  private static func run(_ script: String) -> Bool {
    // PostgreSQL does not run as root.
    let user = """
      exec 3<&0 </dev/null
      as=; [ "$(id -u)" != 0 ] || as="setpriv --reuid postgres --regid postgres --clear-groups"

      """
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, Self.lifeline, 0)
      let texts = ["/bin/bash", "-c", user + script]
      var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
      words.append(nil)
      var variables: [UnsafeMutablePointer<CChar>?] = [
        strdup("PATH=/usr/sbin:/usr/bin:/sbin:/bin"),
        strdup("TMPDIR=" + (ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp")),
      ]
      variables.append(nil)
      defer { for word in words + variables { free(word) } }
      // A server that started with the blocked signals of this thread would not end by SIGTERM.
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
      var id: pid_t = 0
      guard posix_spawn(&id, "/bin/bash", &actions, &attributes, &words, &variables) == 0 else {
        return false
      }
      var status: Int32 = 0
      while waitpid(id, &status, 0) < 0 { guard errno == EINTR else { return false } }
      return status == 0
    #else
      return false
    #endif
  }

  /// The end of a pipe that no other process can write to; it is at its end when this process is.
  private static let lifeline: Int32 = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends[0]
  }()
}
