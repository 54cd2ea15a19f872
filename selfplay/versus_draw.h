/* The openings of a versus (versus.h), as imbalances. */
#pragma once

#include "selfplay/imbalance.h"

/* White has the Y if it can; units less for the better side or none, with equal chances. */
ImbalanceSubject versus_subject(const OpeningBook *book, Random *random);

/* False where the draw came to nothing: no square for the Y, or no unit to take off. */
bool versus_draw(const OpeningBook *book, const ImbalanceSubject *subject, Random *random,
                 Imbalance *imbalance);
