// The XML parser expat, which calls back for each part of a document.
#pragma once
#include <expat.h>
