/// Another program to run, such as a viewer or the seller's own command.
public struct ProgramRequest: Sendable {
  /// A command line for `sh`.
  public let command: String
  /// The values of `"$@"` in the command.
  public let arguments: [String]
  /// The complete environment of the program.
  public let variables: [String: String]
  /// The standard input.
  public let input: String

  /// Creates a request whose environment does not contain the secret.
  package init(
    _ command: String, arguments: [String] = [], input: String = "", in environment: Environment
  ) {
    self.command = command
    self.arguments = arguments
    self.input = input
    var variables = environment.variables
    variables["OPENMARKET_SECRET"] = nil
    self.variables = variables
  }
}
