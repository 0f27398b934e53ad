import CommandLanguage
import MarketRender
import Messages
import SellerSession

/// A shell that completes words of the system's command line.
enum OuterShell: String, ChoiceValue {
  case bash, zsh, fish
}

/// A word of an outer shell; the one that is completed may be empty.
struct OuterWord: Hashable, ParameterValue {
  let description: String

  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    OuterWord(description: word.text)
  }

  static let valueName: Message = "word"
  static let sample = "edit"
}

enum CompletionCommand: Command {
  static let shell = Argument<OuterShell>("shell", help: "bash, zsh or fish")
  static let words = Argument<[OuterWord]>(
    "word", help: "words to complete, which the script of the shell passes")

  static let spec = CommandSpec(
    "completion", aliases: ["자동완성"], group: .shell,
    summary: "Print the completion script of a shell",
    discussion: """
      For bash: source <(market completion bash), in ~/.bashrc. For zsh: source <(market completion \
      zsh), in ~/.zshrc after compinit. For fish: market completion fish | source, in its \
      config.fish. scripts/install does this for all users.
      """,
    grammar: [shell, words], examples: ["completion bash"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let shell = input[shell]
    guard !input[words].isEmpty else { return .text(ShellCompletionScript.text(for: shell)) }
    let completion = context.shell.completion(of: input[words].map(\.description), in: context)
    return .text(ShellCompletionScript.answer(completion, for: shell))
  }
}
