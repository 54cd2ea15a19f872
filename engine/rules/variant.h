/* A variant, compiled: constant tables that all threads share.
 *
 * Every piece becomes, for each colour and square, a little program of *steps*. A step is one
 * square on a path with three ways on: what to do and where to go next if the square is empty,
 * holds a white piece or a black one. A rook's ray, a knight's leap, a bent slide, a hop and a shot
 * are the same thing to the generator: a walk over a table. What the rules say about where a move
 * may go is decided while compiling and costs nothing in play. Run backwards, the same paths give
 * for each square the ways in which each kind of piece could capture on it (AttackPath). */
#pragma once

#include <stddef.h>

#include "engine/base/error.h"
#include "engine/base/set.h"
#include "engine/base/text.h"
#include "engine/rules/move.h"

/* What a walk does on a square, given what stands there. */
typedef enum Emit {
    EMIT_NONE,
    EMIT_MOVE,  /* the step's move as it is */
    EMIT_TAKE,  /* the same, of a move that takes on its way */
    EMIT_QUIET, /* the same, of a move that takes nothing though the step's square is occupied */
    EMIT_PROMOTION,  /* the step's move once for each type that the pawn may become here */
    EMIT_EN_PASSANT, /* the move, if the square is one that a pawn has just passed; a pawn promotes
                      */
} Emit;

/* One square of a walk. Classes: 0 empty, 1 white, 2 black (= piece >> 5). `next` are indices from
 * the start of the program; a program ends where next is its length. */
typedef struct Step {
    Move move;
    Square square;
    uint8_t emit[3];
    uint16_t next[3];
    uint8_t promotion; /* index of the PromotionRule, 0 for none */
    bool twin;         /* another path may give the same move: look before adding */
} Step;
_Static_assert(sizeof(Step) == 16, "four steps fill a cache line");

static inline bool step_emits(const Step *step)
{
    return (step->emit[0] | step->emit[1] | step->emit[2]) != EMIT_NONE;
}

/* Where the part of a program that begins with step `first` ends: all ways through it lead there.
 */
static inline uint32_t step_span_end(const Step *steps, uint32_t first)
{
    uint32_t end = first + 1;
    for (uint32_t at = first; at < end; at++)
        for (int class = 0; class < 3; class ++)
            end = steps[at].next[class] > end ? steps[at].next[class] : end;
    return end;
}

typedef struct Program {
    uint32_t first; /* in variant->steps */
    uint32_t length;
} Program;

/* How a plain move may end, by what stands on its target. */
typedef enum TargetMode {
    TARGET_BOTH,    /* empty or an enemy */
    TARGET_QUIET,   /* empty */
    TARGET_CAPTURE, /* an enemy */
    TARGET_ANY,     /* empty, an enemy or a piece of one's own */
    TARGET_MODES
} TargetMode;

/* Where a piece on a square can go by plain moves, and the programs of its other moves: see
 * targets.h. For each mode that it has there are, in variant->target_words, the set of its leaps
 * and those of its slides, by whether the squares' numbers rise or fall on the way out. */
typedef struct Targets {
    uint32_t first;  /* in variant->target_words */
    uint8_t modes;   /* a bit for each TargetMode */
    bool slides;     /* whether there are any */
    bool rest_plain; /* the other moves, too, only put the piece on another square */
    uint16_t rising[TARGET_MODES], falling[TARGET_MODES];
    Program rest;    /* in variant->other_steps */
    Program passing; /* captures en passant, there too */
} Targets;

enum { MAX_STRIDES = 4 };

/* How pieces of a type capture by leaps, all at once: see prey.h. */
typedef struct Herd {
    unsigned type; /* 0: there is no such type */
    int count;
    struct {
        int delta; /* of square numbers */
        Set from;
    } stride[MAX_STRIDES];
    Set squares; /* on which this is all that a piece of the type could take by */
} Herd;

/* What a move does besides going from A to B. Offsets are differences of square numbers, seen from
 * the square that the move starts on. */
typedef enum EffectKind {
    EFFECT_NONE,
    EFFECT_PASS,       /* leaves `offset_count` passed squares behind (a double step) */
    EFFECT_DROP,       /* comes in from the hand, as `becomes`; `from` is `to` */
    EFFECT_EN_PASSANT, /* takes the pawn that has just passed */
    EFFECT_CASTLE,     /* `castling` says which */
    EFFECT_SHOT,       /* takes on `to` and stays where it is */
    EFFECT_TAKE,       /* takes on the offsets too, on the way to `to` */
    EFFECT_STAY,       /* ends where it began and takes nothing */
    EFFECT_DISPLACE,   /* drags what is behind and pushes what is before: keys drag and push */
} EffectKind;

enum { MAX_EFFECTS = 2048, MAX_OFFSETS = 3, MAX_CASTLINGS = 200, MAX_PROMOTIONS = 32 };

typedef struct MoveEffect {
    uint8_t kind;
    uint8_t castling;   /* index, for EFFECT_CASTLE */
    uint8_t take_count; /* offsets [0, take_count) are squares taken on */
    uint8_t pass_count; /* offsets behind them are squares passed */
    int16_t offset[2 * MAX_OFFSETS];
    /* For EFFECT_DISPLACE: the direction as files and ranks, and how far the piece goes. */
    int8_t file_step, rank_step;
    uint8_t length;
    bool drag, push;
    uint8_t spare; /* no padding: effects are compared as bytes */
} MoveEffect;
_Static_assert(sizeof(MoveEffect) == 22, "no padding");

/* A bit for each right to castle: see variant_castling(). */
typedef uint32_t CastlingRights;

enum { MAX_RIGHTS = 32 };

/* One way to castle. */
typedef struct Castling {
    Colour colour;
    char letter; /* in a FEN */
    char
        outer; /* of castlingAnyFile: the letter where no such partner stands farther out; else 0 */
    Square king_from, king_to, rook_from, rook_to;
    uint8_t king_type, rook_type;
    bool free; /* attacked squares do not hinder it: the king is no royal piece */
    Set empty; /* must be empty: all between king and rook, and where they land, themselves left out
                */
    Set safe;  /* the king's squares from start to end, that must not be attacked */
} Castling;

/* What some types may become on some squares. */
typedef struct PromotionRule {
    uint32_t types;           /* a bit for each type */
    uint32_t by;              /* the types that it is for */
    uint8_t limit[MAX_TYPES]; /* of a kind on the board; 0 = no limit */
    bool from_too;            /* starting on one of the squares will do */
    bool piece;               /* of the key promotedPieceType */
    bool waits;     /* where nothing may be made, the pawn stays; else it has no such move */
    bool optional;  /* may stay what it is */
    bool overflow;  /* where every type has reached the limit, all may be made */
    Set squares[2]; /* where, by colour */
} PromotionRule;

/* One way in which a piece of a type could capture on a square: from where, and what must hold of
 * the squares in between. Sets are indices into variant->sets; 0 is the empty set. */
typedef struct AttackPath {
    Square from;
    uint8_t hop; /* whether `filled`, `friends` or `enemies` is not empty */
    uint16_t empty;
    uint16_t filled;  /* occupied by either side */
    uint16_t friends; /* occupied by the attacker's side */
    uint16_t enemies;
} AttackPath;

/* All the ways in which one type attacks one square: paths are grouped by `from` in rising order,
 * and variant->path_index[first_group + set_rank(from)] is where a group starts (the next entry its
 * end). */
typedef struct AttackTable {
    Set from;
    uint32_t first_group;
} AttackTable;

typedef struct PieceType {
    char letter; /* upper case */
    char name[24];
    char *moves; /* owned: the XBetza string */
    bool royal;
    bool pawn;          /* its moves reset the fifty-move count; it promotes; en passant */
    bool drag_one;      /* drags what is behind it when it moves one step */
    bool drag_far;      /* ... when it moves more */
    bool push;          /* pushes an enemy before it */
    uint8_t start[2];   /* how many there are in the array, in hand too, by colour */
    uint16_t max_moves; /* pseudo-legal moves that one such piece can have at most */
} PieceType;

/* What an ending is worth to the side to move. */
typedef enum StalemateRule { STALEMATE_DRAW, STALEMATE_LOSS, STALEMATE_WIN } StalemateRule;

typedef enum BareKingRule { BARE_KING_NONE, BARE_KING_LOSES, BARE_KING_SHATRANJ } BareKingRule;

/* Rules that most variants do not have, a bit each: tested once a node. */
enum {
    FEATURE_PSEUDO_ROYAL = 1, /* extinctionPseudoRoyal */
    FEATURE_MUST_CAPTURE = 2,
    FEATURE_NO_CHECKS = 4, /* checking = false */
    FEATURE_CHECK_COUNT = 8,
    FEATURE_EXTINCTION = 16,
    FEATURE_FLAG = 32,
    FEATURE_REVERSIBLE =
        64, /* nMoveRuleTypes that could move straight back do not reset the count */
    FEATURE_PIECE_PROMOTION = 128,    /* promotedPieceType */
    FEATURE_ANY_FILE = 256,           /* castlingAnyFile */
    FEATURE_CASTLING_WAITS = 512,     /* castlingFromMove */
    FEATURE_PERPETUAL_CHECK = 1024,   /* perpetualCheckIllegal */
    FEATURE_COUNTING = 2048,          /* countingRule */
    FEATURE_PAWNS_RETURN = 4096,      /* moves that reset the count can be taken back by others */
    FEATURE_OWN_CAPTURE = 8192,       /* some moves take pieces of the mover's own */
    FEATURE_SHOT_STAYS = 16384,       /* shotKeepsCastling */
    FEATURE_DROPS = 1 << 15,          /* pieceDrops: there are pieces in hand */
    FEATURE_TO_HAND = 1 << 16,        /* capturesToHand */
    FEATURE_DEMOTES = 1 << 17,        /* ... and what has promoted goes there as what it was */
    FEATURE_NO_DROP_CHECKS = 1 << 18, /* dropChecks = false */
    FEATURE_NO_DROP_MATES = 1 << 19,  /* shogiPawnDropMateIllegal */
    /* Those that make more moves illegal than an attacked king does. */
    FEATURES_OF_GOALS = FEATURE_CHECK_COUNT | FEATURE_EXTINCTION | FEATURE_FLAG,
    FEATURES_OF_LEGALITY = FEATURE_PSEUDO_ROYAL | FEATURE_MUST_CAPTURE | FEATURE_NO_CHECKS
                           | FEATURE_OWN_CAPTURE | FEATURE_NO_DROP_CHECKS | FEATURE_NO_DROP_MATES,
};

/* The endings of the keys extinction... and flag... */
typedef struct Goals {
    uint32_t extinction_types;
    bool extinction_all; /* all pieces count together */
    int extinction_count, extinction_opponent;
    StalemateRule extinction_value; /* for the side that is extinct */
    uint32_t flag_types[2];
    Set flag_region[2];
    int flag_count;
    bool flag_blocked, flag_move, flag_safe;
} Goals;

/* One entry of countingLimits: how many of each type the opponent of a lone king must have, and how
 * many moves it then has. */
typedef struct CountingLimit {
    uint8_t needs[MAX_TYPES];
    uint8_t moves;
} CountingLimit;

enum { MAX_CHECKS_TO_GIVE = 9, MAX_COUNTING_LIMITS = 16 };

/* What a type's moves from a square depend on beyond the board's edge. From the fifth bit on, one
 * for each of the type's zones. */
enum {
    SITE_INITIAL = 1,  /* it has its moves marked i there */
    SITE_CLOSED = 2,   /* it may not go there */
    SITE_BEYOND = 4,   /* above the line that it may not cross */
    SITE_CROSSING = 8, /* whence and whither it may cross it */
    SITE_ZONE = 16,
};

/* Constant after loading. Pointers are owned. */
typedef struct Variant {
    char name[48];
    char *file;    /* where it was read */
    char *rules;   /* the effective settings, "key = value" lines in the table's order */
    uint64_t hash; /* of the settings: two variants with the same hash are the same game */

    int files, ranks, squares;
    int type_count;      /* types are 1 .. type_count */
    unsigned royal_type; /* 0: there is none */
    bool kingless[2];    /* the side has no royal piece */
    uint32_t features;   /* FEATURE_... */
    PieceType types[MAX_TYPES];
    char *start_fen;

    Program programs[2][MAX_TYPES][MAX_SQUARES];
    uint32_t sites[2][MAX_TYPES][MAX_SQUARES]; /* SITE_...: where they are the same, so are the
                                                  rules of the type's moves */
    Step *steps;
    size_t step_count;

    int words; /* that a set of the board's squares fills */
    Targets targets[2][MAX_TYPES][MAX_SQUARES];
    uint64_t *target_words;
    Step *other_steps;
    Move arrivals[2][MAX_TYPES][MAX_SQUARES]; /* a plain move, less its square of origin */
    uint64_t *prey;                           /* sets: see prey.h */
    uint32_t prey_first[2][MAX_TYPES];        /* where there a type's begin */
    Set walks_for_prey[2][MAX_TYPES];         /* the squares from which a type's noisy moves are not
                                                 only captures by between.h */

    Herd herds[2];

    Set *sets;
    size_t set_count;
    AttackTable attacks[2][MAX_TYPES][MAX_SQUARES];
    Set attackers[2][MAX_SQUARES]; /* all types' `from` together, by the attackers' colour */
    AttackPath *paths;
    size_t path_count;
    uint32_t *path_index;
    size_t path_index_count;
    uint16_t *between;                    /* tables of indices of sets: see between.h */
    uint32_t between_first[2][MAX_TYPES]; /* where there a type's begins; 0: it has none */

    MoveEffect effects[MAX_EFFECTS];
    int effect_count;
    Castling castlings[MAX_CASTLINGS];
    int castling_count;
    CastlingRights castling_rights[2];         /* that a colour may have */
    CastlingRights castling_kept[MAX_SQUARES]; /* that are left after a change on the square */
    uint32_t castling_from_move; /* the first move number that castling is allowed at */
    PromotionRule promotions[MAX_PROMOTIONS]; /* 0 is none */
    int promotion_count;
    Set promotion_squares[2]; /* where pawns promote */
    Set first_rank[2];        /* the rank nearest to each side */
    Set ep_sources[2]
                  [MAX_SQUARES]; /* whence a colour's pieces could capture en passant on a square */
    bool pushed_pawn_stops;      /* short of its own first rank */
    uint8_t pushed_pawn_becomes; /* a type, 0 for none */

    bool lost_promotion;       /* pawns become what is lost, and wait where nothing is */
    uint32_t waiting_types[2]; /* the types that replace a waiting pawn, by its colour */

    Set drop_region[2][MAX_TYPES];      /* where a piece in hand may come in, by its colour */
    uint8_t drop_file_limit[MAX_TYPES]; /* ... unless its side has so many on the file already;
                                           UINT8_MAX: however many */
    uint16_t drop_effect;               /* an index */
    uint32_t no_drop_mates;             /* the types that FEATURE_NO_DROP_MATES is for */
    uint8_t demoted_pawn; /* what a promoted piece was that a FEN marks with ~; 0: no such marks */

    StalemateRule stalemate;     /* for the side that has no move */
    StalemateRule checkmate;     /* ... in check */
    StalemateRule repetition[2]; /* for the side to move, by its colour */
    Goals goals;
    uint32_t resets[2]; /* the types whose moves reset the count of the move rule, by colour */
    Set *way_back; /* where such a type could come back from at once: [(colour * MAX_TYPES + type) *
                      MAX_SQUARES + to]; NULL without FEATURE_REVERSIBLE */
    BareKingRule bare_king;
    uint32_t cut_off_types; /* a bit for each type that does not count; 0: no such rule */
    Set cut_off_region[2];  /* where a colour's king must stand for the other side to be cut off */
    int repetition_count;   /* of the same position that end the game; 0 = never */
    int move_rule;          /* moves of each side without capture or pawn move; 0 = never */
    CountingLimit counting_limits[MAX_COUNTING_LIMITS]; /* the first that fits */
    int counting_limit_count;

    uint64_t piece_key[2][MAX_TYPES][MAX_SQUARES];
    uint64_t passed_key[MAX_SQUARES];
    uint64_t side_key;
    uint64_t checks_key[2][MAX_CHECKS_TO_GIVE + 1];
} Variant;

/* Reads and compiles a variant. `name` is a file (its first section, or its only one), FILE:NAME,
 * or a name that is looked up as NAME.ini in the folders of $ASSAY_PATH and in the configs/variants
 * of the working folder, of the source and of the installed program, in this order. FILE may be
 * such a name, too. NULL and `err` on failure. */
Variant *variant_load(const char *name, Error *err);

/* Reads and compiles the first section of a text, for which `file` stands in messages. */
Variant *variant_read(const char *file, const char *text, size_t length, Error *err);
void variant_free(Variant *variant);

/* The rule by which a piece of that colour and type promotes with a move, 0 for none. */
unsigned variant_promotion(const Variant *variant, Colour colour, unsigned type, unsigned from,
                           unsigned to);

/* The castling (an index) that a right is to, with the king on a square. With castlingAnyFile a
 * right is a colour and its partner's file, and each has a castling for every file of the king. */
static inline unsigned variant_castling(const Variant *variant, unsigned right, unsigned king)
{
    if ((variant->features & FEATURE_ANY_FILE) == 0)
        return right;
    return right * (unsigned)variant->files + king % (unsigned)variant->files;
}

/* Whether king and partner stand where the castling starts. */
static inline bool castling_at_home(const Castling *castling, const Piece *board)
{
    return board[castling->king_from] == piece_make(castling->colour, castling->king_type)
           && board[castling->rook_from] == piece_make(castling->colour, castling->rook_type);
}

/* The type of that letter (either case), 0 if there is none. */
unsigned variant_type(const Variant *variant, char letter);

/* Whether the sides have not the same numbers of pieces of each type in the array. */
bool variant_armies_differ(const Variant *variant);

static inline int variant_rank(const Variant *variant, unsigned square)
{
    return (int)square / variant->files;
}

static inline int variant_file(const Variant *variant, unsigned square)
{
    return (int)square % variant->files;
}
