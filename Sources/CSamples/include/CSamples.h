// The files of the sample market, as bytes in the program.
#pragma once
#include <stddef.h>
#include <stdint.h>
