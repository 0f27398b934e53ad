/// Placeholder until the first test.
enum CommandLanguageTestsModule {}
