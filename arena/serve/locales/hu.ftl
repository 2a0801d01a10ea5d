# Amit az oldalak magyarul mondanak. A játékok, játékosok és beállítások neve és szövege a szerzőiké.
skip = Ugrás a tartalomra
nav = Oldalak
nav-play = Játék
nav-inside = Belülről
nav-tournaments = Versenyek
nav-players = Játékosok
language = Nyelv
theme = Színek
theme-auto = Rendszer szerint
theme-light = Világos
theme-dark = Sötét
failed = Ez nem sikerült
threshold = Tovább az Agon oldalára
back-home = Vissza a kezdőlapra

home-title = Mit játsszunk?
home-yours = Az Ön játszmái
home-games = Játékok
home-moves = { $count ->
    [one] { $count } lépés
   *[other] { $count } lépés
 }
goes-on = folyamatban
is-over = véget ért
load-title = Mentett játszma folytatása
load-label = A mentett szövegsor
load-button = Betöltés

play-this = Játék
players-lead = Akik asztalhoz ülhetnek. Minden név a beállításaihoz vezet.
options = Beállítások

new-title = Új játszma: { $game }
new-seats = Ki játszik
new-begin = Kezdés
new-options = A játék beállításai
new-show = Megjelenítés
new-from = Állás, tanácsadó, véletlen
new-position = Kezdőállás
new-moves = Előre megtett lépések
new-hints = Ki ad tanácsot
new-seed = A kockák és játékosok véletlenmagja
seat = { $seat }. hely
seat-player = { $seat }. hely: a játékos
who-me = én
who-open = másik ember, másik böngészőben
who-player = játékos név szerint
who-you = Ön
who-nobody = még senki
who-other = másik ember
level-easy = könnyű
level-medium = közepes
level-hard = nehéz
level-strongest = legerősebb

board = Tábla
panel = Játszma
rules = Szabályok
keys = Billentyűk
keys-text = A táblán a nyilak visznek mezőről mezőre; az Enter vagy a szóköz választ, az Escape elenged. A lépés be is gépelhető. U: visszavétel, R: újra, H: tanács.
keys-letters = Betűk billentyűként: U, R, H
ply-first = Kezdet
ply-back = Egy lépéssel vissza
ply-on = Egy lépéssel előre
ply-last = Most
turn-board = A tábla megfordítása
seats = Helyek
moves = Lépések
no-moves = Még nincs lépés.
your-move = Az Ön lépése
play-move = Lépek
your-turn = Ön lép.
turn = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos lép.
waits-for-other = Várunk a másik emberre: küldje el neki az oldal címét.
chance-draws = A véletlen húz…
do-undo = Visszavétel
do-redo = Mégis
do-hint = Tanács
do-stop = Lépjen most
do-draw = Döntetlen
do-resign = Feladom
do-again = Kérdezzük újra
play-again = Új játszma
sit = Leülök
fault = Nincs lépés: { $why }
draw-offered = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos döntetlent ajánl. Aki elfogadja, nyomja meg a Döntetlen gombot.
draw-declined = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos nem fogadja el a döntetlent.
legal = { $count ->
    [one] { $count } szabályos lépés
   *[other] { $count } szabályos lépés
 }
share = Megőrzés és megosztás
share-link = Ez a cím az egész játszmát tartalmazza
share-save = Mentés fájlba
share-others = Aki megnyitja ennek az oldalnak a címét, látja a játszmát; szabad helyre ott lehet leülni.
overlay = Mennyit érnek a mezők
end-over = A játszma véget ért.
end-resigned = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos feladta.
end-agreed = Döntetlenben egyeztek meg.
end-draw = Döntetlen.
end-you = Ön nyert.
end-wins = Nyertes: { $who }.
end-share = A győzelmen osztozik: { $who }.
end-got = Eredmény: { $payoff }.
thinks = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos gondolkodik…
thinks-hint = Tanács keresése…
said-move = { $seat ->
    [1] Az
    [5] Az
   *[other] A
 } { $seat }. játékos lépése: { $move }.
said-chance = Véletlen: { $move }.

look-inside = Mit keres itt egy játékos
as-file = Fájlként
inside-title = Belülről
inside-lead = Egy játékos keres, és látható, mit tett: minden állás, ahová belépett, sorrendben, értékekkel, ablakokkal, és hogy mit és miért vágott le. Ehhez semmi sem fut másodszor.
inside-game = Játék, vagy egy begépelt fa
inside-player = Játékos
inside-run = Keressen, és mutassa
inside-solve = Megoldás és rajz
inside-examples = Példák
inside-search = A gyökér hányadik keresése
inside-tree = A fa
inside-picture = A fa képen
inside-story = A keresés mondatokban
inside-noscript = A fa bejárásához a böngészőnek szkriptek kellenek; a kép és a mondatok nélkülük is láthatók.
inside-forgotten = Ez a keresés már nincs a memóriában. Futtassa újra: ugyanazt teszi.
solved-graph = Minden állás egyszer
solved-tree = Az összes játszma fája
solved-labelled = A fa, és hogy ki nyer
solved-strategy = Egy stratégia: egy saját válasz elég (vagy), az ellenfél minden válasza számít (és)
step-first = Eleje
step-back = Vissza
step-on = Tovább
step-last = Vége
step-previous-cut = Előző vágás
step-next-cut = Következő vágás
step-slider = A keresés pillanata
step-number = Ugrás a pillanatra
quiz = Kvíz
quiz-answer = Válasz

events-none = Még nincs verseny.
events-new = Új verseny
events-name = Név
events-players = Játékosok, soronként egy
events-games = Játékok, soronként egy
events-openings = Megnyitások
events-plies = Véletlen féllépések
events-nodes = Ennyi állásba kerülhet egy lépés
events-stop = A páros mérkőzés korai vége
events-format = Lebonyolítás
events-begin = Kezdés
events-file = Fájlból
events-file-text = Az agon run fájljának tartalma
events-progress = { $games } / { $planned } játszma
events-done = Lejátszott játszmák
events-halt = Megállítás
events-resume = Folytatás
events-games-list = Játszmák
events-all-games = Minden játszma
events-no-games = Itt még nincs játszma.
events-files = Fájlok
events-seed = Véletlenmag: { $seed }
events-fingerprint = ujjlenyomat:
stage-waiting = sorára vár
stage-running = folyik
stage-stopped = megállítva
stage-over = véget ért
stage-read = napló, csak olvasható
gauge = Erősebb-e { $one }, mint { $other }, { $elo } Élő-ponttal?
gauge-null = nem: a különbség inkább { $elo } Élő-pont
gauge-alternative = igen: a különbség inkább { $elo } Élő-pont
gauge-open = még nem dőlt el
gauge-words = Loglikelihood-hányados { $ratio }, eldől { $low } vagy { $high } értéknél
standings = Tabella
place = Hely
player = Játékos
points = Pont
games = Játszma
won = Győzelem
drawn = Döntetlen
lost = Vereség
faults = Hibák
crosstable = Ki kivel hogyan szerepelt
chart-ratings = Értékszámok 95 %-os intervallummal
chart-history = Az értékszámok alakulása
earlier = Korábbiak
later = Későbbiek
wall = A falra
wall-empty = Még nem volt játszma.
wall-overall = Minden játék
wall-rank = Átlagos helyezés
wall-left-out = Nem vettek részt
wall-share = a megszerezhető pontok hányada
compare = Két eredmény összevetése
compare-one = Első
compare-other = Második
compare-equal = Minden játszma azonos.
compare-differ = A játszmák különböznek.
compare-pairs = A pontok aránya páronként
game = Játék
against = Ellenfél
significant = Szignifikáns
yes = igen
no = nem

js-chosen = Kiválasztva: { $a }. Hová?
js-several = Melyik lépés?
js-sure = Biztosan feladja?
js-not-here = Oda nem lehet lépni.
js-offline = A kiszolgáló nem válaszol. Újra próbáljuk…
js-past = { $a }. lépés, összesen { $b }
js-worth = { $a }: { $b }
js-board = Tábla, { $a } mező
js-board-role = játéktábla
js-moment = { $a }. pillanat, összesen { $b }
js-root = gyökér
js-end = a játéknak vége
js-chance = véletlen
js-seat = { $a }. játékos: a saját nyereségét akarja a lehető legnagyobbnak
js-max = { $a }. játékos: a legnagyobb értéket választja
js-min = { $a }. játékos: a legkisebb értéket választja
js-mean = { $a }. játékos: az érték az alatta lévők átlaga
js-tries = { $a }. játékos: a legígéretesebbet próbálja következőnek
js-cut = nem nézte meg: { $a }
js-visits = látogatás: { $a }
js-folded = nem megtartott állás: { $a }
js-more = még { $a }
js-position = állás
js-window = ablak
js-edges = α = { $a }; β = { $b }
js-edges-now = most
js-asks = Mi jön vissza innen: „{ $a }”?
js-asks-cuts = Mely lépéseket nem nézi meg itt: „{ $a }”? Ha egyet sem: semmi
js-none = semmi
js-right = Helyes ({ $a } / { $b }).
js-not-right = Az értéke { $a } ({ $b }).
