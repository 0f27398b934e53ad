/// The version of the program.
enum Version {
  /// The version that `--version` prints: the first unreleased version in the CHANGELOG.
  static let text = "0.1.0-dev"
}
