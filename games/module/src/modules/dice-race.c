/* A race of three with a die, as a module: whoever is first on the eighth place wins two from the others.

   A seat rolls one, two or three, as likely as 3 : 2 : 1, and goes ahead so many places, or holds back by so many
   whoever else is farthest. After 24 turns nobody wins. A position is six letters: where the three stand, whose turn
   it is, what was rolled, and how many turns are left, from `a` for none. */

#define EXPORT(name) __attribute__((export_name(#name)))

enum { GOAL = 8, TURNS = 24, GO = 0, HOLD = 1 };

static struct {
    char stands[3];
    char mover;
    char rolled;
    char left;
} race;
static unsigned codes[3];
static char table[64];

static int winner(void) {
    for (int i = 0; i < 3; i++)
        if (race.stands[i] == '0' + GOAL) return i + 1;
    return 0;
}

/* Who is to move, from 1; 0 where the die is rolled; -1 where the race is over. */
static int turn(void) {
    if (winner() || race.left == 'a') return -1;
    return race.rolled == '-' ? 0 : race.mover - '0';
}

EXPORT(position) void *position(void) { return &race; }
EXPORT(size) int size(void) { return sizeof race; }
EXPORT(codes) void *list(void) { return codes; }
EXPORT(plies) int plies(void) { return 2 * TURNS; }
EXPORT(seats) int seats(void) { return 3; }
EXPORT(chance) int chance(void) { return 1; }
EXPORT(max_payoff) int max_payoff(void) { return 2; }

EXPORT(start) int start(void) {
    race.stands[0] = race.stands[1] = race.stands[2] = '0';
    race.mover = '1';
    race.rolled = '-';
    race.left = 'a' + TURNS;
    return turn();
}

EXPORT(moves) int moves(void) {
    if (race.rolled == '-') {
        for (int i = 0; i < 3; i++) codes[i] = i + 1;
        return 3;
    }
    codes[0] = GO;
    codes[1] = HOLD;
    return 2;
}

EXPORT(weight) int weight(int rolled) { return 4 - rolled; }

EXPORT(play) int play(int code) {
    if (race.rolled == '-') {
        race.rolled = '0' + code;
        return turn();
    }
    int by = race.rolled - '0', mover = race.mover - '1';
    if (code == GO) {
        int to = race.stands[mover] - '0' + by;
        race.stands[mover] = '0' + (to < GOAL ? to : GOAL);
    } else {
        int one = (mover + 1) % 3, other = (mover + 2) % 3;
        int held = race.stands[one] < race.stands[other] ? other : one;
        int to = race.stands[held] - '0' - by;
        race.stands[held] = '0' + (0 < to ? to : 0);
    }
    race.mover = '1' + (mover + 1) % 3;
    race.rolled = '-';
    race.left--;
    return turn();
}

EXPORT(payoff) int payoff(int seat) {
    if (!winner()) return 0;
    return winner() == seat ? 2 : -1;
}

EXPORT(check) int check(void) {
    int home = 0;
    for (int i = 0; i < 3; i++) {
        if (race.stands[i] < '0' || '0' + GOAL < race.stands[i]) return -2;
        home += race.stands[i] == '0' + GOAL;
    }
    if (1 < home || race.left < 'a' || 'a' + TURNS < race.left) return -2;
    if (race.mover - '1' != ('a' + TURNS - race.left) % 3) return -2;
    int is_over = home || race.left == 'a';
    if (race.rolled != '-' && (is_over || race.rolled < '1' || '3' < race.rolled)) return -2;
    return turn();
}

static char *put(char *at, const char *text) {
    while (*text) *at++ = *text++;
    return at;
}

EXPORT(word) const char *write(int code) {
    static char roll[] = "roll 1";
    if (race.rolled != '-') return code == GO ? "go" : "hold";
    roll[5] = '0' + code;
    return roll;
}

/* A line for each of the three: where it stands, and a mark for whose turn it is. */
EXPORT(drawing) const char *drawing(void) {
    char *at = table;
    for (int i = 0; i < 3; i++) {
        *at++ = '1' + i;
        *at++ = race.mover == '1' + i ? '>' : ' ';
        for (int place = '0'; place <= '0' + GOAL; place++) *at++ = race.stands[i] == place ? '1' + i : '.';
        *at++ = '\n';
    }
    if (race.rolled == '-') at = put(at, "to roll");
    else { at = put(at, "rolled "); *at++ = race.rolled; }
    *at = 0;
    return table;
}
