#include "engine/base/processor.h"

bool processor_will_do(void)
{
#if defined(__x86_64__) && defined(__POPCNT__)
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return true;
#endif
}
