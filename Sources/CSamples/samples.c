// Embeds Fixtures/sample. A new picture needs two #embed lines here and an entry in the table below.
#include "CSamples.h"

// #embed is C23. The compiler accepts it in every mode, with a warning.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t listings[] = {
#embed "../../Fixtures/sample/listings.json"
};

static const uint8_t bag[] = {
#embed "../../Fixtures/sample/pictures/bag.jpg"
};

static const uint8_t bag_thumb[] = {
#embed "../../Fixtures/sample/pictures/bag_thumb.jpg"
};

static const uint8_t bicycle[] = {
#embed "../../Fixtures/sample/pictures/bicycle.jpg"
};

static const uint8_t bicycle_thumb[] = {
#embed "../../Fixtures/sample/pictures/bicycle_thumb.jpg"
};

static const uint8_t book[] = {
#embed "../../Fixtures/sample/pictures/book.jpg"
};

static const uint8_t book_thumb[] = {
#embed "../../Fixtures/sample/pictures/book_thumb.jpg"
};

static const uint8_t cake[] = {
#embed "../../Fixtures/sample/pictures/cake.jpg"
};

static const uint8_t cake_thumb[] = {
#embed "../../Fixtures/sample/pictures/cake_thumb.jpg"
};

static const uint8_t camera[] = {
#embed "../../Fixtures/sample/pictures/camera.jpg"
};

static const uint8_t camera_thumb[] = {
#embed "../../Fixtures/sample/pictures/camera_thumb.jpg"
};

static const uint8_t candle[] = {
#embed "../../Fixtures/sample/pictures/candle.jpg"
};

static const uint8_t candle_thumb[] = {
#embed "../../Fixtures/sample/pictures/candle_thumb.jpg"
};

static const uint8_t cap[] = {
#embed "../../Fixtures/sample/pictures/cap.jpg"
};

static const uint8_t cap_thumb[] = {
#embed "../../Fixtures/sample/pictures/cap_thumb.jpg"
};

static const uint8_t chair[] = {
#embed "../../Fixtures/sample/pictures/chair.jpg"
};

static const uint8_t chair_thumb[] = {
#embed "../../Fixtures/sample/pictures/chair_thumb.jpg"
};

static const uint8_t cushion[] = {
#embed "../../Fixtures/sample/pictures/cushion.jpg"
};

static const uint8_t cushion_thumb[] = {
#embed "../../Fixtures/sample/pictures/cushion_thumb.jpg"
};

static const uint8_t guitar[] = {
#embed "../../Fixtures/sample/pictures/guitar.jpg"
};

static const uint8_t guitar_thumb[] = {
#embed "../../Fixtures/sample/pictures/guitar_thumb.jpg"
};

static const uint8_t headphones[] = {
#embed "../../Fixtures/sample/pictures/headphones.jpg"
};

static const uint8_t headphones_thumb[] = {
#embed "../../Fixtures/sample/pictures/headphones_thumb.jpg"
};

static const uint8_t kettle[] = {
#embed "../../Fixtures/sample/pictures/kettle.jpg"
};

static const uint8_t kettle_thumb[] = {
#embed "../../Fixtures/sample/pictures/kettle_thumb.jpg"
};

static const uint8_t keyboard[] = {
#embed "../../Fixtures/sample/pictures/keyboard.jpg"
};

static const uint8_t keyboard_thumb[] = {
#embed "../../Fixtures/sample/pictures/keyboard_thumb.jpg"
};

static const uint8_t lamp[] = {
#embed "../../Fixtures/sample/pictures/lamp.jpg"
};

static const uint8_t lamp_thumb[] = {
#embed "../../Fixtures/sample/pictures/lamp_thumb.jpg"
};

static const uint8_t mug[] = {
#embed "../../Fixtures/sample/pictures/mug.jpg"
};

static const uint8_t mug_thumb[] = {
#embed "../../Fixtures/sample/pictures/mug_thumb.jpg"
};

static const uint8_t plant[] = {
#embed "../../Fixtures/sample/pictures/plant.jpg"
};

static const uint8_t plant_thumb[] = {
#embed "../../Fixtures/sample/pictures/plant_thumb.jpg"
};

static const uint8_t ring[] = {
#embed "../../Fixtures/sample/pictures/ring.jpg"
};

static const uint8_t ring_thumb[] = {
#embed "../../Fixtures/sample/pictures/ring_thumb.jpg"
};

static const uint8_t scarf[] = {
#embed "../../Fixtures/sample/pictures/scarf.jpg"
};

static const uint8_t scarf_thumb[] = {
#embed "../../Fixtures/sample/pictures/scarf_thumb.jpg"
};

static const uint8_t shoes[] = {
#embed "../../Fixtures/sample/pictures/shoes.jpg"
};

static const uint8_t shoes_thumb[] = {
#embed "../../Fixtures/sample/pictures/shoes_thumb.jpg"
};

static const uint8_t soap[] = {
#embed "../../Fixtures/sample/pictures/soap.jpg"
};

static const uint8_t soap_thumb[] = {
#embed "../../Fixtures/sample/pictures/soap_thumb.jpg"
};

static const uint8_t teapot[] = {
#embed "../../Fixtures/sample/pictures/teapot.jpg"
};

static const uint8_t teapot_thumb[] = {
#embed "../../Fixtures/sample/pictures/teapot_thumb.jpg"
};

static const uint8_t umbrella[] = {
#embed "../../Fixtures/sample/pictures/umbrella.jpg"
};

static const uint8_t umbrella_thumb[] = {
#embed "../../Fixtures/sample/pictures/umbrella_thumb.jpg"
};

static const uint8_t vase[] = {
#embed "../../Fixtures/sample/pictures/vase.jpg"
};

static const uint8_t vase_thumb[] = {
#embed "../../Fixtures/sample/pictures/vase_thumb.jpg"
};

static const uint8_t watch[] = {
#embed "../../Fixtures/sample/pictures/watch.jpg"
};

static const uint8_t watch_thumb[] = {
#embed "../../Fixtures/sample/pictures/watch_thumb.jpg"
};

#define PICTURE(name) \
  {#name ".jpg", name, sizeof name}, {#name "_thumb.jpg", name##_thumb, sizeof name##_thumb}

static const struct {
  const char *name;
  const uint8_t *bytes;
  size_t length;
} pictures[] = {
    PICTURE(bag), PICTURE(bicycle), PICTURE(book), PICTURE(cake), PICTURE(camera),
    PICTURE(candle), PICTURE(cap), PICTURE(chair), PICTURE(cushion), PICTURE(guitar),
    PICTURE(headphones), PICTURE(kettle), PICTURE(keyboard), PICTURE(lamp), PICTURE(mug),
    PICTURE(plant), PICTURE(ring), PICTURE(scarf), PICTURE(shoes), PICTURE(soap),
    PICTURE(teapot), PICTURE(umbrella), PICTURE(vase), PICTURE(watch),
};

int csamples_count(void) { return (int)(sizeof pictures / sizeof pictures[0]); }

static int exists(int index) { return index >= 0 && index < csamples_count(); }

const char *csamples_name(int index) { return exists(index) ? pictures[index].name : NULL; }

const uint8_t *csamples_bytes(int index, size_t *length) {
  *length = exists(index) ? pictures[index].length : 0;
  return exists(index) ? pictures[index].bytes : NULL;
}

const uint8_t *csamples_listings(size_t *length) {
  *length = sizeof listings;
  return listings;
}
