/* Hashes of 64 bits: for keys of random streams, for Zobrist numbers and for provenance. Not
 * cryptographic. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection in which each bit of the
 * argument changes each bit of the result with a probability near one half. */
static inline uint64_t hash_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Takes one more word into a running hash. The order counts. */
static inline uint64_t hash_add(uint64_t hash, uint64_t word)
{
    return hash_mix(hash ^ hash_mix(word));
}

/* The hash of `length` bytes: 64-bit FNV-1a, mixed. The same on every machine. */
uint64_t hash_bytes(const void *bytes, size_t length);
