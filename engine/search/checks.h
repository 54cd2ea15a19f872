/* Which moves give check, by the attack tables and before they are made. Discovered checks and
 * shots are not seen. */
#pragma once

#include "engine/rules/position.h"

/* Whether the piece that the move leaves on its target would attack the enemy's king from there if
 * nothing stood in the way: cheap, and true of all that checks_directly() is true of. */
bool may_check(const Position *position, Move move);

/* Whether it does attack it. */
bool checks_directly(const Position *position, Move move);
