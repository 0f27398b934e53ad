/// The version of the program.

enum Version {
  /// What `--version` prints; the first version of the CHANGELOG that is not released yet.
  static let text = "0.1.0-dev"
}
