import Foundation

/// The disk of simulated machines: `scripts/disk.c`, which is loaded before the C library.
enum Disk {
  /// Which calls fail.
  struct Failures: OptionSet {
    let rawValue: Int32

    /// Calls that change a file or a name.
    static let changes = Failures(rawValue: 1)
    /// Calls that sync.
    static let syncs = Failures(rawValue: 2)
    /// Calls that need space.
    static let growth = Failures(rawValue: 4)
  }

  /// What happens to the disk of one process, counted in calls from now on.
  struct Trouble {
    /// The call in which the process dies; 0 for none.
    var death = 0
    /// The first call that fails; 0 for none.
    var failure = 0
    var failures = 1
    var kinds: Failures = []
    var code: Int32 = 0
    /// A part of the paths of files whose syncs do nothing; empty for none.
    var unsynced = ""
  }

  static let isThere = symbol("disk_fork") != nil

  /// Starts a process that goes on here; returns 0 in it, and its number in the other one.
  static func fork() -> pid_t {
    unsafeBitCast(symbol("disk_fork"), to: (@convention(c) () -> pid_t).self)()
  }

  /// Follows all calls of this process that change files of a machine; its random bytes come from a
  /// seed.
  static func follow(_ folder: String, _ trouble: Trouble, seed: UInt64) {
    unsafeBitCast(symbol("disk_random"), to: (@convention(c) (UInt64) -> Void).self)(seed)
    unsafeBitCast(
      symbol("disk_machine"), to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)(folder)
    unsafeBitCast(
      symbol("disk_lie"), to: (@convention(c) (UnsafePointer<CChar>) -> Void).self)(
        trouble.unsynced)
    unsafeBitCast(symbol("disk_die"), to: (@convention(c) (CLong) -> Void).self)(trouble.death)
    unsafeBitCast(
      symbol("disk_fail"), to: (@convention(c) (CLong, CLong, Int32, Int32) -> Void).self)(
        trouble.failure, trouble.failures, trouble.kinds.rawValue, trouble.code)
  }

  /// Leaves on the disk of a machine what may be left after its power has failed.
  static func crash(_ folder: String, seed: UInt64) {
    unsafeBitCast(
      symbol("disk_crash"), to: (@convention(c) (UnsafePointer<CChar>, UInt64) -> Void).self)(
        folder, seed)
  }

  private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { dlsym(nil, name) }
}
