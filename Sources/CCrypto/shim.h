// What Swift sees of libcrypto: the digest calls, one-shot HMAC and the constant-time compare.
#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
