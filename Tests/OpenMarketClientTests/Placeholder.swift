/// Placeholder until the first test.
enum OpenMarketClientTestsModule {}
