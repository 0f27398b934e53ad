/// Placeholder until the first helper.
enum MarketTestSupportModule {}
