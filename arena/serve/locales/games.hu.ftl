# A játékok, a játékosok és a beállításaik magyarul. Angolul mindegyik maga mondja el.
game-2048 = csúsztassa a lapkákat, az egyenlők összeolvadnak, érje el a célt: egy játékos és a véletlen
    .rules =
        A táblán `size` sor és `size` oszlop mező van, és egyetlen játékos játszik. A táblán lévő lapkák mindegyikén egy szám áll. Az elején két lapka jelenik meg véletlenszerűen kihúzott mezőkön. A játékos minden körben egyszerre csúsztatja az összes lapkát felfelé (up), jobbra (right), lefelé (down) vagy balra (left), ameddig csak mehetnek. Ha két lapka összeér, és egyforma szám áll rajtuk, egyetlen lapkává olvadnak össze, amelyen a kettő összege áll; előbb azok olvadnak össze, amelyek közelebb vannak ahhoz a szélhez, amely felé csúsznak, és egy csúsztatás alatt egy lapka sem olvad össze kétszer. A csúsztatásnak változtatnia kell valamin. Utána új lapka jelenik meg egy véletlenszerűen kihúzott szabad mezőn. Minden megjelenő lapka, az első kettő is, tízből kilencszer 2, különben 4.

        A játék akkor ér véget, ha már egyetlen csúsztatás sem változtatna semmin, vagy ha egy csúsztatásból olyan lapka lesz, amelyen a `goal` szám áll. `payoff=points` esetén minden összeolvadás annyi pontot ér, amennyi az új lapka száma, és a játékos a pontjait kapja, elosztva annyival, amennyit egyetlen `goal` számú lapka összerakása ér, ha minden lapka 2-esként indult. `payoff=goal` esetén a játékos 1-et kap, ha összerakott egy `goal` számú lapkát, különben 0-t.
    .help = A pontokban mért kifizetés egysége (n-1)*2^n, ha a cél 2^n; a kifizetés legfeljebb a mezők számának a fele. payoff=goal esetén a pontok nem számítanak. Aki 2048 után is tovább akar játszani, magasabb célt adjon meg. A mezőket az oszlop, balról a-tól, és a sor, felülről 1-től, nevezi meg; egy új lapka így írandó: c1=2. Az állás a sorok felülről, ahol egy lapkát a kettő hatványának kitevője jelöl tizenhatos számrendszerben (1 a 2, b a 2048), azután a pontok, és +, ha új lapkának kell megjelennie: 1.2./..../.1../.... 4.
    .sources = G. Cirulli, 2048 (2014).
    .size = sorok és oszlopok
    .goal = a lapka, amely befejezi a játékot
    .payoff = amiért a kifizetés jár: a pontokért vagy a célért
game-amoba = gomoku: öt egymás melletti kő nyer
    .rules =
        A táblán `size` sor és `size` oszlop mező van, az elején mind szabad. A játékosok felváltva egy-egy saját követ tesznek egy szabad mezőre, az első játékos kezd; a köveket nem mozdítják el, és nem veszik le.

        `exact=false` esetén az nyer, akinek elsőként van legalább `line` köve egymás mellett egy sorban, oszlopban vagy átlóban. `exact=true` esetén az nyer, akinek elsőként van pontosan `line` köve egymás mellett egy sorban, oszlopban vagy átlóban, se kevesebb, se több. A két játékosra ugyanazok a szabályok vonatkoznak. A tele tábla, amelyen senki sem nyert, döntetlen. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak.
    .help = A renju tilalmai nem érvényesek. Fontosnak a kövektől legfeljebb két mezőre lévő mezők számítanak, átlósan is. A lépés egy oszlop és egy alulról számolt sor: h8. Az állás a sorok felülről, ahol a kövek X és O, az üres mezők számmal állnak, és az, hogy ki lép: 3/1X1/3 O. A patterns heurisztika az amőbáról szóló szakdolgozat v értéke, a becslés v / (|v| + 1000); a hosszabb sort mindig győzelemnek veszi.
    .sources = Renju International Federation, The rules of gomoku (a szabad és a pontosan öt köves változat).
    .size = sorok és oszlopok
    .line = hány egymás melletti kő nyer
    .exact = a hosszabb sor nem nyer
game-backgammon = ostábla: fusson haza a kockák szerint, és üsse ki azt, aki egyedül áll
    .rules =
        A tábla egy 24 pontból álló út, amelyen a két játékos ellentétes irányban halad. Ki-ki 24-től lefelé 1-ig számol, így az egyik utolsó pontja a másik első pontja; a saját 1–6. pontja a háza. A játékosok bábui korongok. `setup=standard` esetén mindkettőnek 15 van: kettő a 24., öt a 13., három a 8. és öt a 6. ponton. `setup=nackgammon` esetén mindkettőnek 15 van: kettő a 24., kettő a 23., négy a 13., három a 8. és négy a 6. ponton. `setup=hypergammon` esetén mindkettőnek 3 van: egy-egy a 24., a 23. és a 22. ponton.

        Az első játékos kezd, azután felváltva következnek. A kör két kocka dobásával kezdődik, és csak a legelső dobás nem lehet dupla. Mindkét szám annyi ponttal viszi előre egy korongot; mindkettő léphet ugyanazzal a koronggal is, egymás után. A duplát négyszer lépik le. Korong nem érkezhet oda, két szám lelépése között sem, ahol a másiknak két vagy több korongja áll. Ha ott a másiknak egyetlen korongja áll, azt kiüti: az a bárra kerül. Amíg valakinek korongja van a báron, csak azzal léphet, mintha egy 25. pontról jönne: a másik házába lép be. Akinek minden korongja a házában van, ki is vihet: egy szám arról a pontról visz ki egy korongot, amelynek ez a száma, vagy ha ott és annál hátrébb nincs korong, akkor a leghátsó pontról. Minden számot le kell lépni, ha lehet; ha kettő közül csak az egyiket lehet, akkor a nagyobbat, ha az megy. Ha egyiket sem lehet, a játékos passzol.

        Az nyer, aki elsőként minden korongját kivitte. `gammons=true` esetén a győztes 1-et kap, vagy 2-t, ha a vesztes egyet sem vitt ki, vagy 3-at, ha ráadásul a vesztesnek korongja van a báron vagy a győztes házában. `gammons=false` esetén a győztes 1-et kap. A vesztes ugyanennyit kap mínusz előjellel. Ha a dobások és a körök együtt elérik a 10 000-et, a játszma döntetlen, és mindketten 0-t kapnak.
    .help = Az 1. játékos az X. Az első dobás olyan, mint amikor mindketten egy-egy kockával dobnak, és a nagyobb kezd. A kockák véletlenek: 21 dobás van, a duplák súlya 1, a többié 2. Egy egész kör egy lépés, és az ugyanoda vezető körök egynek számítanak. A 2-t érő győzelem neve gammon, a 3-at érőé backgammon. Duplázókocka nincs. A pontokat az számolja a maga oldaláról, aki lép, 24-től 1-ig: 24/18 13/11, bar/20, 6/off, 13/7(2) két korong egy duplával, 24/18*/13 útközbeni ütéssel; pass, ha semmit sem lehet lépni. Beolvasáskor a * elhagyható. Az állás X és O korongjai a saját pontjaik szerint, az, hogy ki következik, a kockák (roll, ha dobni kell, first az első dobáshoz) és az eddigi féllépések száma.
    .sources = E. Hoyle szabályai T. Keith leírásában, Backgammon Galore (1996); a nackgammon N. Ballardtól származik; a hypergammon három koronggal indul.
    .setup = honnan indulnak a korongok
    .gammons = a gammon 2-t, a backgammon 3-at ér
game-battleship = rejtse el a hajóit, és lőjön a másikéira
    .rules =
        Mindkét játékosnak saját táblája van, `width` oszlop és `height` sor mezővel. Előbb mindketten elhelyezik a hajóikat a saját táblájukon, felváltva egyet-egyet, az első játékos kezd; senki sem látja a másik hajóit. A hajók hosszát a `ships` beállítás adja meg, abban a sorrendben, ahogyan lekerülnek. Egy hajó a hosszának megfelelő számú, egymás melletti mezőt foglal el egy sorban vagy egy oszlopban, olyanokat, amelyeken nincs másik hajó; más hajókkal érintkezhet. Helyet kell hagynia azoknak, amelyeket még el kell helyezni. Azután a játékosok felváltva lőnek, az első játékos kezd, mindig a másik táblájának olyan mezejére, amelyre még ők maguk nem lőttek. Az eredményt mindenki hallja: víz, ha ott nincs hajó; talált, ha van; süllyedt, ha annak már az összes többi mezejére is lőttek.

        A játéknak azonnal vége, ha az egyik játékos minden hajója elsüllyedt, vagy ha mindketten `shots` lövést leadtak. Ki-ki annyit kap, ahány hajója a másiknak elsüllyedt, levonva, ahány a sajátjai közül.
    .help = Egy hajót a két vége ír le, a2-b2, egy lövést a mezője, b1, és azt, ami hallatszik, w, h vagy s: víz, talált, süllyedt. Az állás mindkettőjük hajói és a lövések: a1|b2/a1w b2w; egy játékos nézetében a nem látott hajó helyén ? áll. A szabályok olyanok, mint az OpenSpielben, ismételt lövések nélkül és egyszeres veszteségszorzóval.
    .width = a tábla oszlopai
    .height = a tábla sorai
    .ships = a hajók hossza fejenként, abban a sorrendben, ahogyan lekerülnek
    .shots = lövések fejenként, mezőnként legfeljebb egy
game-blotto = ossza szét az érméket a mezőkön egyszerre; az nyer, akinek több mezőn van több
    .rules =
        `fields` mező van, és mindkét játékosnak `coins` érméje. Mindketten szétosztják az összes érméjüket a mezőkön, mindegyikre annyit tesznek, amennyit akarnak, akár egyet sem. Az első játékos választ először, de a másik ezt csak akkor látja, amikor már ő is választott; azután vége a játéknak. Azt a mezőt nyeri meg valaki, ahol több érméje van, mint a másiknak; ahol ugyanannyi van mindkettőnek, azt senki.

        Aki több mezőt nyer meg, mint a másik, 1-et kap, a másik -1-et; ha ugyanannyit nyernek, az döntetlen, és mindketten 0-t kapnak.
    .help = A lépés az érmék száma az egyes mezőkön: 3+3+4.
    .sources = É. Borel, La théorie du jeu et les équations intégrales à noyau symétrique (1921); O. Gross és R. Wagner, A continuous Colonel Blotto game (1950).
    .coins = érmék fejenként
    .fields = mezők
game-breakthrough = vigyen be elsőként egy bábut a túlsó sorba
    .rules =
        A táblán `width` oszlop és `height` sor mező van. Mindkét játékosnak az elején a hozzá legközelebbi két sor minden mezején áll egy bábuja.

        A játékosok felváltva egy-egy bábuval lépnek, az első játékos kezd. Egy bábu egy mezőt lép előre, a másik oldala felé, egyenesen vagy átlósan, egy szabad mezőre. Átlósan a másik bábujára is ráléphet, az lekerül a tábláról; egyenesen nem. Ütni nem kötelező.

        Az nyer, akinek elsőként van bábuja a saját oldalától legtávolabbi sorban, vagy aki leüti a másik utolsó bábuját. Aki soron van, mindig tud lépni, így döntetlen nincs. A győztes 1-et kap, a vesztes -1-et.
    .help = X az első játékos, és a táblán felfelé halad. A lépés a mezői, e2-e3, vagy ütéskor e2xd3. Az állás a sorok felülről, ahol a bábuk X és O, az üres mezők számmal állnak, és az, hogy ki lép.
    .sources = D. Troyka, Breakthrough (2000), a 8x8-as játéktervező verseny győztese.
    .width = oszlopok
    .height = sorok
game-checkers = angol dáma: üsse le vagy szorítsa be az ellenfél összes bábuját
    .rules =
        A tábla nyolc sor és nyolc oszlop mező, felváltva sötétek és világosak; csak a sötétek számítanak. Mindkét játékosnak az elején a hozzá legközelebbi három sor minden sötét mezején egy-egy közönséges bábuja áll. A közönséges bábu is, a dáma is bábu. Az első játékos lép először, azután felváltva lépnek. Egy közönséges bábu átlósan előre lép egy mezőt, egy szabad mezőre; egy dáma átlósan előre vagy hátra lép egyet. Mindkettő olyan irányba üthet, amelybe léphet, mégpedig ugrással: a másik játékosnak a szomszéd mezőn álló bábuja fölött a közvetlenül mögötte lévő mezőre, amelynek szabadnak kell lennie. Amit átugrottak, lekerül a tábláról. Aki üthet, annak ütnie kell, de választhat, melyik bábuval és melyik úton. Amelyik bábu ütött, ugyanabban a körben továbbüt, ameddig üthet; egy bábut sem ugrik át kétszer. A közönséges bábu, amely eléri a saját oldalától legtávolabbi sort, dáma lesz, és ezzel a köre véget ér.

        `giveaway=false` esetén veszít az a játékos, aki soron van, és nem tud lépni: nincs több bábuja, vagy mind be van szorítva. `giveaway=true` esetén nyer az a játékos, aki soron van, és nem tud lépni: nincs több bábuja, vagy mind be van szorítva. A játszma döntetlen, ha `quiet` körön át, mindkét játékosét számolva, nem ütöttek semmit, és közönséges bábu sem lépett, és aki soron van, még tudna lépni. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak.
    .help = A sötét (1–12. mező) az 1. játékos. A többszörös ütés egy lépés; ha ugyanazokat a bábukat más sorrendben ütik, az más lépés, mint a közzétett számlálásokban. A lépések: 11-15, 22x8, és ahol ez nem egyértelmű, minden mezővel: 22x15x8; a hosszú alakot mindig elfogadja. Az állás egy PDN FEN a csendes féllépések számával: B:W21,K22:B1,2:H0; a szám nélkül 0.
    .sources = World Checkers Draughts Federation, Rules of Draughts (2012).
    .quiet = hány haladás nélküli lépés után döntetlen
    .giveaway = az nyer, aki nem tud lépni
game-chess = sakk: mattolja meg a másik királyt
    .rules =
        A tábla nyolc sor és nyolc oszlop mező, felváltva világosak és sötétek. Mindkét játékosnak a hozzá legközelebbi sorban két bástyája, két huszárja, két futója, egy vezére és egy királya van, a következő sorban nyolc gyalogja. `chess960=518` esetén a legközelebbi sor, a tábla oszlopai szerint balról jobbra: bástya, huszár, futó, vezér, király, futó, huszár, bástya. A `chess960` száma ennek a sornak egy sorrendjét jelenti, a `fen` pedig bármilyen más állást beállíthat helyette. A játékosok felváltva egy-egy bábuval lépnek, az első játékos kezd. Egy bábu szabad mezőre lép, vagy leüti a másik játékos ott álló bábuját, amely lekerül a tábláról. A bástya sorban vagy oszlopban, a futó átlósan, a vezér ezek bármelyikén mehet, ameddig akar, de más bábu fölött nem. A huszár két mezőt megy egy sorban vagy egy oszlopban és egyet oldalra, bármi van is közben. A király egy mezőt lép bármelyik irányba. A gyalog egy mezőt lép egyenesen előre, ha az szabad; arról a sorról, ahol kezdett, kettőt is, ha mindkettő szabad; ütni csak egy mezőt átlósan előre üthet. Az a gyalog, amely éppen kettőt lépett, csak a következő körben, egy gyaloggal úgy is leüthető, mintha egyet lépett volna. A legtávolabbi sorban a gyalog választás szerint vezér, bástya, futó vagy huszár lesz.

        A leüthető király sakkban van, és egyetlen lépés sem hagyhatja sakkban a lépő saját királyát. Egy király és egy bástya, amely még sosem lépett, együtt is léphet: a király a tábla harmadik oszlopába megy, és a bástya, amely tőle balra áll, a negyedikbe, vagy a király a hetedikbe, és a bástya, amely tőle jobbra áll, a hatodikba. Az útjukon nem állhat más bábu, és a király előtte, útközben és utána sem állhat sakkban.

        Aki nem tud lépni, veszít, ha a királya sakkban van; különben döntetlen. Döntetlen az is, ha egy állás harmadszor fordul elő, ugyanazzal a lépő játékossal és ugyanazokkal a lehetséges lépésekkel; ha száz körön át nem ütöttek semmit, és gyalog sem lépett, kivéve, ha az utolsó ezek közül nyer; és ha csak a királyok maradtak, egyedül, egy huszárral vagy azonos színű mezőkön álló futókkal. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak.
    .help = A világos az 1. játékos, akkor is, ha egy FEN szerint a sötét lép. A lépések írásmódja, mint az UCI-ban: e2e4, e7e8q, sáncolás e1g1. A játszmalapok írásmódját is elfogadja: Nf3, exd5, O-O. Ahol a király vagy a bástya máshol kezd (chess960), a sáncolás a király lépése a saját bástyájára, e1h1, és a FEN sáncolási jogai a bástyák oszlopát nevezik meg. Az állás egy FEN; az EPD is beolvasható. Menet közbeni ütés, amely nem szabályos, állhat benne, de a program nem írja ki. Ahol számít, az after szó és az idáig vezető csendes lépések követik: az ezek során előállt állások még megismétlődhetnek. Egyenlő állásoknak a múltja is egyenlő. A sáncolás a király és a bástya közös lépése. Az s gyalognyi becslés értéke s / (5 + |s|).
    .sources = FIDE Laws of Chess (2023), 1–3., 5. és 9. cikk és a II. irányelv (chess960).
    .chess960 = a kezdőállás száma Scharnagl szerint; a szokásos az 518
    .fen = a kezdőállás, ha nem a szokásos
game-chinese-checkers = az nyer, aki elsőként tölti meg a csillag szemközti csúcsát
    .rules =
        A tábla lyukakból álló csillag hat csúccsal, ahol minden lyuknak legfeljebb hat szomszédja van. Egy csúcsban `size` sor van: a hegyénél egy lyuk, a következő sorban kettő, és így tovább. A `seats` játékos mindegyikének az elején egy csúcs minden lyukában áll egy bábuja; a szemközti csúcs a célja. A játékosok sorban lépnek, az első játékos kezd, azután a csillag körül haladnak. `seats=2` esetén a játékosok szemközti csúcsokban kezdenek. `seats=3` esetén a játékosok minden második csúcsban kezdenek. `seats=4` esetén a játékosok két pár szemközti csúcsban kezdenek. `seats=6` esetén a játékosok az összes csúcsban kezdenek. Aki soron van, egy bábuval lép, vagy egy szabad szomszédos lyukba, vagy ugrásokkal. Az ugrás bármelyik játékosnak egy szomszédos lyukban álló bábuja fölött egyenesen a közvetlenül mögötte lévő lyukba visz, amelynek szabadnak kell lennie; ugyanaz a bábu ezután újra ugorhat, bármelyik irányba, ahányszor akar, de nem oda, ahonnan indult. Ütés nincs. Akinek nincs ilyen lépése, passzol; más nem passzolhat.

        Az nyer, akinek a célja tele van, és abban legalább egy bábu az övé. Ha ez egyszerre többre igaz, az nyer, aki utoljára lépett, vagy a sorban utána következő ezek közül. A győztes 1-et kap, a többiek mindegyike -1-et, elosztva a többiek számával. Ha mindenki `turns` alkalommal lépett, a passzokat is számolva, és senki sem nyert, döntetlen, és mindenki 0-t kap.
    .help = A játékosok A-tól F-ig vannak jelölve. A cél akkor is tele van, ha csak egy bábu a sajátunk, hogy senkit se zárjon ki egy ott maradt bábu. A lyukaknak felülről a sor betűje, balról a hely száma van: c1-d2. Az állás a sorok, a hézagok számmal, az, hogy ki lép, és az eddigi féllépések száma. A 4-es méretű csillag a szokásos, 121 lyukas tábla; a kisebbek a több játékosra szóló játékok kutatását szolgálják.
    .sources = N. R. Sturtevant, On strongly solving Chinese checkers (2019).
    .size = sorok egy csúcsban: 1, 3, 6 vagy 10 bábu fejenként
    .seats = hányan játszanak
    .turns = fejenként hány lépés után döntetlen
game-connect-four = ejtsen köveket az oszlopokba; az nyer, akinek négy van egy vonalban
    .rules =
        A tábla függőlegesen áll, `width` oszlopa és `height` sora van, és az elején üres. A játékosok felváltva egy-egy saját követ ejtenek egy oszlopba, amely nincs tele, az első játékos kezd. A kő az oszlop legalsó szabad helyére esik, az ott fekvő kövekre.

        Az nyer, akinek elsőként van `line` (vagy több) köve egymás mellett egy sorban, oszlopban vagy átlóban, és a tele tábla ilyen vonal nélkül döntetlen. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak.
    .help = A lépés az oszlop betűje, balról: d. Az állás az oszlopok balról, mindegyik alulról fölfelé, X azé, aki kezdett, O a másiké, üres oszlopnál -: -/-/X/XOX/O/-/-. A `lines` heurisztika: egy vonal nyitott valakinek, amíg a másiknak nincs rajta köve; az egyik nyitott vonalai mínusz a másikéi, elosztva a vonalak számával. A `centre` heurisztika: minden kő annyit ér, ahány vonal halad át a mezején, a sajátoké mínusz a másikéi, elosztva az összes mezőre vett összeggel.
    .sources = L. V. Allis, A knowledge-based approach of Connect-Four (1988).
    .width = oszlopok
    .height = sorok
    .line = hány kell egy vonalban a győzelemhez
game-dark-hex = kösse össze két oldalát úgy, hogy csak azt látja, amibe beleütközött
    .rules =
        A táblán `height` sor van, mindegyikben `width` mező. Minden sor fél mezővel jobbra áll a fölötte lévőtől. Egy mező a sorában a mellette lévő kettővel szomszédos, a fölötte és az alatta lévő sorban pedig a két legközelebbivel. A játékosok egymás után következnek, az első játékos kezd. Senki sem látja, hol van a másiknak köve. Aki soron van, megpróbál egy mezőt, bármelyiket, kivéve azt, ahol saját köve van, vagy ahol már beleütközött a másik kövébe. Ha a mező szabad, oda teszi egy kövét, és a köre véget ér. Ha a másik köve áll ott, csak ennyit tud meg. `abrupt=false` esetén ekkor másik mezőt próbál, amíg követ nem tett le. `abrupt=true` esetén ekkor a köre véget ér. Egyik játékos sem tudja meg, mit próbált a másik, vagy hányszor. A köveket nem mozdítják el, és nem veszik le.

        Az első játékos akkor nyer, ha köveinek lánca, amelyben minden kő szomszédos a következővel, összeköti a felső sort az alsóval. A másik akkor nyer, ha köveinek ilyen lánca a bal szélső oszlopot köti össze a jobb szélsővel. A sarokmező mindkét szélhez tartozik. A végén pontosan egyiküknek sikerül, így döntetlen nincs. A győztes 1-et kap, a vesztes -1-et, és minden láthatóvá válik.
    .help = Ez a hex sötétben, csere nélkül. A lépés az a mező, amelyet megpróbálnak. Az állás az, amit megpróbáltak, sorban: /b2 b2! a1. A táblának legfeljebb 25 mezője van: az újraosztások pontosak.
    .sources = M. Lanctot és mások, OpenSpiel: a framework for reinforcement learning in games (2019).
    .width = oszlopok
    .height = sorok
    .abrupt = aki kőbe ütközik, elveszti a lépését
game-disguise = egy másik játék, amelynek a lépéseit, mezőit és bábuit kitalált szavak nevezik meg
    .help = Ugyanaz a játék, mint amelyet a `game` megad: ugyanazok az állások, lépések ugyanabban a sorrendben, véletlen, nézetek és kifizetések. A lépései és a helyeinek nevei szótagokból álló szavak, minden betűhöz vagy számjegyhez egy szótag, a seed szerint megkeverve. Az állások tények listái, sorrend nélkül: egy hely és ami rajta áll, a vonal mögött pedig a teljes szöveg darabokban. A programok ezekkel a szavakkal kapják meg a szabályokat, a játék neve és beállításai nélkül; így kapja meg mindenki, akinek elmondják a szabályokat. Egy verseny játékosai, ha ugyanazokból a megnyitásokból játsszák a játékot és az álruháját, megmutatják, mire emlékeznek, és mit gondolnak ki. Ami név szerint ismeri a játékot, például egy vele járó becslés, álruhában nem ismeri fel.
    .game = a játék
    .seed = a szavak magja
game-dots-and-boxes = húzzon vonalat két pont közé; az nyer, aki több négyzetet zár be
    .rules =
        A tábla pontok rácsa. Közöttük `width` oszlop és `height` sor kis négyzet fér el. A játékosok felváltva, az első játékos kezd, egy vonalat húznak két olyan pont közé, amelyek szomszédok egy sorban vagy oszlopban, és még nincs köztük vonal. Aki egy négyzet négy oldala közül az utolsót húzza meg, azé a négyzet, bárki húzta is a többit; egyetlen vonal egyszerre két négyzetet is bezárhat. Aki négyzetet szerzett, újra lép, amíg van meghúzható vonal; különben a másik következik. Négyzetet bezárni senki sem köteles.

        A játék akkor ér véget, amikor minden vonal meg van húzva, és minden négyzet egyet ér a tulajdonosának. `payoff=win` esetén az kap 1-et, akinek több van, és a másik -1-et; ha egyenlő a számuk, az döntetlen, és mindketten 0-t kapnak. `payoff=margin` esetén ki-ki a saját négyzeteinek számát kapja, levonva a másikét.
    .help = A width és a height négyzeteket számol, nem pontokat. A lépés a két pontja, mindegyik az oszlop betűje és a sor száma, balról és alulról: a1b1, a1a2. A lépések sorrendje soronként halad, előbb a jobbra, azután a felfelé húzottak. Az állás a vonalak sorai felülről, felváltva a jobbra és a felfelé húzottak, . a meg nem húzott vonal, azután mindkét játékos négyzetei, és az, hogy ki lép: --/|.|/.-/.../.. 0:0 1. A `boxes` heurisztika: a saját négyzetek mínusz a másikéi, elosztva az összes négyzettel, kivéve payoff=margin esetén; a `reach` hozzáadja azokat, amelyeknek egyetlen oldala hiányzik, annak javára, aki lép.
    .sources = E. R. Berlekamp, The Dots and Boxes Game (2000).
    .width = négyzetek egy sorban
    .height = négyzetsorok
    .payoff = 1, 0 vagy -1, vagy a négyzetek különbsége
game-einstein = EinStein würfelt nicht!: a kocka mondja meg, melyik kő lép
    .rules =
        A tábla öt sor és öt oszlop mező. Mindkét játékosnak hat köve van, 1-től 6-ig számozva, a saját sarkának hat mezején: három az egyik oldal mentén, kettő mellettük, azután egy. Az első játékos sarka bal felül van, a másiké jobb alul. `setup=fixed` esetén a kövek ott a `first` és a `second` számjegyeinek sorrendjében állnak. `setup=random` esetén a köveket véletlenszerűen teszik oda, minden sorrend egyformán valószínű. `setup=chosen` esetén mindegyik játékos maga teszi le a köveit, számuk sorrendjében, előbb az első játékos összes kövét, azután a másikét. Azután felváltva következnek, az első játékos kezd. A kör elején kockát dobnak, amely 1 és 6 közötti számot mutat, mindegyiket egyforma eséllyel. A játékos azzal a kövével lép, amelyen ez a szám áll; ha az már nincs meg, a meglévők közül a következő nagyobb és a következő kisebb számú között választ. Akinek egyetlen köve maradt, kocka nélkül azzal lép. Egy kő egy mezőt lép a szemközti sarok felé: a sorában, az oszlopában vagy átlósan, mindkettő mentén egyszerre. Amelyik kő ott állt, bárkié volt is, lekerül a tábláról.

        Az nyer, aki követ visz a szemközti sarokba, és az is, aki leveszi a másik utolsó kövét. Döntetlen nincs: a győztes 1-et kap, a vesztes -1-et.
    .help = A first számjegyei sorban az a5 b5 c5 a4 b4 a3 mezők kövei, a secondé az e1 d1 c1 e2 d2 e3 mezőké: a sarok fél fordulattal elforgatva. setup=random esetén a véletlen egymás után teszi le a köveket. A lépés a kő száma és a mező, ahová megy: 4c3; az oszlopok balról a-tól e-ig, a sorok alulról 1-től 5-ig vannak jelölve. Az állás a sorok felülről, az, hogy ki lép, és a lépendő kő vagy kövek (2-5), ? amíg gurul a kocka, - egyetlen kőnél, vagy set. A-tól F-ig az első játékos 1–6. köve, a-tól f-ig a másodikéi.
    .sources = I. Althöfer, EinStein würfelt nicht! (2004); az első szokásos elrendezése az ő példája.
    .setup = ki rendezi el a köveket
    .first = az első kövei
    .second = a második kövei
game-gdl = bármilyen játék, amelynek a szabályai GDL-lapon állnak
    .help = A lap egy játék szabályai a Stanford Egyetem játékleíró nyelvén (Game Description Language), a GDL-II `random` és `sees` szavával együtt. Lehet beépített lap, fájl, vagy idézőjelek között maga a szöveg egy sorban, ahol `;` a sortörés; a fájlból is ilyen szöveg lesz, így semmi, amit lejátszottak, nem függ később a fájltól. A szerepek a lap sorrendjében ülnek le; `random` a véletlen, minden lépése egyformán valószínű. Egy fordulóban minden szerep lép. Akinek van választása, sorban választ, akinek egyetlen lépése van, az kimarad. order=auto esetén egy forduló választásai rejtve maradnak, amíg mindenki nem választott, ha néhány véletlen játszmában két szerep valaha egyszerre választott; order=hidden és order=open ezt biztosra mondja. Ahol egy szerepre `sees` szabály vonatkozik, ott csak azt és a saját lépéseit látja. A játszma ott ér véget, ahol a lap mondja, ahol egy szerepnek nincs lépése, vagy adott számú féllépés után; ezeket akkor számolja, ha tények láncolata nem mutatja meg, hogy minden játszma véget ér. Két játékosnál a kifizetés -1 és 1 közötti: a két cél különbségének fele, ha azokban a játszmákban a célok összege 100 volt, vagy payoff=zero-sum esetén; különben a célok 50 körül. Minden más esetben és payoff=goals esetén a kifizetések maguk a célok, 0 és 100 között. Ha egy szerepnek a végén nincs célja, vagy kettő van, mindenki egyenlő részt kap. A lépést a külső zárójelek nélkül írjuk.
    .sources = N. Love, T. Hinrichs, D. Haley, E. Schkufza és M. Genesereth, General game playing: game description language specification (2008); M. Thielscher, A general game description language for incomplete information games (2010).
    .sheet = egy fájl, például "x.kif", egy beépített lap, például tic-tac-toe, vagy egy lap szövege
    .plies = ennyi lépés után vége a játszmának, ha semmi nem mutatja, hogy magától véget ér
    .payoff = hogyan lesz a célokból kifizetés
    .order = rejtve maradnak-e egy forduló választásai, amíg mindenki nem választott
game-ghosts = egy futó golyókat gyűjt egy labirintusban, ahol szellemek bolyonganak vagy vadásznak
    .rules =
        A tábla labirintus: mezők sorokban és oszlopokban, egy részük fal, és körben is fal van. A `maze` beállítás mondja meg, hol vannak a falak és a golyók, és ki hol kezd. Az első játékos a futóval lép; `number` figura van ellene, mindegyik egy szellem. A játék fordulókból áll. Egy fordulóban először a futó lép egy mezőt felfelé (up), jobbra (right), lefelé (down) vagy balra (left), falba nem, vagy ott marad, ahol van (stay). Azután sorban minden szellem lép egy mezőt ugyanígy, de nem maradhat állva. `ghosts=random` esetén minden szellem véletlenszerűen kihúzott irányba lép, minden nyitott irány egyformán valószínű, és csak egy játékos van. `ghosts=hunting` esetén minden szellemmel külön játékos lép. Egy mezőn többen is állhatnak. A futó megeszi a golyót azon a mezőn, amelyre lép. Elkapták, ha egy szellemmel azonos mezőn áll, bármelyikük lépett oda; ha ő maga lépett oda, ott nem eszik.

        A játék akkor ér véget, ha a futót elkapták, ha nem maradt golyó, vagy `rounds` forduló után. Az első játékos a megevett golyók számát kapja, elosztva a kezdetben meglévő összes golyóéval, és 1-gyel kevesebbet, ha a futót elkapták. `ghosts=hunting` esetén a többi játékos együtt ennek az ellentettjét kapja, egyenlő részekben.
    .help = A futó kifizetése -1 és 1 közötti; ghosts=hunting esetén az összes játékosé együtt nulla. A labirintus tiny, ring, court, chambers, corridor, vagy / jelekkel elválasztott sorok. Ezekben # a fal, . a golyó, _ a golyó nélküli padló, P a futó és G egy szellem. Így tiny: P../.#./..G; ring: P.G/.#./.#./.#./..G; court: P..#..G/.#...#./...#.../.#.G.#./G..#..G; chambers: P...#..G/.##...#./....##../G#......; corridor: ..G#.../.#.P.#./...#G... Legfeljebb 64 mező nem fal, és mindegyik elérhető. Olvasási sorrendben az első szellemek játszanak, annyian, amennyit a number mond. A mezőket az oszlop, balról a-tól, és a sor, felülről 1-től, nevezi meg. Az állás a futó, a szellemek, a megmaradt golyók, az, hogy ki lép, és a hátralévő fordulók: a1 g1+d4 7b7ffde 1 50; vagy over. A golyók egy tizenhatos számrendszerbeli szám: az n. bit az n. padlómező olvasási sorrendben, 0-tól. A lépő száma 1 a futónál, 2 az első szellemnél. A játék fajtája J. DeNero és D. Klein Pac-Man-projektjeié, Teaching introductory artificial intelligence with Pac-Man (2010); a szabályok és a labirintusok az Agon sajátjai.
    .maze = a labirintus
    .number = hány szellem van
    .ghosts = hogyan lépnek a szellemek
    .rounds = hány forduló után van vége
game-go = kerítse be a tábla nagyobb részét
    .rules =
        A tábla `size` sor és `size` oszlop pontból álló rács, az elején minden pont üres. A játékosok felváltva következnek, az első játékos kezd; aki soron van, egy saját követ tesz egy üres pontra, vagy passzol (pass). Egy játékos egymással sorban és oszlopban érintkező kövei, közvetlenül vagy más köveken át, egy láncot alkotnak. A lánccal érintkező üres pont a lánc szabadságpontja. Amikor egy követ letesznek, a másik játékosnak minden olyan lánca fogságba esik, amelynek nem maradt szabadságpontja: kövei lekerülnek a tábláról. Nem tehető kő oda, ahol ezután a saját láncának nem volna szabadságpontja. Oda sem tehető kő, ahol ettől a tábla olyan lenne, amilyen korábban bármikor volt, bárki van is soron. Passzolni mindig szabad.

        A játék akkor ér véget, ha a két játékos egymás után passzol, vagy a tábla minden pontjára számított nyolc lépés után, a passzokat is számolva. Akkor a táblát úgy számolják meg, ahogyan van: a kő, amelyet el lehetett volna fogni, de nem fogtak el, olyan, mint a többi. Ki-ki egyet kap minden kövéért és egyet minden olyan üres pontért, amelyről üres pontokon át saját kő elérhető, a másiké pedig egy sem. A második játékos ehhez még `komi` pontot kap. Akinek több van, 1-et kap, a másik -1-et; ha ugyanannyi van, az döntetlen, és mindketten 0-t kapnak.
    .help = A fekete (X) az 1. játékos. Azt, hogy egyik tábla sem jöhet vissza, pozíciós superkónak hívják, és a számolás területszámolás. A lépések írásmódja, mint a GTP-ben: D4, pass; I betűjű oszlop nincs. Az állás a kövek a kezdetkor, soronként a legfelsőtől, a hézagok számmal, az, hogy ki lép először, és az összes azóta tett lépés: 5/5/5/5/5 X C3 pass.
    .sources = J. Tromp és B. Taylor, The game of Go (1995), öngyilkosság nélkül.
    .size = sorok és oszlopok
    .komi = a fehér pontjai, felesével
game-goofspiel = licitáljon egyszerre egy-egy lappal a díjakra; a legnagyobb lapé a díj
    .rules =
        A `seats` játékos mindegyikének `cards` lapja van, 1-től számozva, és ugyanannyi díj, ugyanúgy számozva, ugyanannyi fordulóban talál gazdára. Minden fordulóban felfordítanak egy díjat. `order=random` esetén ezt véletlenszerűen húzzák a megmaradtak közül, egyforma eséllyel. `order=ascending` esetén ez a legkisebb megmaradt. `order=descending` esetén ez a legnagyobb megmaradt. Azután minden játékos az egyik lapjával licitál, az első játékos kezd, de senki sem látja a másik licitjét, amíg mindenki nem licitált. A díjat az nyeri, aki a legnagyobb lapot tette; ha ezt többen tették, senki. Minden licitként letett lap elfogy. `open=true` esetén ezután egy forduló összes licitjét mindenkinek megmutatják. `open=false` esetén senki sem tudja meg, mit tettek, csak azt, hogy ki nyert.

        Amikor már mindenkinek csak egy lapja van, ezeket kérés nélkül kijátsszák, és a játéknak vége. Egy játékos pontja a megnyert díjak számának összege. `payoff=win` esetén a legtöbb pontot szerzők egyenlően osztoznak 1-en, a többiek pedig egyenlően -1-en; ha mindenkinek ugyanannyi van, az döntetlen, és mindenki 0-t kap. `payoff=points` esetén ki-ki a pontjait kapja, levonva a többiekének átlagát.
    .help = A lépés egy lap száma; így a kihúzott díj is. open=false esetén az újraosztásokat mind megszámoljuk, ezért a többi játékosnak együtt legfeljebb 16 lapja lehet.
    .sources = M. M. Flood játéka Princetonból, az 1930-as évekből; S. M. Ross, Goofspiel, the game of pure strategy (1971); a rejtett licitekről: V. Lisý, M. Lanctot és M. Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect information games (2015).
    .cards = lapok fejenként, és díjak
    .order = milyen sorrendben fordulnak fel a díjak
    .open = a lapok látszanak, ha már mindenki választott
    .payoff = mit kapnak a végén
    .seats = hányan játszanak
game-grundy = ossza ketté egyenlőtlenül egy halmot; aki nem tudja, veszít
    .rules =
        Az elején egyetlen halom van, benne `heap` pálcika. A játékosok felváltva következnek, az első játékos kezd; aki soron van, bármelyik halmot kettéosztja úgy, hogy a két részben különböző számú pálcika legyen, mindegyikben legalább egy. Így az egy vagy két pálcikából álló halom marad, ahogy van. Semmit sem vesznek el.

        Veszít, aki soron van, és egyetlen halmot sem tud kettéosztani. Döntetlen nincs: a győztes 1-et kap, a vesztes -1-et.
    .help = A lépés egy halom és a kettő, amelyre szétosztják: 7:1+6. Az egyforma nagyságú halmokat nem különböztetjük meg, így bármelyiküket osztják is szét, az ugyanaz a lépés. Az állás a halmok, a legnagyobbal kezdve, és az, hogy ki lép: 4+2+1 1. A parity heurisztika tippel; a nim-sum tudja az eredményt.
    .sources = P. M. Grundy, Mathematics and games (1939); E. R. Berlekamp, J. H. Conway és R. K. Guy, Winning Ways (1982).
    .heap = a halom nagysága az elején
game-hex = kösse össze két oldalát kövek láncával
    .rules =
        A táblán `size` sor van, mindegyikben ugyanennyi mező. Minden sor fél mezővel jobbra áll a fölötte lévőtől, így a tábla rombusz. Egy mező a sorában a mellette lévő kettővel szomszédos, a fölötte és az alatta lévő sorban pedig a két legközelebbivel: a tábla közepén hattal, a szélein kevesebbel. A játékosok felváltva egy-egy saját követ tesznek egy szabad mezőre, az első játékos kezd. A köveket nem mozdítják el, és nem veszik le. `swap=true` esetén a második játékos az első köve letétele helyett cserélhet (swap): a tábla egyetlen köve az övé lesz, és helyet változtat úgy, hogy ami balról számolt oszlopa volt, az lesz a felülről számolt sora, és fordítva; azután újra az első játékos lép.

        Az első játékos akkor nyer, ha köveinek lánca, amelyben minden kő szomszédos a következővel, összeköti a felső sort az alsóval. A másik akkor nyer, ha köveinek ilyen lánca a bal szélső oszlopot köti össze a jobb szélsővel. A sarokmező mindkét szélhez tartozik. A végén pontosan egyiküknek sikerül, így döntetlen nincs. A győztes 1-et kap, a vesztes -1-et.
    .help = X lép először, és a felső szélt köti össze az alsóval, O a balt a jobbal. swap=true esetén a swap lépés átveszi az első követ, a hosszú átló túloldalán lévő mezőn. A lépés egy oszlop és egy felülről számolt sor: f6. Az állás a sorok felülről, ahol a kövek X és O, az üres mezők számmal állnak, és az, hogy ki lép.
    .sources = P. Hein (1942) és J. Nash (1948); C. Browne, Hex Strategy (2000).
    .size = sorok és oszlopok
    .swap = a második játékos átveheti az első követ
game-kalah = vessen magokat körbe a táblán; az nyer, akinek több van a tárolójában
    .rules =
        Mindkét játékosnak egy sorban `pits` háza van, és a sor jobb végén egy tárolója. Az elején minden házban `seeds` mag van, és mindkét tároló üres. A két sor egymással szemben áll, így minden házzal szemben a másik egy háza van. A játékosok felváltva lépnek, az első játékos kezd. Aki soron van, egy nem üres saját házából kiveszi az összes magot, és egyesével a következő helyekre ejti őket, az óramutató járásával ellentétes irányban: a jobbra lévő saját házaiba, a saját tárolójába, a másik házaiba, azután újra a saját sorába, ahol az a ház is kap egyet, amelyből a magok valók. A másik tárolója kimarad. Ha az utolsó mag a saját tárolóba kerül, ugyanaz lép újra. `empty-capture=true` esetén, ha az utolsó mag olyan saját házba kerül, amely addigra üres, ez a mag és a szemközti ház összes magja, ha egy sem, akkor is, a saját tárolóba kerül. `empty-capture=false` esetén, ha az utolsó mag olyan saját házba kerül, amely addigra üres, és a szemközti ház nem üres, ez a mag és az ott lévő összes mag a saját tárolóba kerül.

        A játéknak azonnal vége, ha egy lépés után az egyik játékos minden háza üres; a másik házaiban maradt magok a másik tárolójába kerülnek. `payoff=win` esetén az kap 1-et, akinek a tárolójában több mag van, és a másik -1-et; ha ugyanannyi van, az döntetlen, és mindketten 0-t kapnak. `payoff=margin` esetén ki-ki a saját magjainak számát kapja, levonva a másikét.
    .help = A lépés a ház száma a lépő bal kezétől: 3. Az állás mindkét játékos házai és tárolója, és az, hogy ki lép: 4.4.4.4.4.4:0 4.4.4.4.4.4:0 1. A rajzon az 1. játékos alul ül. A `store` heurisztika: a saját tárolóban lévő magok mínusz a másikéban lévők, elosztva az összes maggal, kivéve payoff=margin esetén.
    .sources = G. Irving, J. Donkers és J. Uiterwijk, Solving Kalah (2000); ennek eredményeiben az üres házak ütése is benne van.
    .pits = fejenként hány ház
    .seeds = magok egy házban az elején
    .empty-capture = az utolsó mag üres saját házból akkor is a tárolóba kerül, ha szemben nincs semmi
    .payoff = 1, 0 vagy -1, vagy a magok különbsége
game-kuhn = egy-egy lap és egyetlen tét: a blöff legkisebb játéka
    .rules =
        `seats` játékos van, és eggyel több lap, mint játékos, egytől számozva. Mindenki egy zsetont tesz a kasszába, és kap egy lapot, amelyet csak ő lát; egy lap megmarad, és azt senki sem látja. Azután a játékosok sorban cselekszenek, az első játékos kezd. Amíg senki sem tett tétet, a soron lévő vagy passzol (p), és semmit sem tesz be, vagy tétet tesz (b), és még egy zsetont betesz. Ha mindenki passzol, senki sem adta fel. Az első tét után a többiek mind még egyszer cselekszenek, sorban. Tehetnek tétet ők is (b), ezzel megadják az elsőt: ők is betesznek egy zsetont. Vagy passzolhatnak (p), ezzel feladják: elvesztik, amit betettek. Ennél többet senki sem tehet be.

        Azután vége a játéknak. Azok közül, akik nem adták fel, az viszi a kasszát, akinek a lapja a legnagyobb. Ha többen vannak, mind megmutatják a lapjukat; aki egyedül maradt, mutatás nélkül nyer. Ki-ki annyit kap, amennyit nyer, levonva, amit betett.
    .help = A lépés a passz, p, vagy a tét, b. A lapokat a számuk jelöli, A a tízes, B a tizenegyes. Az állás a lapok és az, ami történt, 31/pb, a még ki nem osztott lap helyén -; egy játékos nézetében a nem látott lap helyén ? áll. Két játékosnál a játék értéke az elsőnek -1/18.
    .sources = H. W. Kuhn, A simplified two-person poker (1950); több játékossal N. Abou Risk és D. Szafron, Using counterfactual regret minimization to create competitive multiplayer poker agents (2010).
    .seats = hányan játszanak
game-leduc = egy-egy lap, két kör tét, és egy lap az asztalon
    .rules =
        `seats` játékos van, és minden rangból két lap. `ranks=auto` esetén eggyel több rang van, mint játékos. `ranks=auto` nélkül `ranks` rang van. A legalacsonyabbtól fölfelé: ha két rang van, azok a bubi és a dáma, a harmadik a király, a negyedik az ász, és a továbbiak alulra kerülnek, a tízestől lefelé. `suits=true` esetén egy rang két lapja különbözik, de ugyanannyit ér. Mindenki egy zsetont tesz a kasszába, és kap egy lapot, amelyet csak ő lát. Két kör tét van, és közöttük egy lapot nyíltan az asztalra tesznek. A játékosok minden körben sorban cselekszenek, az elsőtől kezdve, azok nélkül, akik már dobták a lapjukat. Aki soron van, megadhatja a tétet (c): annyit tesz be, amennyivel kevesebb van tőle a kasszában, mint a legtöbbet betevő másiktól; ez lehet semmi is. Emelhet (r): ugyanennyit tesz be, és az első körben még két zsetont, a másodikban még négyet. Egy körben legfeljebb `raises` emelés lehet. Ahol kevesebb van tőle a kasszában, mint egy másiktól, dobhat (f): kiesik, és elveszti, amit betett.

        A kör akkor ér véget, ha az utolsó emelés óta mindenki sorra került, aki bent maradt, és mindannyian ugyanannyit tettek be. Ha csak egy játékos maradt, a játéknak azonnal vége, és ő viszi a kasszát anélkül, hogy megmutatná a lapját. A második kör után a bent maradók megmutatják a lapjukat. Az nyer, akinek párja van, vagyis az asztalon lévővel azonos rangú lapja; pár nélkül a magasabb rang nyer, és az egyenlő rangok osztoznak a kasszán. Ki-ki annyit kap, amennyit nyer, levonva, amit betett.
    .help = A lépés a dobás, f, a megadás, c, amely várakozás is, ahol nincs mit fizetni, vagy az emelés, r. Az állás az összes játékos és az asztal lapjai, és a körök: JKQ/rrc/c, a még ki nem osztott lap helyén -; egy játékos nézetében a nem látott lap helyén ? áll. Két játékosnál a játék értéke az elsőnek -0,0856.
    .sources = F. Southey és mások, Bayes' bluff: opponent modelling in poker (2005); több játékossal M. Lanctot és mások, OpenSpiel: a framework for reinforcement learning in games (2019).
    .suits = egy rang két lapja különbözik
    .ranks = hány rang van; ha nincs megadva, eggyel több, mint ahány játékos
    .raises = hány emelés lehet egy körben
    .seats = hányan játszanak
game-liars-dice = mondja meg, hány kocka mutat egy számot, vagy mondja a másikra, hogy hazudik
    .rules =
        Egy kockának `sides` oldala van, egytől számozva. A két játékos mindegyike az elején `dice` kockával dob, és csak a sajátjait látja. Azután felváltva szólalnak meg, az első játékos kezd. A licit egy darabszámot és egy oldalt mond, és azt állítja, hogy a két játékos összes kockája közül legalább ennyi mutatja azt az oldalt. A licitnek nagyobbnak kell lennie az előzőnél: nagyobb darabszám bármelyik oldallal, vagy ugyanaz a darabszám nagyobb oldallal. A darabszám legfeljebb az összes kocka száma. Licit helyett a játékos hazugnak mondhatja a másikat (liar), ha volt már licit; ezt kell tennie, ha nincs nagyobb licit.

        Akkor minden kockát megmutatnak, és a játéknak vége. `wild=true` esetén a kocka, amely a legnagyobb oldalát mutatja, minden oldalnak számít. `wild=false` esetén a kocka, amely a legnagyobb oldalát mutatja, csak annak az oldalnak számít. Ha az utolsó licit igaz, az nyer, aki licitált; ha nem, az nyer, aki a másikat hazugnak mondta. A győztes 1-et kap, a vesztes -1-et.
    .help = A lépés egy licit, 2-5 két ötös, vagy liar. Az állás mindkét játékos kockái és az, amit mondtak, 13:26/1-3 2-3, a még el nem dobott kocka helyén -; egy játékos nézetében a nem látott kocka helyén ? áll.
    .sources = C. P. Ferguson és T. S. Ferguson, Models for the game of Liar's Dice (1991); ennek egyetlen dobása, a licitek az OpenSpiel sorrendjében.
    .dice = kockák fejenként
    .sides = egy kocka oldalai
    .wild = a legnagyobb szám bárminek számít
game-module = bármilyen játék, amelynek a szabályai WebAssembly-modulban állnak, bármely nyelven írták is
    .help = A modul WebAssembly-fájl, amely exportálja, amit egy játéknak meg kell mondania: hol kezdődik, mit lehet lépni, mi lesz egy lépésből, és ki mit kapott. Lehet beépített modul, fájl, vagy a bájtjai betűkkel (base64:…); a fájlból is ilyen szöveg lesz, így semmi, amit lejátszottak, nem függ később a fájltól. Magában fut, fájlok, óra és hálózat nélkül, csak egész számokkal, és minden hívásának korlátozott a lépésszáma és a memóriája: bárki írta is, a játéka minden gépen ugyanaz. Az állás a bájtjaiból áll; a szövegekben a betűk, számjegyek és jelek önmagukat jelentik, minden más bájt egy \ és két tizenhatos számrendszerbeli számjegy. Azok a játszmák, amelyekben a modul hibázik vagy megszegi az ígéretét, semmisek: senkinek sem számítanak, és a feljegyzés megmondja, melyik exportált függvény volt hibás. Bővebben: docs/module.md.
    .sources = A. Haas és mások, Bringing the web up to speed with WebAssembly (2017).
    .file = a szabályok: egy fájl, egy beépített modul, vagy egy modul bájtjai betűkkel
game-nim = vegyen el akárhányat egy halomból; az nyer, aki az utolsót veszi el
    .rules =
        Több halom pálcika van; a `heaps` mondja meg, mindegyikben hány pálcika van. A játékosok felváltva lépnek, az első játékos kezd. Aki soron van, kiválaszt egy halmot, és pálcikákat vesz el belőle: legalább egyet, és amennyit akar, akár az egész halmot. Egyszerre két halomból nem vehet el, és nem passzolhat.

        A játék akkor ér véget, amikor nem maradt pálcika. `misere=false` esetén az nyer, aki az utolsó pálcikát elvette. `misere=true` esetén az veszít, aki az utolsó pálcikát elvette. Ha kezdettől fogva nincs egy sem, az olyan, mintha az utolsót a második játékos vette volna el. A győztes 1-et kap, a vesztes -1-et; döntetlen nincs.
    .help = A lépés a halom betűje és az, hogy hányat vesznek el: b3.
    .sources = C. L. Bouton, Nim, a game with a complete mathematical theory (1901).
    .heaps = a halmok az elején
    .misere = aki az utolsót veszi el, veszít
game-nine-mens-morris = malom: rakjon és húzzon bábukat; három egy sorban elvesz egyet az ellenféltől
    .rules =
        A táblán 24 pont van: három egymásban lévő négyzet sarkai és oldalainak közepei. Minden oldal egy három pontból álló vonal, és az a négy keresztvonal is, amely a legkülső négyzettől a legbelsőig köti össze az oldalak közepét. Egy vonalon egymás melletti pontok szomszédok. Mindkét játékosnak `men` figurája van, ezeket bábuknak hívják. A játékosok felváltva lépnek, az első játékos kezd. Amíg egy játékosnak bábu van a kezében, letesz egyet egy szabad pontra. Azután a táblán lévő bábuval egy szabad szomszédos pontra húz. `flying=true` esetén az a játékos, akinek a keze üres, és három bábuja van a táblán, bármelyikkel bármelyik szabad pontra húzhat. `flying=false` esetén az utolsó három bábu is csak szomszédos pontra húzhat. Egy játékos három bábuja egy vonalon: malom. Az a lépés, amellyel malom készül, ugyanabban a lépésben elveszi a másik egyik bábuját a tábláról, ha van ott: csak egyet, egyszerre két malomért is. Malomból csak akkor vehető el bábu, ha a másiknak a táblán lévő összes bábuja malomban áll.

        Veszít az a játékos, aki lépni következik, és háromnál kevesebb bábuja van, a kezében lévőkkel együtt, vagy akinek a kezében nincs bábu, és nem tud lépni. Ha a két játékos együtt egymás után `quiet` olyan lépést tett, amelyben bábu sem a táblára nem került, sem nem vettek el, a játszma döntetlen, kivéve, ha a lépni következő éppen vesztett. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak.
    .help = X kezd. A lépés az a pont, ahová bábu kerül, d6, vagy honnan és hová, d6-d7, és a bábu, amelyet elvesz, d6-d7xa1. Az állás a gyűrűk a legkülsőtől, mindegyik az óramutató járása szerint a bal felső sarkától, az, hogy ki lép, X és O kézben lévő bábui, és a csendes féllépések száma.
    .sources = R. Gasser, Solving Nine Men's Morris (1996), amely szerint a játék döntetlen.
    .men = fejenként hány bábu
    .flying = három bábu bárhova mehet
    .quiet = hány elvétel nélküli lépés után döntetlen
game-oshi-zumo = licitáljanak érméket egyszerre; a nagyobb licit tolja a birkózót
    .rules =
        Egy birkózó áll egy vonal közepén, amely az egyik játékostól a másikig vezet, mindkét oldalán `size` hellyel. Mindkét játékosnak `coins` érméje van. Minden fordulóban mindketten egyszerre licitálnak. Az első játékos választ először, de a másik ezt nem látja, amíg ő is nem választott. A licit annyi érme, amennyi a játékosnak még megvan: legalább egy, vagy egy sem, ha már nincs. Amit licitáltak, mindkettőjüknek elvész. Aki többet licitál, egy hellyel a másik felé tolja a birkózót; egyenlő liciteknél az ott marad, ahol áll.

        A játék annak a fordulónak a végén ér véget, amelyben a birkózót valamelyik oldal utolsó helyén is túltolják, vagy amely után egyik játékosnak sincs több érméje. Akkor az kap -1-et, akinek a birkózó a középhez képest a saját oldalán áll, vagy aki mögött kitolták, és a másik 1-et. Ha a közepén áll, az döntetlen, és mindketten 0-t kapnak.
    .help = A lépés a licitált érmék száma.
    .sources = M. Buro, Solving the Oshi-Zumo game (2003).
    .coins = érmék fejenként
    .size = hány lépésre a közepétől áll még a birkózó
game-othello = fogjon közre korongokat, hogy átforduljanak; a több korong nyer
    .rules =
        A táblának `size` sora és ugyanannyi oszlopa van. Egy korongnak két oldala van, mindegyik játékosé egy, és azé a korong, akinek az oldala felül van. Az elején a középső négy mezőn mindkét játékosnak két korongja van, a két átlón. A játékosok felváltva lépnek, az első játékos kezd. Aki soron van, új saját korongot tesz egy szabad mezőre, ahol legalább egyet közrefog a másik korongjai közül. A nyolc irány mindegyikében, a sor, az oszlop és mindkét átló mentén, a másik korongjainak megszakítatlan sora akkor van közrefogva, ha az új korong mellett kezdődik, és a játékos egy másik korongja mellett ér véget. Minden közrefogott korong, minden irányban, átfordul, és mostantól a játékosé. Aki egyet sem tud közrefogni, annak passzolnia kell (pass), és más nem passzolhat.

        A játék akkor ér véget, ha egyik játékos sem tud közrefogni, akár tele van a tábla, akár nem. `payoff=win` esetén az kap 1-et, akinek több korongja van a táblán, és a másik -1-et; ha ugyanannyi van, az döntetlen, és 0-t ér. `payoff=discs` esetén ki-ki a saját korongjainak számát kapja, levonva a másikét; a szabad mezők senkinek sem számítanak.
    .help = X lép először. A passz lépés: pass, beolvasva -- is. Perft: a passz egy féllépés, és a korábban véget ért játszma nem számít. A lépés egy oszlop és egy felülről számolt sor: d3. Az állás a mezők soronként a1-től (X, O, üresen -) és az, hogy ki lép.
    .sources = World Othello Federation, Official rules for the game of Othello.
    .size = sorok és oszlopok
    .payoff = ami jár: 1 a győzelemért, vagy a korongok különbsége
game-pennies = fej vagy írás kettesben: az egyik akkor nyer, ha egyeznek
    .rules =
        A két játékos mindegyikének van egy érméje, és az egyik oldalát mutatja: fej (heads) vagy írás (tails). Mindketten egyszerre teszik ezt: az első játékos választ először, de a másik nem látja, amíg ő is nem választott. Azután vége a játéknak.

        Ha ugyanazt az oldalt mutatják, az első játékos 1-et kap, a másik -1-et. Ha különböző oldalt mutatnak, az első játékos -1-et kap, a másik 1-et. Döntetlen nincs.
    .help = A lépés az oldal, heads vagy tails.
    .sources = J. von Neumann és O. Morgenstern, Theory of games and economic behavior (1944).
game-phantom-tic-tac-toe = három egy sorban úgy, hogy csak azt látja, amibe beleütközött
    .rules =
        A táblának `size` sora és ugyanannyi oszlopa van. A játékosok egymás után következnek, az első játékos kezd. Senki sem látja, hol van a másiknak jele. Aki soron van, megpróbál egy mezőt, bármelyiket, kivéve azt, ahol saját jele van, vagy ahol már beleütközött a másik jelébe. Ha a mező szabad, oda teszi egy jelét, és a köre véget ér. Ha a másik jele van ott, csak ennyit tud meg. `abrupt=false` esetén ekkor másik mezőt próbál, amíg jelet nem tett le. `abrupt=true` esetén ekkor a köre véget ér. Egyik játékos sem tudja meg, mit próbált a másik, vagy hányszor.

        Az nyer, akinek elsőként van `line` (vagy több) jele egymás mellett egy sorban, oszlopban vagy átlóban, és a tele tábla ilyen vonal nélkül döntetlen. A győztes 1-et kap, a vesztes -1-et; döntetlennél mindketten 0-t kapnak. Amikor a játék véget ért, minden láthatóvá válik.
    .help = Ez a tic-tac-toe sötétben. A lépés az a mező, amelyet megpróbálnak. Az állás az, amit megpróbáltak, sorban: /b2 b2! a1.
    .sources = M. Lanctot és mások, OpenSpiel: a framework for reinforcement learning in games (2019); V. Lisý, M. Lanctot és M. Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect information games (2015).
    .abrupt = aki jelbe ütközik, elveszti a lépését
    .size = sorok és oszlopok
    .line = hány kell egy vonalban a győzelemhez
game-pig = dobjon, amíg mer; az egyes elviszi a kör pontjait
    .rules =
        A játékosok sorban következnek, az első játékos kezd. A kör kockadobással kezdődik; a kockának `sides` oldala van, egytől számozva, egyforma eséllyel. Ha egyest mutat, e kör pontjai elvesznek, és a kör véget ér. Minden más szám a kör pontjaihoz adódik, azután a játékos választ. Vagy dob (roll), vagyis újra dob a kockával, vagy megáll (hold), vagyis a kör pontjai a játékos pontjaihoz adódnak, ahol már nem veszhet el semmi, és a kör véget ér. Senki sem dobhat tovább (roll), ha a kör pontjai önmagukban elérték a `target` értékét.

        `finish=hold` esetén a játékos azonnal nyer, ha megáll (hold), és a saját pontjai akkor elérik a `target` értékét, és a játéknak vége. `finish=reach` esetén a játékos azonnal nyer, ha a saját pontjai és a kör pontjai együtt elérik a `target` értékét, és a játéknak vége. A játéknak akkor is vége, ha minden játékosnak volt `turns` köre: akkor a legtöbb pontot szerző nyer, és döntetlen, ha többnek van ugyanannyi. A győztes 1-et kap, a többiek mindegyike -1-et, elosztva a többiek számával; döntetlennél mindenki 0-t kap.
    .help = finish=hold esetén (ahogyan közölték) az a játékos, akinek elég pontja van, saját kockázatára tovább dobhat. A játék értéke finish=reach esetén ugyanannyi. Az első dobás nem választás: üres kézzel megállni sosem jobb. A körök alapértelmezett száma olyan nagy, hogy nem számít, és a megoldó nélküle találja meg az értéket. Lépések: roll, hold; a kocka eredményei 1-től 6-ig. Az állás a pontok, a soron lévő a kör pontjaival, és a hátralévő körök: 31:45 2+8 391, a kocka gurulása közben ?. 4-es céllal és két oldallal ez a 2-ig tartó Piglet.
    .sources = T. W. Neller és C. G. M. Presser, Optimal play of the dice game Pig (2004).
    .target = hány pont nyer
    .players = hányan játszanak
    .sides = hány oldala van a kockának
    .finish = meg kell-e állni a célnál, vagy elég elérni
    .turns = fejenként hány kör után van vége
game-rps = kő, papír, olló: mindketten egyszerre mutatnak
    .rules =
        A `rounds` forduló mindegyikében mindkét játékos egyszerre mutat egy jelet a kezével: követ (rock), papírt (paper) vagy ollót (scissors). Az első játékos választ először, de a másik nem látja, amíg ő is nem választott. A kő legyőzi az ollót, az olló a papírt, a papír a követ; az egyformák semmit sem győznek le. A jobb jelet mutató nyeri a fordulót. Amit a korábbi fordulókban mutattak, mindketten tudják, és bármelyik jelet újra lehet mutatni.

        A játéknak az utolsó forduló után van vége. Ki-ki a megnyert fordulóinak számát kapja, levonva azokét, amelyeket a másik nyert meg; ha ugyanannyi van, az döntetlen.
    .help = A lépés egy jel: rock, paper vagy scissors.
    .sources = J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928).
    .rounds = hány fordulót játszanak
game-tic-tac-toe = jelöljön mezőket felváltva; az nyer, akinek egy vonalban vannak a jelei
    .rules =
        A játékosok sorban egy-egy saját jelet tesznek egy szabad mezőre, az első játékos kezd.

        Az nyer, akinek elsőként van `line` (vagy több) jele egymás mellett egy sorban, oszlopban vagy átlóban, és a tele tábla ilyen vonal nélkül döntetlen. A győztes 1-et kap, a többiek mindegyike -1-et, elosztva a többiek számával; döntetlennél mindenki 0-t kap.
    .help = Az m,n,k játékcsalád. A lépés az oszlop betűje és a sor száma, a bal alsó saroktól számolva: b2. A lépések sorrendje alulról soronként: a1 b1 c1 a2. Az állás a sorok felülről, X O Y Z a játékosoké, . a szabad mező: X.O/.X./... A `lines` heurisztika: egy vonal nyitott egy játékosnak, amíg senki másnak nincs rajta jele; két játékosnál az egyik nyitott vonalai mínusz a másikéi, elosztva a vonalak számával (N. J. Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971); több játékosnál a többiek átlagától való eltérés, a többiek számával is elosztva.
    .sources = J. W. H. M. Uiterwijk és H. J. van den Herik, The advantage of the initiative (2000), a játékcsaládról; a 3 x 3-as játék népi eredetű.
    .width = oszlopok
    .height = sorok
    .line = hány kell egy vonalban a győzelemhez
    .players = hányan játszanak
game-tiny-bridge = két partner licitál, és közösen kapja, amit a bemondás ér
    .rules =
        Nyolc lap van: bubi, dáma, király és ász, növekvő sorrendben, két színből, kőrből és pikkből. A két játékos partner. Mindegyik két lapot kap, és csak a sajátját látja. A másik négy két ellenfélé, akik sosem licitálnak. A partnerek felváltva passzolnak (p) vagy bemondanak, az első játékos kezd. A bemondás azt mondja meg, hány ütést visznek együtt a kettőből, egyet vagy mindkettőt, és melyik szín az adu, ha van. A bemondások így nőnek: egy ütés kőrrel, pikkel, adu nélkül; mindkét ütés kőrrel, pikkel, adu nélkül. Minden bemondás magasabb az előzőnél. Egy passz befejezi a játékot, kivéve, ha ez a legelső szó. Aki az utolsó bemondást tette, az a felvevő. A lapokat nem a játékosok játsszák ki. Mindegyik módra, ahogyan az ellenfeleknél lehet a másik négy lap, mindkét ütést úgy vesszük, mintha a lehető legjobban játszanák, minden lapot látva. Az asztal körül sorban, ahol a partnerek között ellenfelek ülnek, mindenki kijátszik egy lapot; az az ellenfél kezd, aki a felvevő előtt következik. Akinek van lapja a hívott színből, annak azt kell tennie. A legmagasabb adu, vagy ha nincs adu, a hívott szín legmagasabb lapja viszi az ütést, és aki kijátszotta, az hív legközelebb.

        Mindkét játékos ugyanannyit kap: mindezekre a módokra vett átlagot. Egy ütés bemondása 10-et ér minden elért ütésért. Mindkét ütés bemondása 30-at ér, ha mindkettő megvan, és 35-öt adu nélkül. Ha kevesebb van meg, mint amennyit bemondtak, minden hiányzó 20-ba kerül. Bemondás nélkül mindketten 0-t kapnak.
    .help = A nyugat és a kelet a két játékos. Egy szó a passz, p, vagy egy bemondás: 1h 1s 1n 2h 2s 2n. Az állás mindkét kéz és a szavak: JhAs:KhQs/1h 2s p, a még ki nem osztott kéz helyén -; egy játékos nézetében a nem látott kéz helyén ? áll.
    .sources = az a játék, amelyet az OpenSpiel tiny_bridge_2p néven ismer.
game-tree = egy fájával megadott játék, mint a tankönyvben
    .rules =
        A játszma egy gyökértől halad lefelé egy levélig, csúcsokon át, amelyeket a `root` ír le. Minden csúcsból ágak vezetnek tovább, és az egyiken megy tovább a játszma: egy játékos választja, vagy a véletlen, az ott megadott valószínűségekkel. Az is meg lehet adva, melyik játékos választ. Ahol nincs, ott a gyökérben az első játékos választ, és lejjebb mindig az a játékos, aki a legutóbb választó után következik. Azt, ami le van írva, minden játékos tudja. Egy csúcs információs halmazhoz tartozhat: az a játékos, aki ott választ, tudja, melyik a halmaz, de nem tudja megmondani, melyik csúcsában van; két saját választása között semmit sem lát, a végén mindent. Ilyen halmazok nélkül mindenki mindent lát, ami történik.

        A játszmának egy levélnél van vége. Két játékosnál a levélen egy szám áll, amelyet az első játékos kap, a másik pedig elveszít, vagy minden játékosnak egy-egy szám; több vagy kevesebb játékosnál minden játékosnak egy. Semmi mást nem fizetnek.
    .help = A fát zárójelekkel írjuk le. [A,B,…] olyan csúcs, ahol egy játékos választ. Egy szám két játékos kifizetése, (1,6,6) három játékos mindegyikének ad egy kifizetést; akkor a fa minden kifizetésében ennyi számnak kell állnia. A játék zérus összegű vagy állandó összegű, ha minden kifizetés és becslés összege ilyen. {"{"}1/2:8, 1/3:24, 1/6:-12{"}"} a véletlen csúcsa: valószínűségek, pontos törtek vagy tizedes törtek, amelyek összege 1, és mögöttük bármi. [A,B]@2 azt mondja, hogy ott a 2. játékos választ. [A,B]~5 vagy {"{"}…{"}"}~(1,6,6) becslést ad egy belső csúcsnak, azoknak a kereséseknek, amelyek ott megállnak; az @ a ~ előtt áll. Becslés nélkül ez 0, vagy a 0-hoz legközelebbi határ, vagy az állandó összeg egyenlő része. A kifizetések olyanok, ahogyan leírták őket, legfeljebb 1e12; a zárójelek legfeljebb 1000 mélyen ágyazhatók egymásba. I1:[A,B] azt mondja, hogy a csúcs az I1 információs halmazhoz tartozik. Egy halmaz minden csúcsában ugyanannyi lépésnek, ugyanannak a játékosnak és a játékos ugyanazon korábbi választásainak kell lennie (tökéletes emlékezet). A név nélküli csúcsok mind külön halmazok, ahol a játékos mindent tud, ami történt. A „Fej vagy írás kettesben” fája: [I1:[1,-1],I1:[-1,1]]. A lépések 1-től számozottak, a véletlen kimenetelei is. Az állás a hozzá vezető lépések sora, például 1.3, vagy root. Minden csúcs külön állás: az egyforma részfákat nem vonjuk össze. Az alapértelmezés S. Russell és P. Norvig fája, Artificial Intelligence: A Modern Approach, az ellenfél elleni keresésről szóló fejezetből: értéke 3, az első lépéssel.
    .root = az egész fa
game-whist = vigyen ütéseket, és kövesse a hívott színt
    .rules =
        A csomagban négy szín van, mindegyikben `ranks` lap, az ásztól lefelé: ász, király, dáma, bubi, azután a számok tíztől kettőig. `seats` játékos van, és mindegyik `cards` lapot kap, sorban, egyesével. Csak a sajátját látja. `trumps=true` esetén az utolsó kiosztott lap színe az adu, és ezt a lapot mindenki látja. `trumps=false` esetén egyik szín sem adu. Az első játékos hív egy tetszőleges lapot az első ütéshez, és a többiek sorban egy-egy lapot tesznek. Akinek van lapja a hívott színből, annak olyat kell tennie; akinek nincs, bármelyik lapot teheti. A legmagasabb adu viszi az ütést, vagy ha nincs, a hívott szín legmagasabb lapja. Aki azt tette, hív a következő ütéshez. Amit kijátszottak, mindenki látja.

        A játék akkor ér véget, ha minden lapot kijátszottak. `seats=4` esetén az egymással szemben ülők partnerek, az első játékos a harmadikkal, a második a negyedikkel, és mindenki annyit kap, ahány ütést ő és a partnere vitt, levonva a másik kettőéit. `seats=2` esetén mindenki annyit kap, ahány ütést vitt, levonva a másikéit. `seats=3` esetén mindenki az általa vitt ütések számának háromszorosát kapja, levonva az összes ütés számát.
    .help = A lépés egy lap, a rangja és a színe. Az állás a kezek, az utolsó kiosztott lap és az ütések, például 9cKcJd9hKhJs|TcAcQdThAhQs|Jc9dKdJh9sKs|QcTdAdQhTsAs/As/, ha nincs ilyen lap, - áll a helyén; egy játékos nézetében a nem látott lap helyén ? áll.
    .sources = Edmond Hoyle, A short treatise on the game of whist (1742), rövidítve.
    .seats = hányan játszanak
    .ranks = egy szín lapjai, az ásztól lefelé
    .cards = lapok egy kézben
    .trumps = az utolsó kiosztott lap színe az adu
player-alpha-beta = minimax, amely nem nézi tovább a megcáfolt lépést
player-averaging = minimax, amely a legjobb helyett a legjobb néhány lépést átlagolja
player-best-reply = a többiek közül csak egy felel a legjobban: a legveszélyesebb
player-best-response = ami a legtöbbet nyeri egy bizonyos játékos ellen, akit előre megkérdez
player-epsilon = egy másik játékos lépése, vagy olykor bármilyen lépés
player-equilibrium = stratégia, amely ellen senki sem nyer, kontrafaktuális megbánással (CFR)
player-expectimax = a legjobb válasz arra, amit a többiekről hisz
player-expectiminimax = minimax a véletlennel: mindkét féltől a legjobbat várja, a kockától az átlagot
player-greedy = az a lépés, amely után a legjobbnak látszik az állás
player-ismcts = Monte-Carlo-fakeresés a szerint, amit a játékosok látnak (IS-MCTS)
player-max-n = mindenki azt lépi, ami neki a legjobb, akárhányan vannak
player-mcts = Monte-Carlo-fakeresés (UCT) bármilyen játékhoz
player-minimax = a legjobb lépés, ha az ellenfél is a legjobbat lépi
player-mix = minden lépést súlyok szerint kisorsolt játékosra bíz
player-mtd = alfa-béta nulla szélességű ablakokkal egy sejtés körül, MTD(f)
player-paranoid = mindenki más ellenem játszik, bármit kap érte
player-perfect = a legjobb lépés, a megoldott játékból kikeresve
player-pimc = kiosztja a rejtett lapokat, és azt lépi, ami nyílt lapokkal átlagosan a legjobb (PIMC)
player-pns = bizonyító számokkal bizonyítja az állás értékét, df-pn
player-random = bármelyik szabályos lépés, egyforma eséllyel
player-selective = minimax, amely csak az ígéretes lépéseket nézi
player-solve = nulla szélességű ablakokkal a végéig bizonyítja az állás értékét
player-strong = ami az adott játékban erős

# Példák a szabályokra: hol, és mi lehetséges ott.
claim-options = { $options } esetén
claim-position = ebből az állásból: { $position }
claim-beginning = az elején
claim-moves = e lépések után: { $moves }
claim-legal = { $move } lehetséges
claim-illegal = { $move } nem lehetséges
claim-pays = a játszmának vége, és a helyek kifizetése { $payoffs }
