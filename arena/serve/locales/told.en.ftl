# What is told when something is wrong. Messages are found by what the English says.
shape-accepted = { $a }; accepted: { $b }
told-no-saved-game = no saved game: { $a }
told-a-line-that-save-wrote = a line that `save` wrote
told-no-model-comes = learned("FILE"), with the file of a learned model: no model comes with this game, only with { $a }
told-no-models-here = learned("FILE"), with the file of a learned model: this build has no models, for which it wants the feature `models`
told-model-of-usual-board = a game with the usual board: the model that comes with it is for { $a }
told-asks-for-a-heuristic = { $a } asks for a heuristic, and it has none
told-learn-a-heuristic = learn one, and name its file: heuristic=learned("FILE")
# What players remark.
search-shape-note = { $a }: { $b }
search-answers-alike = seat { $a } answers any of { $b } moves alike
search-answers = seat { $a } answers { $b }
search-answers-or = { $a } or { $b }
search-answers-others = one of { $a } others ({ $b } in all)
search-takes-others-part = takes the others for { $a } with probability { $b }, otherwise uniform
search-takes-others = takes the others for { $a }
search-takes-alike = takes every move of the others for equally likely
search-dangerous = takes one of the others for dangerous, and the rest for players who look no further than a move
search-too-large = too many positions are in reach for its limit: not solved, the move with the best hint
search-unproven = not proven within its limits: the move with the best hint
