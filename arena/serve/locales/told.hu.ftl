# Amit akkor mondunk, ha valami nem jó.
shape-accepted = { $a }; lehet: { $b }
told-no-saved-game = nem mentett játszma: { $a }
told-a-line-that-save-wrote = egy sor, amelyet a mentés írt
told-no-model-comes = learned("FILE"), egy megtanult modell fájljával: ehhez a játékhoz nem jár modell, csak ezekhez: { $a }
told-no-models-here = learned("FILE"), egy megtanult modell fájljával: ebben a változatban nincsenek modellek, azokhoz a `models` funkció kell
told-model-of-usual-board = játék a szokásos táblával: a hozzá járó modell ehhez való: { $a }
told-asks-for-a-heuristic = { $a } heurisztikát kíván, és ennek a játéknak nincs
told-learn-a-heuristic = egyet meg lehet tanulni, és a fájlja így nevezhető meg: heuristic=learned("FILE")
# Mit jegyeznek meg a játékosok.
search-shape-note = { $a }: { $b }
search-answers-alike = { $a }. játékos bármivel felelhet, egyformán { $b } lépés közül
search-answers = { $a }. játékos válasza: { $b }
search-answers-or = { $a } vagy { $b }
search-answers-others = { $a } másik egyike (összesen { $b })
search-takes-others-part = a többieket ilyennek hiszi: { $a }, valószínűsége { $b }, egyébként egyenletesnek
search-takes-others = a többieket ilyennek hiszi: { $a }
search-takes-alike = a többiek minden lépését egyformán valószínűnek hiszi
search-dangerous = a többiek egyikét veszélyesnek hiszi, a többit olyannak, aki csak egy lépésre néz előre
search-too-large = túl sok állás érhető el a határához képest: nem oldotta meg, a legjobban ajánlott lépés
search-unproven = a határain belül nem bizonyította: a legjobban ajánlott lépés
