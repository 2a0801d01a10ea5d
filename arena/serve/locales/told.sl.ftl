# Kaj povemo, kadar kaj ni prav.
shape-accepted = { $a }; mogoče je: { $b }
told-no-saved-game = ni shranjena partija: { $a }
told-a-line-that-save-wrote = vrstica, ki jo je zapisalo shranjevanje
told-no-model-comes = learned("FILE"), z datoteko naučenega modela: tej igri ni priložen noben model, le igram { $a }
told-no-models-here = learned("FILE"), z datoteko naučenega modela: ta različica nima modelov, zanje je potrebna zmožnost `models`
told-model-of-usual-board = igra z običajno ploščo: priloženi model je za { $a }
told-asks-for-a-heuristic = { $a } zahteva hevristiko, te pa igra nima
told-learn-a-heuristic = naučite se je in navedite njeno datoteko: heuristic=learned("FILE")
# Kaj pripomnijo igralci.
search-shape-note = { $a }: { $b }
search-answers-alike = igralec { $a } odgovori enako s katero koli potezo, teh je { $b }
search-answers = igralec { $a } odgovori { $b }
search-answers-or = { $a } ali { $b }
search-answers-others = ena od drugih, teh je { $a } (skupaj { $b })
search-takes-others-part = druge ima za { $a } z verjetnostjo { $b }, sicer za enakomerne
search-takes-others = druge ima za { $a }
search-takes-alike = vse poteze drugih ima za enako verjetne
search-dangerous = enega od drugih ima za nevarnega, ostale za igralce, ki gledajo le eno potezo naprej
search-too-large = za njegovo mejo je dosegljivih preveč položajev: ni rešeno, poteza z najboljšim namigom
search-unproven = v njegovih mejah ni dokazano: poteza z najboljšim namigom
