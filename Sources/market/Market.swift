/// The program's entry and composition root.
@main
enum Market {
  static func main() async {}
}
