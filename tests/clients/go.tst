# What our player is asked at Go, in the manner of GNU Go's regressions: a command with a number, and below
# it what the answer must be, a regular expression; with ! what it must not be.

# Two stones are taken by one move. (After a pass of Black, White might end the game by another.)
boardsize 5
clear_board
komi 0.5
play black B2
play black C2
play white A2
play white B3
play white C3
play white B1
play white C1
play black E5
10 reg_genmove white
#? [D2]

# A stone in atari is taken.
clear_board
play black C3
play white C4
play white B3
play white D3
play black E5
20 reg_genmove white
#? [C2]

# Suicide is not legal, nor is a repeated board.
clear_board
play white A2
play white B1
play white B2
30 play black A1
#? [illegal move]
clear_board
play black B1
play black A2
play black C2
play white A3
play white C3
play white B4
play white B2
play black B3
40 play white B2
#? [illegal move]

# Handicaps, as the specification puts them.
boardsize 9
50 fixed_handicap 5
#? [C3 G7 C7 G3 E5]
60 fixed_handicap 2
#? [board not empty]
clear_board
70 fixed_handicap 10
#? [invalid number of stones]
80 place_free_handicap 3
#? [C3 G7 C7]
90 final_status_list alive
#? [C7 G7 C3]
clear_board
100 set_free_handicap E5
#? [bad vertex list]

# A game of a file: captured in a ladder, up to a move, and to its end.
110 loadsgf tests/clients/ladder.sgf 4
#? []
120 final_status_list alive
#? [D5 E5 D4]
130 reg_genmove white
#? [!resign]
140 loadsgf tests/clients/ladder.sgf
#? []
150 final_score
#? [B\+[0-9.]+]
160 loadsgf tests/clients/nothing.sgf
#? [cannot load file: .*]

# Area as it stands, and the komi.
boardsize 5
clear_board
komi 24.5
play black C3
play white pass
play black pass
170 final_score
#? [B\+0\.5]
komi 25.5
180 final_score
#? [W\+0\.5]
