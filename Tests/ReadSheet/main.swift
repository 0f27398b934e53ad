import SheetFiles

// Reads a table and prints the number of its rows and values, for scripts/bench.
let source = try SheetReader.open(CommandLine.arguments[1])
_ = try source.next()
var rows = 0
var values = 0
while let row = try source.next() {
  rows += 1
  for cell in row.cells where cell != .empty { values += 1 }
}
print(rows, values)
