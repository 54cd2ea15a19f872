/* Definitions of Interactive Diagrams that are refused: by line and parameter, and why. */
#include "tests/unit/import.h"

static const Fault faults[] = {
    /* The text. */
    {"", "FILE: ", "no pieces"},
    {"files=8\nwords\n" KING, "FILE:2: ", "\"words\" is neither"},
    {"words files=8\n", "FILE:1: ", "neither"},
    {"=8\n", "FILE:1: ", "neither"},
    {":K:K\n", "FILE:1: ", "without a name"},
    {"\n\n<b\nfiles=8", "FILE:3: ", "not closed"},
    {"files=8 < 9\n", "FILE:1: ", "no tag"},
    {"files=8\n\001\n", "FILE:2: ", "control character"},
    {"<p class=idiagram>\n</p><p class=idiagram>", "FILE:2: ", "second diagram"},
    /* Parameters. */
    {"promoChoise=Q\n", "FILE:1: promoChoise: ", "did you mean promoChoice?"},
    {"\nthrees=3\n", "FILE:2: threes: ", "unknown parameter"},
    {"files=17\n", "FILE:1: files: ", "from 1 to 16"},
    {"files=x\n", "FILE:1: files: ", "from 1 to 16"},
    {"files=8\nfiles=8\n", "FILE:2: files: ", "line 1"},
    {"promoZone=9\n", "FILE:1: promoZone: ", "from 0 to 8"},
    {"symmetry=odd\n", "FILE:1: symmetry: ", "mirror rotate none"},
    {"firstRank=0\n", "FILE:1: firstRank: ", "from 1"},
    {"captureMatrix=^P\n", "FILE:1: captureMatrix: ", "cannot be said"},
    {"spell=1\n", "FILE:1: spell: ", "cannot be said"},
    {"holdingsType=1\n", "FILE:1: holdingsType: ", "in hand"},
    {"promoOffset=3\n", "FILE:1: promoOffset: ", "cannot be said"},
    {"shuffle=NBR\n", "FILE:1: shuffle: ", "not shuffled"},
    {"tracking=1\n", "FILE:1: tracking: ", "not known"},
    {"enPassant=1\n", "FILE:1: enPassant: ", "moves"},
    {"succession=1\n", "FILE:1: succession: ", "successor"},
    {NONE "royal=X\n" KING, "FILE:2: royal: ", "letter of a piece"},
    {NONE "royal=2\n" KING, "FILE:2: royal: ", "number from 1 to 1"},
    {NONE "royal=K\nroyal=1\n" KING, "FILE:3: royal: ", "second"},
    {NONE KING "queen::::d1\n", "FILE:3: queen: ", "royal=LETTER"},
    {NONE "stalemate=good\n" KING, "FILE:2: stalemate: ", "win draw lose"},
    {NONE "baring=1\nrook::::a1\nqueen::::d1\n" KING, "FILE:2: baring: ", "all pieces"},
    /* Pieces. */
    {NONE "rook::::a1\nqueen:R:::d1\n" KING,
     "FILE:3: queen: ", "letter of rook already, in line 2"},
    {NONE "+rook::::a1\n" KING, "FILE:2: +rook: ", "no letter"},
    {NONE "rook:RR:::a1\n" KING, "FILE:2: rook: ", "no letter"},
    {NONE "vizier::::a1\n" KING, "FILE:2: vizier: ", "not known here"},
    {NONE "king::::e1\n", "FILE:2: king: ", "KisO2"},
    {NONE "rook:R:Rx::a1\n" KING, "FILE:2: rook: ", "character 2"},
    {NONE "rook:R:[F?R]::a1\n" KING, "FILE:2: rook: ", "character 1"},
    {NONE "rook::::a1:2\n" KING, "FILE:2: rook: ", "in hand"},
    {NONE "rook::::a1:0:0\n" KING, "FILE:2: rook: ", "more fields"},
    {NONE "rook::::a9\n" KING, "FILE:2: rook: ", "\"a9\" is no square"},
    {NONE "rook::::i1\n" KING, "FILE:2: rook: ", "8 files and 8 ranks"},
    {NONE "rook::::a1-b2\n" KING, "FILE:2: rook: ", "a1-b2"},
    {NONE "rook::::a1-\n" KING, "FILE:2: rook: ", "no square"},
    {NONE "rook::::a1,,b8,,c8\n" KING, "FILE:2: rook: ", "comma"},
    {NONE "rook::::e1\n" KING, "FILE:3: king: ", "e1 holds rook already"},
    {NONE "rook::::a1,,b8\n" KING, "FILE:2: rook: ", "Black has b8"},
    {NONE "king:K:K::d1,e1\n", "FILE:2: king: ", "White has 2"},
    {NONE "symmetry=none\nking:K:K::e1\n", "FILE:3: king: ", "Black has 0"},
    {NONE "symmetry=rotate\nrook:R:lW::a1\n" KING, "FILE:3: rook: ", "symmetry=mirror"},
    {NONE "rook:R:RimN::a1\n" KING, "FILE:2: rook: ", "marked i"},
    {NONE "pawn:P:fmWifmnD::a2,b3\n" KING, "FILE:2: pawn: ", "marked i"},
    {NONE "hopper:H:imfN::a2\nrook:R:::a1\nmorph=H\n" KING, "FILE:2: hopper: ", "marked i"},
    /* Castling. */
    {NONE "rook::::a1\nking:K:KO2::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::a1\nking:K:KisO::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::a1\nking:K:KimO2::e1\n", "FILE:3: king: ", "isO2"},
    {NONE "rook::::c1\nking:K:KisO2::e1\n", "FILE:3: king: ", "only 2 squares"},
    {NONE "rook:R:RisO2:a1\n" KING, "FILE:2: rook: ", "only the royal piece"},
    {NONE "symmetry=none\nrook::::a1\nking:K:KisO2::e1,,e8\n", "FILE:4: king: ", "different sides"},
    /* Promotions and morphs. */
    {"pawn::::a2\n" KING, "FILE: promoChoice: ", "is not given"},
    {"promoChoice=X\npawn::::a2\n" KING, "FILE:1: promoChoice: ", "'X' is no piece's letter"},
    {"promoChoice=*Q\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "promotionLimit"},
    {"promoChoice=!Q\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "'!'"},
    {"promoChoice=QQ\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "twice"},
    {"promoChoice=Q2\npawn::::a2\nqueen::::d1\n" KING, "FILE:1: promoChoice: ", "2 ranks"},
    {"promoChoice=K\npawn::::a2\n" KING, "FILE:1: promoChoice: ", "royal"},
    {"promoChoice=Q\nmaxPromote=9\npawn::::a2\nqueen::::d1\n" KING,
     "FILE:2: maxPromote: ", "only 3 kinds"},
    {"promoChoice=Q\n" KING "queen::::d1\nroyal=K\n", "FILE:2: king: ", "royal"},
    {"promoChoice=PQ\nmaxPromote=2\npawn::::a2\nman:M:F::b2\nqueen::::d1\n" KING,
     "FILE:1: promoChoice: ", "may stay"},
    {"promoChoice=MQ\nman:M:F::b2\nqueen::::d1\n" KING, "FILE:2: man: ", "not settled"},
    {"promoChoice=Q promoZone=7\npawn::::a2\nqueen::::d1\n" KING, "FILE:2: pawn: ", "starts in"},
    {NONE "morph=Q\n" KING, "FILE:2: morph: ", "behind no piece"},
    {NONE "pawn:P:fmW::a2\nmorph=Q\n" KING, "FILE:3: morph: ", "'Q' is no piece's letter"},
    {NONE "pawn:P:fmW::a2\nmorph=K\n" KING, "FILE:3: morph: ", "royal"},
    {NONE "pawn:P:fmW::a2\n" KING "morph=P\n", "FILE:4: morph: ", "royal piece cannot"},
    {NONE "pawn:P:fmW::a2\nmorph=PP\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=9\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=4.....\n" KING, "FILE:3: morph: ", "rank 8"},
    {NONE "pawn:P:fmW::a2\nmorph=*\n" KING, "FILE:3: morph: ", "mobilityRegion"},
    {NONE "pawn:P:fmW::a2\nmorph=?\n" KING, "FILE:3: morph: ", "'?'"},
    {NONE "pawn:P:fmW::a2\nmorph=////////P\n" KING, "FILE:3: morph: ", "more than 8 ranks"},
    {NONE "pawn:P:fmW::a2\nmorph=P\nmorph=P\n" KING, "FILE:4: morph: ", "line 3"},
    {NONE "pawn:P:fmW::a2\nmorph=R\nman:M:F::b2\nmorph=R......R\nrook::::a1\n" KING,
     "FILE:5: morph: ", "not that of pawn"},
    {NONE "symmetry=rotate\npawn:P:fmW::a2\nmorph=R7\nrook::::a1\nman:M:F::b1\n" KING,
     "FILE:4: morph: ", "not settled"},
    {NONE "pawn:P:fmW::a2\nmorph=R///////R\nrook::::a1\nking:K:KisO2::e1\n",
     "FILE:3: morph: ", "castling partner"},
    {"promoChoice=R\npawn:P:fmW::a2\nmorph=R\nrook::::a1\nman:M:F::b2\n" KING,
     "FILE:3: morph: ", "promotion zone"},
    {"promoChoice=R\npawn:P:fmW::a2\nrook::::a1\nman:M:F::b2\nmorph=R\n" KING,
     "FILE:5: morph: ", "not those that promote"},
};

static void what_cannot_be_said_is_refused_by_its_line_and_parameter(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        Import import = import_text(faults[i].text);
        if (import.variant != NULL)
            fail_msg("accepted:\n%s", faults[i].text);
        check_message(&faults[i], import.err.text);
        import_release(&import);
    }
}

/* Values that turn a rule off are no reason to refuse. */
static void a_rule_that_is_turned_off_is_not_refused(void **state)
{
    (void)state;
    Import import = import_text(NONE "promoOffset=0 holdingsType=0 captureMatrix= shuffle=\n" KING);
    assert_non_null(import.variant);
    import_release(&import);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_said_is_refused_by_its_line_and_parameter),
        cmocka_unit_test(a_rule_that_is_turned_off_is_not_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
