/* 64-bit FNV-1a (Fowler, Noll and Vo), finished by hash_mix() since its own upper bits are weak. */
#include "engine/base/hash.h"

uint64_t hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    }
    return hash_mix(hash);
}
