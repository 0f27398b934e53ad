/// Placeholder until the first test.
enum MarketServerTestsModule {}
