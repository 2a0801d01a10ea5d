/* Tic-tac-toe as a module. A position is nine letters, row by row from the lowest: X, O, or a dot for an empty square. */

#define EXPORT(name) __attribute__((export_name(#name)))

static unsigned char board[9];
static unsigned codes[9];
static char word[3];

static const unsigned char lines[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static int stones(char letter) {
    int count = 0;
    for (int i = 0; i < 9; i++) count += board[i] == letter;
    return count;
}

static int has_line(char letter) {
    for (int i = 0; i < 8; i++)
        if (board[lines[i][0]] == letter && board[lines[i][1]] == letter && board[lines[i][2]] == letter) return 1;
    return 0;
}

/* The seat to move, counted from 1; -1 when the game is over. */
static int turn(void) {
    int played = 9 - stones('.');
    if (played == 9 || has_line(played % 2 ? 'X' : 'O')) return -1;
    return 1 + played % 2;
}

EXPORT(position) void *position(void) { return board; }
EXPORT(size) int size(void) { return 9; }
EXPORT(codes) void *list(void) { return codes; }
EXPORT(plies) int plies(void) { return 9; }
EXPORT(numbers) int numbers(void) { return 9; } /* Move codes are below this number. */

EXPORT(start) int start(void) {
    for (int i = 0; i < 9; i++) board[i] = '.';
    return turn();
}

EXPORT(moves) int moves(void) {
    int count = 0;
    for (int i = 0; i < 9; i++)
        if (board[i] == '.') codes[count++] = i;
    return count;
}

EXPORT(play) int play(int code) {
    board[code] = stones('.') % 2 ? 'X' : 'O';
    return turn();
}

EXPORT(payoff) int payoff(int seat) {
    if (has_line('X')) return seat == 1 ? 1 : -1;
    if (has_line('O')) return seat == 2 ? 1 : -1;
    return 0;
}

/* Checks nine letters that may be anything: returns the turn if they are a position, else -2. */
EXPORT(check) int check(void) {
    int crosses = stones('X'), noughts = stones('O');
    if (crosses + noughts + stones('.') != 9) return -2;
    if (crosses != noughts && crosses != noughts + 1) return -2;
    /* The seat with three in a row moved last. */
    if (has_line('X') && crosses == noughts) return -2;
    if (has_line('O') && crosses != noughts) return -2;
    return turn();
}

/* The rest may be left out: how moves are written, and how the board is drawn. */

EXPORT(word) const char *write(int code) {
    word[0] = 'a' + code % 3;
    word[1] = '1' + code / 3;
    return word;
}

EXPORT(columns) int columns(void) { return 3; }
EXPORT(rows) int rows(void) { return 3; }
EXPORT(piece) int piece(int place) { return board[place] == '.' ? 0 : board[place]; }
EXPORT(aim) int aim(int code) { return code; }
