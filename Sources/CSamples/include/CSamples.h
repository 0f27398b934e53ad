// The listings and images of the sample market, embedded in the program.
//
// The program can therefore be moved without them. They are in the read-only data segment: nothing
// is read or unpacked at startup, and unused pages are never loaded.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The number of images. Each drawing is available as NAME.jpg (480 by 360 pixels) and
// NAME_thumb.jpg (240 by 180 pixels).
int csamples_count(void);

// The file name of an image, such as "mug.jpg". Indices start at 0; NULL for an invalid index.
const char *csamples_name(int index);

// The JPEG bytes of an image, which are never freed, and their number; NULL and 0 for an invalid
// index.
const uint8_t *csamples_bytes(int index, size_t *length);

// The text of listings.json in UTF-8, without a final NUL, and its length in bytes. The listings
// are sorted by age, oldest first.
const uint8_t *csamples_listings(size_t *length);
