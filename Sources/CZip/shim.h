// The part of libzip that reads spreadsheets.
#pragma once
#include <zip.h>
