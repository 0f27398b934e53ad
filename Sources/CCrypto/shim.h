// The part of libcrypto that Swift uses: digests and constant-time comparison.
#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
