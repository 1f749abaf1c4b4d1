/* A player of its own in C that speaks the line protocol of docs/protocol.md:
 *
 *     cc -o engine_c engine_c.c && crescent watch --agent "cmd:./engine_c"
 *
 * It plays any of the legal moves that it is told, a card home before anything else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18]; /* no line is longer */
static unsigned long long chance = 1;

/* An xorshift generator (Marsaglia, 2003): the next number below `below`. */
static unsigned draw(unsigned below)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (unsigned)(chance % below);
}

static void reply(char sign, const char *number, const char *text)
{
    printf("%c%s %s\n\n", sign, number, text); /* the blank line ends the reply */
    fflush(stdout);
}

/* Whether a move takes a card from a pile to a foundation, as in 10-A. */
static int goes_home(const char *move)
{
    size_t length = strlen(move);
    return length > 2 && move[0] <= '9' && strchr("AK", move[length - 1]) != NULL;
}

/* Answer go: its words that follow `legal` are the moves to choose from. */
static void choose(const char *number)
{
    const char *chosen = NULL, *word;
    unsigned seen = 0;
    int home = 0;
    while ((word = strtok(NULL, " \t\r\n")) != NULL && strcmp(word, "legal") != 0)
        ;
    while ((word = strtok(NULL, " \t\r\n")) != NULL) {
        if (goes_home(word) && !home)
            home = 1, seen = 0; /* from now on only those count */
        if (goes_home(word) == home && draw(++seen) == 0)
            chosen = word;
    }
    reply(chosen ? '=' : '?', number, chosen ? chosen : "say go legal MOVE ...");
}

int main(void)
{
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *number = "", *word;
        line[strcspn(line, "#")] = '\0';
        word = strtok(line, " \t\r\n");
        if (word != NULL && strspn(word, "0123456789") == strlen(word))
            number = word, word = strtok(NULL, " \t\r\n");
        if (word == NULL)
            continue;
        if (strcmp(word, "protocol") == 0)
            reply('=', number, "1");
        else if (strcmp(word, "position") == 0)
            reply('=', number, ""); /* the legal moves are enough for this player */
        else if (strcmp(word, "setoption") == 0 && (word = strtok(NULL, " \t\r\n")) != NULL && strcmp(word, "seed") == 0) {
            word = strtok(NULL, " \t\r\n");
            chance = (word ? strtoull(word, NULL, 10) : 0) * 2 + 1;
            reply('=', number, "");
        } else if (word != NULL && strcmp(word, "go") == 0)
            choose(number);
        else if (word != NULL && strcmp(word, "quit") == 0)
            return reply('=', number, ""), 0;
        else
            reply('?', number, "unknown command");
    }
    return 0;
}
