/// Placeholder until the first test.
enum DigestTestsModule {}
