// A player in C for every game of Agon: it takes a move that wins at once, or else the middle one.
// cc -O2 -o greedy greedy.c; then `process("./greedy")` is a player. See `agon protocol`.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line, *answer;
static size_t line_room, answer_room;

// What stands behind `"key":` in a message of the arena, which is written without spaces.
static char *after(char *message, const char *key) {
    char *at = message ? strstr(message, key) : NULL;
    return at ? at + strlen(key) : NULL;
}

static int is(const char *type) {
    char *said = after(line, "\"type\":\"");
    return said && strncmp(said, type, strlen(type)) == 0 && said[strlen(type)] == '"';
}

// As far as the closing quotation mark.
static int length(const char *text) {
    int n = 0;
    while (text[n] && text[n] != '"') n += text[n] == '\\' ? 2 : 1;
    return n;
}

static int count_moves(char *list) {
    int count = 0;
    for (; list && *list == '"'; list += list[0] == ',') {
        list += 1 + length(list + 1) + 1;
        count++;
    }
    return count;
}

static void choose(void) {
    char *position = after(line, "\"position\":\"");
    int count = count_moves(after(line, "\"moves\":["));
    int seat = atoi(after(line, "\"seat\":")), index = count / 2;
    printf("{\"type\":\"ask\",\"positions\":[\"%.*s\"],\"want\":[\"successors\"]}\n", length(position), position);
    fflush(stdout);
    if (getline(&answer, &answer_room, stdin) < 0) exit(1);
    char *next = after(answer, "\"successors\":[");
    for (int i = 0; i < count && (next = after(next, "{\"position\":\"")); i++) {
        char *node = after(next + length(next), "\"node\":\"");
        if (!node || strncmp(node, "terminal", 8) != 0) continue;
        char *payoff = after(node, "\"payoffs\":[");
        for (int s = 1; payoff && s < seat; s++) payoff = after(payoff, ",");
        if (payoff && atof(payoff) > 0) index = i;
    }
    printf("{\"type\":\"move\",\"index\":%d}\n", index);
}

int main(void) {
    while (getline(&line, &line_room, stdin) > 0 && !is("quit")) {
        if (is("hello")) puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"greedy in C\"}");
        if (is("game")) puts("{\"type\":\"ready\"}");
        if (is("choose")) choose();
        fflush(stdout);
    }
}
