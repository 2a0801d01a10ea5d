# A játékok, a játékosok és a beállításaik magyarul. Angolul mindegyik maga mondja el.
game-2048 = csúsztasd a lapkákat, az egyenlők összeolvadnak, érd el a célt: egy játékos és a véletlen
    .rules = Minden lapka felfelé (up), jobbra (right), lefelé (down) vagy balra (left) csúszik, ameddig tud. Két egyenlő lapka, ha összeér, az összegükké olvad össze, csúsztatásonként mindegyik legfeljebb egyszer, az elöl lévők előbb. Egy csúsztatásnak változtatnia kell valamin. Ezután egy véletlen üres mezőn új lapka jelenik meg: tízből kilencszer 2, különben 4. A játék két ilyen lapkával kezdődik, és akkor ér véget, ha nem lehet többet csúsztatni, vagy a táblán van a cél. Minden összeolvadás az új lapka értékét éri.
    .size = sorok és oszlopok
    .goal = a lapka, amely befejezi a játékot
    .payoff = amiért a kifizetés jár: a pontokért vagy a célért
game-amoba = gomoku: öt egymás melletti kő nyer
    .rules = X kezd. Mindkét játékos egy követ tesz egy üres mezőre, és `line` kő egy sorban, oszlopban vagy átlóban nyer. Több is nyer, kivéve, ha exact=true; a tele tábla döntetlen. A két játékosra ugyanaz a szabály vonatkozik, tiltott lépések nincsenek. A lépés egy oszlop és egy alulról számolt sor: h8.
    .size = sorok és oszlopok
    .line = hány egymás melletti kő nyer
    .exact = a hosszabb sor nem nyer
game-backgammon = ostábla: fuss haza a kockák szerint, és üsd ki azt, aki egyedül áll
    .rules = Az 1. játékos (X) kezd; az első dobás sosem dupla. Mindkét kockát le kell lépni, ha lehet; ha csak az egyiket lehet, akkor a nagyobbat, ha az megy; a duplát legfeljebb négyszer. Egy egész kör egy lépés. A győzelem 1-et ér; 2-t (gammon), ha a vesztes egy korongot sem vitt ki, 3-at (backgammon), ha ráadásul van korongja a báron vagy a győztes házában. Duplázókocka nincs. 10 000 lépés után döntetlen. A pontokat ki-ki a maga oldaláról számolja, 24-től 1-ig: 24/18 13/11; bar/20 a bárról, 6/off a kivitel, 13/7(2) két korong, 24/18*/13 ütéssel; pass, ha semmit sem lehet lépni.
    .setup = honnan indulnak a korongok
    .gammons = a gammon 2-t, a backgammon 3-at ér
game-breakthrough = vigyél be elsőként egy bábut a túlsó sorba
    .rules = X kezd, és a táblán felfelé halad. Egy bábu egy mezőt lép egyenesen vagy átlósan előre egy üres mezőre; átlósan az ellenfél bábuját is leüti. Az nyer, aki eléri a túlsó sort, vagy minden bábut leüt. Mindkét játékos két teli sorral indul. A lépés a két mező: e2-e3, ütéskor e2xd3.
    .width = oszlopok
    .height = sorok
game-checkers = angol dáma: üsd le vagy szorítsd be az ellenfél összes bábuját
    .rules = A sötét (1. játékos, 1–12. mező) kezd. A bábuk előre lépnek és ütnek, a dámák mindkét irányba, egyszerre egy mezőt. Ütni kötelező, bármelyik bábuval és úton, és azzal tovább kell ütni, amíg lehet; a dámává váló bábu lépése véget ér. Aki nem tud lépni, veszít (ha giveaway=true, nyer). `quiet` egymást követő olyan lépés után, amelyben nem volt ütés, és közönséges bábu sem lépett, döntetlen. A lépések: 11-15, ütéskor 22x8, és ha az nem egyértelmű, minden mezővel: 22x15x8.
    .quiet = hány haladás nélküli lépés után döntetlen
    .giveaway = az nyer, aki nem tud lépni
game-chess = sakk: mattold meg a másik királyt
    .rules = A FIDE szabályai szerint; az 1. játékos a világos. A lépések: e2e4, e7e8q (átváltozás), e1g1 (sáncolás), vagy ahogy a játszmalapon: Nf3, exd5, O-O. Chess960-ban sáncoláskor a király a saját bástyájára lép. Azonnal döntetlen: az állás harmadszori előfordulása, mindkét fél ötven lépése ütés és gyaloglépés nélkül, a patt, és ha az anyag senkinek sem elég a matthoz (csak királyok, egy huszár, vagy azonos színű mezőkön járó futók). A matt megelőzi az ötvenlépéses szabályt.
    .chess960 = a kezdőállás száma Scharnagl szerint; a szokásos az 518
    .fen = honnan induljon inkább a játék
game-chinese-checkers = az nyer, aki elsőként tölti meg a csillag szemközti csúcsát
    .rules = Mindenkinek (A–F) a hatágú csillag egyik csúcsában állnak a bábui, és a szemközti csúcsba viszi őket. Egy bábu a szomszédos lyukba lép, vagy akárhányat ugrik, mindig egy (bárkié) bábu fölött a mögötte lévő lyukba; ütés nincs. Az nyer, akinek a célja tele van, és legalább egy saját bábuja ott áll. A győztes 1-et kap, a többiek egyenlő részekben ennyit veszítenek. Aki nem tud lépni, passzol. Mindenki `turns` lépése után döntetlen. A lyukakat a sor betűje felülről és a balról számolt hely jelöli: c1-d2.
    .size = sorok egy csúcsban: 1, 3, 6 vagy 10 bábu fejenként
    .seats = hányan játszanak
    .turns = fejenként hány lépés után döntetlen
game-connect-four = ejts köveket az oszlopokba; az nyer, akinek négy van egy vonalban
    .rules = A játékosok felváltva ejtenek követ egy nem teli oszlopba; a kő a többire esik. Az nyer, akinek elsőként van `line` (vagy több) köve egymás mellett egy sorban, oszlopban vagy átlóban; a tele tábla ilyen nélkül döntetlen. A lépés az oszlop betűje balról: d.
    .width = oszlopok
    .height = sorok
    .line = hány kell egy vonalban a győzelemhez
game-dots-and-boxes = húzz vonalat két pont közé; az nyer, aki több négyzetet zár be
    .rules = A játékosok felváltva húznak egy vonalat két szomszédos pont közé. Aki egy négyzet negyedik oldalát húzza meg, azé a négyzet, és újra húznia kell, ha maradt vonal; bezárni senki sem köteles. Ha minden vonal megvan, payoff=win esetén az nyer, akinek több négyzete van; payoff=margin esetén a különbség számít. A width és a height négyzeteket számol, nem pontokat. A lépés a két pont, mindegyik az oszlop betűje és a sor száma, balról és alulról: a1b1, a1a2.
    .width = négyzetek egy sorban
    .height = négyzetsorok
    .payoff = 1, 0 vagy -1, vagy a négyzetek különbsége
game-einstein = EinStein würfelt nicht!: a kocka mondja meg, melyik kő lép
    .rules = Mindkét játékosnak hat számozott köve van a saját sarkában egy ötször ötös táblán: az elsőnek bal felül, a másodiknak jobb alul. Lépés előtt kockát dobnak. Az a kő lép, amelyet a kocka mutat, vagy ha már nincs, a megmaradtak közül a következő nagyobb vagy kisebb számú. Egy mezőt lép a szemközti sarok felé: oldalra, az oszlop mentén vagy átlósan; ami ott áll, bárkié, lekerül. Az nyer, aki eléri a szemközti sarkot, vagy leveszi az ellenfél utolsó kövét. Egyetlen kőhöz nem kell kocka. A lépés a kő száma és a mező: 4c3; az oszlopok balról a–e, a sorok alulról 1–5.
    .setup = ki rendezi el a köveket
    .first = az első kövei
    .second = a második kövei
game-ghosts = egy futó golyókat gyűjt egy labirintusban, ahol szellemek bolyonganak vagy vadásznak
    .rules = Egy fordulóban a futó egy mezőt lép fel (up), jobbra (right), le (down) vagy balra (left), vagy marad (stay); azután minden szellem lép egyet, és nem maradhat állva. A futó megeszi a golyót, amelyre lép. Elkapják, ha szellemmel találkozik, bármelyikük lép. A játéknak vége, ha elkapták, ha elfogytak a golyók, vagy az utolsó forduló után. A futó annyit kap, amekkora részét megette a golyóknak, eggyel kevesebbet, ha elkapták. ghosts=random esetén a szellemek véletlenül lépnek; ghosts=hunting esetén mindegyik játékos, és amit a futó nyer, azt ők veszítik egyenlő részekben.
    .maze = a labirintus
    .number = hány szellem van
    .ghosts = hogyan lépnek a szellemek
    .rounds = hány forduló után van vége
game-go = kerítsd be a tábla nagyobb részét
    .rules = A fekete (X, 1. játékos) kezd. A szabad pont nélkül maradt kő vagy lánc lekerül; olyan helyre nem tehető kő, ahol neki nem volna. Egy állás sem térhet vissza, akárki jön is (pozíciós superkó); passzolni (pass) mindig szabad. Két egymást követő passz befejezi a játékot, és pontonként 8 lépés is. Akkor a terület számít: a kövek és azok az üres részek, amelyek csak egyféle színnel érintkeznek; a halott köveket előbb le kell venni. A fehér megkapja a komit; egyenlőség esetén döntetlen. A lépések: D4, pass; I betűjű oszlop nincs.
    .size = sorok és oszlopok
    .komi = a fehér pontjai, felesével
game-grundy = oszd ketté egyenlőtlenül egy halmot; aki nem tudja, veszít
    .rules = Egy lépés egy legalább háromelemű halmot két különböző nagyságúra oszt: 7:1+6. Az egyforma halmokat nem különböztetjük meg. Aki nem tud lépni, veszít.
    .heap = a halom nagysága az elején
game-hex = kösd össze két oldaladat kövek láncával
    .rules = X kezd, és a felső oldalt köti össze az alsóval, O a balt a jobbal; mindketten egy-egy követ tesznek egy üres mezőre, és pontosan egyiküknek sikerül. A tábla rombusz: egy mező a mellette lévőkkel szomszédos, és a fölötte meg az alatta lévő sorban a két legközelebbivel. swap=true esetén a második játékos az első kőre swap lépéssel felelhet: a kő az övé lesz, a hosszú átlóra tükrözve, és X jön újra. A lépés egy oszlop és egy felülről számolt sor: f6.
    .size = sorok és oszlopok
    .swap = a második játékos átveheti az első követ
game-kalah = vess magokat körbe a táblán; az nyer, akinek több van a tárolójában
    .rules = Egy lépés egy saját ház összes magját felveszi, és az óramutatóval ellentétesen egyesével szétosztja, a saját tárolóba is, az ellenfelébe nem. Ha az utolsó mag a saját tárolóba kerül, ugyanaz lép újra. Ha egy addig üres saját házba, akkor a szemközti ház összes magjával együtt a saját tárolóba kerül; empty-capture=false esetén csak akkor, ha ott van mag. Ha valakinek kiürülnek a házai, vége a játéknak, és a másik a saját tárolójába teszi a házaiban maradt magokat. payoff=win esetén a több mag nyer, payoff=margin esetén a különbség számít. A lépés a ház száma a lépő bal kezétől: 3.
    .pits = fejenként hány ház
    .seeds = magok egy házban az elején
    .empty-capture = az utolsó mag üres saját házból akkor is a tárolóba kerül, ha szemben nincs semmi
    .payoff = 1, 0 vagy -1, vagy a magok különbsége
game-nim = vegyél el akárhányat egy halomból; az nyer, aki az utolsót veszi el
    .rules = A lépés a halom betűje és az, hogy hányat vesz el: b3. misere=true esetén az veszít, aki az utolsót veszi el.
    .heaps = a halmok az elején
    .misere = aki az utolsót veszi el, veszít
game-nine-mens-morris = malom: rakj és húzz bábukat; három egy sorban elvesz egyet az ellenféltől
    .rules = X kezd. Előbb mindenki leteszi összes bábuját, körönként egyet, üres pontokra; azután a vonalak mentén szomszédos pontra húzzák őket, három bábuval pedig bárhova (kivéve, ha flying=false). Akinek három bábuja egy vonalon sorba kerül (malom), ugyanabban a lépésben elvesz egyet az ellenféltől; két malomért is csak egyet. Malomban álló bábu csak akkor vehető el, ha mind malomban áll. Az veszít, akinek két bábuja marad, a kézben lévőkkel együtt, vagy nem tud lépni. `quiet` olyan lépés után, amelyben nem tettek le és nem vettek el bábut, döntetlen. A lépés a pont, ahova bábu kerül: d6, vagy honnan és hova: d6-d7, és amit elvesz: d6-d7xa1.
    .men = fejenként hány bábu
    .flying = három bábu bárhova mehet
    .quiet = hány elvétel nélküli lépés után döntetlen
game-othello = fogj közre korongokat, hogy átforduljanak; a több korong nyer
    .rules = X kezd. A letett korongnak a nyolc irány valamelyikében legalább egyet közre kell fognia az ellenfél korongjaiból önmaga és egy másik saját között; minden közrefogott átfordul. Aki ezt nem tudja, passzol (pass); ha egyikük sem tudja, vége a játéknak. A több korong nyer; az üres mezők senkinek sem számítanak. payoff=discs esetén a korongok különbsége számít. A lépés egy oszlop és egy felülről számolt sor: d3.
    .size = sorok és oszlopok
    .payoff = ami jár: 1 a győzelemért, vagy a korongok különbsége
game-pig = dobj, amíg mersz; az egyes elviszi a kör pontjait
    .rules = A kör kockadobással kezdődik. Az egyes üres kézzel befejezi a kört; minden más szám a kör pontjaihoz adódik, és a játékos választ: újra dob (roll), vagy megáll (hold), és akkor a kör pontjai az övéi, a kocka pedig továbbmegy. Az nyer, aki eléri a célt: ő +1-et kap, a többiek egyenlő részekben -1-et. finish=hold esetén a pontok csak megálláskor számítanak, finish=reach esetén a játéknak azonnal vége, ha a pontok és a kör pontjai elérik. Ha mindenkinek elfogytak a körei, a legtöbb pont nyer, egyenlőség esetén döntetlen.
    .target = hány pont nyer
    .players = hányan játszanak
    .sides = hány oldala van a kockának
    .finish = meg kell-e állni a célnál, vagy elég elérni
    .turns = fejenként hány kör után van vége
game-tic-tac-toe = jelölj mezőket felváltva; az nyer, akinek egy vonalban vannak a jelei
    .rules = A játékosok felváltva jelölnek egy szabad mezőt; az nyer, akinek elsőként van `line` (vagy több) jele egymás mellett egy sorban, oszlopban vagy átlóban, és a tele tábla ilyen nélkül döntetlen. A győztes 1-et kap, a többiek egyenlő részekben -1-et. A lépés az oszlop betűje és a sor száma, balról és alulról: b2.
    .width = oszlopok
    .height = sorok
    .line = hány kell egy vonalban a győzelemhez
    .players = hányan játszanak
game-tree = egy fájával megadott játék, mint a tankönyvben
    .rules = A fát zárójelekkel írjuk le. [A,B,…] olyan csúcs, ahol egy játékos választ; felváltva választanak, felül az első. Egy szám az, amit a végén az első játékos kap, a második pedig veszít. (1,6,6) három játékos kifizetése a végén; akkor a fa minden kifizetésében ennyi szám van. {"{"}1/2:8, 1/3:24, 1/6:-12{"}"} a véletlen csúcsa: összesen 1 valószínűség, törtként vagy tizedes törtként, és mögöttük bármi. [A,B]@2 azt mondja, hogy ott a 2. játékos választ. [A,B]~5 becslést ad egy belső csúcsnak azoknak a kereséseknek, amelyek ott megállnak. A lépések 1-től számozottak.
    .root = az egész fa
player-alpha-beta = minimax, amely nem nézi tovább a megcáfolt lépést
player-averaging = minimax, amely a legjobb helyett a legjobb néhány lépést átlagolja
player-best-reply = a többiek közül csak egy felel a legjobban: a legveszélyesebb
player-epsilon = egy másik játékos lépése, vagy olykor bármilyen lépés
player-expectimax = a legjobb válasz arra, amit a többiekről hisz
player-expectiminimax = minimax a véletlennel: mindkét féltől a legjobbat várja, a kockától az átlagot
player-greedy = az a lépés, amely után a legjobbnak látszik az állás
player-max-n = mindenki azt lépi, ami neki a legjobb, akárhányan vannak
player-mcts = Monte-Carlo-fakeresés (UCT) bármilyen játékhoz
player-minimax = a legjobb lépés, ha az ellenfél is a legjobbat lépi
player-mix = minden lépést súlyok szerint kisorsolt játékosra bíz
player-mtd = alfa-béta nulla szélességű ablakokkal egy sejtés körül, MTD(f)
player-paranoid = mindenki más ellenem játszik, bármit kap érte
player-perfect = a legjobb lépés, a megoldott játékból kikeresve
player-pns = bizonyító számokkal bizonyítja az állás értékét, df-pn
player-random = bármelyik szabályos lépés, egyforma eséllyel
player-selective = minimax, amely csak az ígéretes lépéseket nézi
player-solve = nulla szélességű ablakokkal a végéig bizonyítja az állás értékét
player-strong = ami az adott játékban erős
