#include "selfplay/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

json_t *json_number_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *json_interval(const Interval *interval)
{
    if (!isfinite(interval->low) || !isfinite(interval->high))
        return json_null();
    return json_pack("[f,f]", interval->low, interval->high);
}

json_t *json_hex(uint64_t number)
{
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, number);
    return json_string(text);
}

bool json_file_write(json_t *root, const char *file, Error *err)
{
    bool good =
        json_dump_file(root, file, JSON_INDENT(2) | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(12))
        == 0;
    json_decref(root);
    return good || error_set(err, "--json: cannot write %s", file);
}
