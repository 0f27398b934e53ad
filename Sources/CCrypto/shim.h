// What Swift sees of the library; wrappers stand here only where a call is variadic or a macro.
#pragma once
#include <openssl/evp.h>
