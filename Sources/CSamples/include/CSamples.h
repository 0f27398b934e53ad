// The sample market's listings and pictures, as bytes in the program.
//
// They are embedded so that the program can be moved. They are in the read-only data segment, so
// nothing is read or unpacked at start, and unused pages are never loaded.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The number of pictures: NAME.jpg (480 by 360 pixels) and NAME_thumb.jpg (240 by 180) for each
// drawing.
int csamples_count(void);

// The file name of a picture, counting from 0, such as "mug.jpg"; NULL outside the range.
const char *csamples_name(int index);

// The JPEG bytes of a picture, which are never freed, and their number; NULL and 0 outside the range.
const uint8_t *csamples_bytes(int index, size_t *length);

// The text of listings.json in UTF-8, not terminated by a NUL, and its length in bytes. Its
// listings are in order of age, oldest first.
const uint8_t *csamples_listings(size_t *length);
