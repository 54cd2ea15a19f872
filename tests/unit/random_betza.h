/* Random strings of XBetza, for tests. */
#pragma once

#include "engine/base/random.h"
#include "engine/base/text.h"

/* Makes `text` a random string with every letter that is understood: many make sense, some do not.
 */
void random_betza(Random *random, Text *text);
