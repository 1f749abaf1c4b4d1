#!/bin/sh
# A player of its own in POSIX shell that speaks the line protocol of docs/protocol.md:
#
#     crescent watch --agent "cmd:sh engine_shell.sh"
#
# It plays the last of the legal moves that it is told, a card home before anything else, the redeal only if it must.

number=
reply() { # reply SIGN [TEXT]: a reply ends with a blank line
    printf '%s%s %s\n\n' "$1" "$number" "${2-}"
}

choose() { # choose ... legal MOVE...: what it plays
    while [ "$#" -gt 0 ] && [ "$1" != legal ]; do shift; done
    best=R other=
    for move in "$@"; do
        case $move in
            legal | R) ;;
            [0-9]*-[AK]) best=$move ;; # from a pile to a foundation
            [0-9]*) other=$move ;;
            *) other=${other:-$move} ;; # from a foundation
        esac
    done
    if [ "$best" = R ] && [ -n "$other" ] && [ "$((plies = plies + 1))" -lt 50 ]; then best=$other; else plies=0; fi
    case " $* " in
        *" $best "*) ;;
        *) best=$other ;; # no redeal is left
    esac
    reply = "$best"
}

plies=0
while read -r line; do
    set -f
    # shellcheck disable=SC2086  # the line is to be split into words
    set -- $line
    number=
    case ${1-} in
        *[!0-9]* | '') ;;
        *) number=$1; shift ;;
    esac
    case ${1-} in
        '') ;;
        protocol) reply = 1 ;;
        position) reply = ;; # what is legal comes with go, and is all that this player looks at
        go) choose "$@" ;;
        quit) reply = ; exit ;;
        *) reply '?' 'unknown command' ;;
    esac
done
