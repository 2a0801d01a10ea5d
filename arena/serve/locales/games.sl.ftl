# Igre, igralci in njihove nastavitve po slovensko. Po angleško se vsaka predstavi sama.
game-2048 = potiskaj ploščice, enaki se združita, doseži cilj: en igralec in naključje
    .rules =
        Plošča ima `size` vrstic in `size` stolpcev polj, igra pa en sam igralec. Vsaka ploščica na plošči kaže število. Na začetku se na dveh izžrebanih poljih pojavita dve ploščici. Na vsaki potezi igralec potisne vse ploščice hkrati navzgor (up), desno (right), navzdol (down) ali levo (left), kolikor daleč morejo. Dve z enakim številom, ki se srečata, se združita v eno ploščico z njuno vsoto; najprej se združijo tiste ob robu, proti kateremu drsijo, in nobena ploščica se v enem potisku ne združi dvakrat. Potisk mora kaj spremeniti. Po njem se na izžrebanem prostem polju pojavi nova ploščica. Vsaka ploščica, ki se pojavi, tudi na začetku, je devetkrat od desetih 2, sicer 4.

        Igre je konec, ko noben potisk ne bi ničesar spremenil ali ko s potiskom nastane ploščica s številom `goal`. Pri `payoff=points` vsaka združitev prinese toliko točk, kolikor je število na novi ploščici; igralec dobi svoje točke, deljene s točkami, ki jih prinese ena ploščica s številom `goal`, če so se vse pojavile kot 2. Pri `payoff=goal` dobi igralec 1, če je naredil ploščico s številom `goal`, sicer 0.
    .help = Enota izplačila v točkah je za cilj 2^n enaka (n-1)*2^n; izplačilo je največ polovica števila polj. Pri payoff=goal se točke ne štejejo. Kdor hoče igrati naprej od 2048, naj določi višji cilj. Polja se imenujejo po stolpcu, z leve od a naprej, in vrstici, od zgoraj od 1 naprej; nova ploščica se zapiše c1=2. Položaj so vrstice od zgoraj, kjer je ploščica eksponent potence števila dve v šestnajstiškem zapisu (1 je 2, b je 2048), nato točke in +, če se mora pojaviti še ploščica: 1.2./..../.1../.... 4.
    .sources = G. Cirulli, 2048 (2014).
    .size = vrstice in stolpci
    .goal = ploščica, ki konča igro
    .payoff = za kaj je izplačilo: za točke ali za cilj
game-amoba = gomoku: zmaga pet kamnov v vrsti
    .rules =
        Plošča ima `size` vrstic in `size` stolpcev polj, ki so na začetku vsa prosta. Igralca izmenoma postavljata po en svoj kamen na prosto polje, prvi igralec začne; kamni se nikoli ne premikajo in se ne jemljejo s plošče.

        Pri `exact=false` zmaga, kdor ima prvi `line` ali več kamnov drugega ob drugem v vrstici, stolpcu ali diagonali. Pri `exact=true` zmaga, kdor ima prvi `line` kamnov drugega ob drugem v vrstici, stolpcu ali diagonali, ne manj in ne več. Za oba igralca veljajo ista pravila. Polna plošča, na kateri ni zmagal nihče, je remi. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0.
    .help = Prepovedi kot pri renjuju ni. Pomembna so polja, ki so od katerega od kamnov oddaljena največ dve polji, tudi po diagonali. Poteza je stolpec in vrstica, šteta od spodaj: h8. Položaj so vrstice od zgoraj, kamni X in O, prosta polja kot njihovo število, in kdo je na potezi: 3/1X1/3 O. Hevristika patterns je tista iz naloge o amőbi, v, ocena pa je v / (|v| + 1000); daljše vrste ima vselej za zmago.
    .sources = Renju International Federation, The rules of gomoku (free and exact five).
    .size = vrstice in stolpci
    .line = koliko kamnov v vrsti zmaga
    .exact = daljše vrste ne zmagajo
game-backgammon = teci domov, kot padejo kocke, in udari tistega, ki stoji sam
    .rules =
        Plošča je pot s 24 polji, po kateri gresta igralca v nasprotnih smereh. Vsak šteje od 24 navzdol do 1, tako da je zadnje polje enega prvo polje drugega; njegova polja od 1 do 6 so njegova hiša. Figure igralcev so žetoni. Pri `setup=standard` jih ima vsak 15: dva na 24, pet na 13, tri na 8 in pet na 6. Pri `setup=nackgammon` jih ima vsak 15: dva na 24, dva na 23, štiri na 13, tri na 8 in štiri na 6. Pri `setup=hypergammon` ima vsak 3: po enega na 24, 23 in 22.

        Prvi igralec začne; nato sta na potezi izmenoma. Poteza se začne z metom dveh kock; samo čisto prvi met ne more biti dvojni. Vsako vrženo število premakne en žeton za toliko polj naprej; obe lahko premakneta isti žeton, drugo za drugim. Pri dvojnem metu se število odigra štirikrat. Noben žeton ne sme stopiti na polje, na katerem stojita dva ali več nasprotnikovih, tudi vmes ne, ko gre z obema številoma. Če tam stoji en sam nasprotnikov žeton, je udarjen: gre na pregrado. Dokler ima igralec kak žeton na pregradi, sme premakniti le tega, kot da bi stal na polju 25: vstopi v nasprotnikovo hišo. Kdor ima vse žetone v svoji hiši, jih sme tudi spravljati iz igre: število spravi iz igre žeton s polja s tem številom, če pa ni nobenega ne tam ne dlje zadaj, tistega, ki je najdlje. Odigrati je treba vsa števila, če se da; če se da le eno od dveh, pa višje, če se da. Če se ne da nobenega, igralec preskoči.

        Zmaga, kdor prvi spravi iz igre vse žetone. Pri `gammons=true` dobi zmagovalec 1, ali 2, če poraženec ni spravil iz igre nobenega, ali 3, če je poleg tega kak poražencev žeton na pregradi ali v zmagovalčevi hiši. Pri `gammons=false` dobi zmagovalec 1. Poraženec dobi prav toliko pod 0. Ko je metov in potez skupaj 10.000, je igra remi in oba dobita 0.
    .help = Igralec 1 je X. Prvi met je tak, kot če vsak vrže eno kocko in začne tisti z višjo. Kocki sta naključje: 21 metov, dvojni z utežjo 1, drugi z 2. Vse, kar se odigra po enem metu, je ena poteza, in poteze z istim izidom so ena sama. Zmaga z 2 je gammon, s 3 backgammon. Kocke za podvajanje ni. Polja šteje tisti, ki je na potezi, s svoje strani, od 24 do 1: 24/18 13/11, bar/20, 6/off, 13/7(2) za dva žetona pri dvojnem metu, 24/18*/13 za udarec na poti; pass, če se ne da odigrati ničesar. Ko se poteza bere, sme * manjkati. Položaj so žetoni igralca X in igralca O, vsakega po njegovih poljih, kdo je na vrsti, kocki (roll, če ju je treba vreči, first za prvi met) in število dosedanjih metov in potez.
    .sources = pravila E. Hoyla, kot jih podaja T. Keith, Backgammon Galore (1996); nackgammon je zasnoval N. Ballard; hypergammon se začne s tremi žetoni.
    .setup = kje žetoni začnejo
    .gammons = gammon prinese 2, backgammon 3
game-battleship = skrij svoje ladje in streljaj na nasprotnikove
    .rules =
        Vsak igralec ima svojo ploščo, ki ima `width` stolpcev in `height` vrstic polj. Najprej oba na svojo ploščo postavita ladje, izmenoma po eno, prvi igralec začne; nasprotnikovih ne vidi nihče. Nastavitev `ships` pove, kako dolge so, v vrstnem redu, v katerem se postavljajo. Ladja pokrije toliko polj drugo ob drugem, v vrstici ali v stolpcu, in na nobenem od njih ne sme biti druge ladje; dotikati pa se drugih sme. Pustiti mora prostor za tiste, ki jih je treba še postaviti. Nato igralca izmenoma streljata, prvi igralec začne, vsak na polje nasprotnikove plošče, na katero še ni streljal. Izid slišijo vsi: voda, če tam ni ladje; zadeto, če je; potopljeno, če so bila poleg tega vsa druga njena polja obstreljena že prej.

        Igre je konec, brž ko so potopljene vse ladje enega od igralcev ali ko sta oba streljala `shots`-krat. Vsak igralec dobi število potopljenih nasprotnikovih ladij, zmanjšano za število svojih potopljenih.
    .help = Ladja se zapiše s svojima koncema, a2-b2, strel s poljem, b1, kar se o njem sliši, pa z w, h ali s: voda, zadeto, potopljeno. Položaj so ladje obeh in streli: a1|b2/a1w b2w; v tem, kar vidi en igralec, stoji ? namesto ladje, ki je ne vidi. Pravila so kot v OpenSpielu, brez ponovljenih strelov in tako, da izgubljena ladja šteje prav toliko kot potopljena.
    .width = stolpci plošče
    .height = vrstice plošče
    .ships = dolžine ladij vsakega igralca, v vrstnem redu postavljanja
    .shots = streli vsakega igralca, na vsako polje največ eden
game-blotto = hkrati razporedita kovance po poljih; zmaga, kdor ima več na več poljih
    .rules =
        Polj je `fields` in vsak igralec ima `coins` kovancev. Oba razporedita vse svoje kovance po poljih, na vsako poljubno mnogo, lahko tudi nobenega. Prvi igralec izbere prvi, drugi pa to vidi šele, ko je izbral tudi sam; potem je igre konec.

        Igralec osvoji polje, na katerem ima več kovancev kot drugi; kjer jih imata oba enako, polja ne osvoji nihče. Kdor osvoji več polj kot drugi, dobi 1 in drugi -1; če jih oba osvojita enako, je remi in oba dobita 0.
    .help = Poteza so kovanci na vsakem od polj: 3+3+4.
    .sources = É. Borel, La théorie du jeu et les équations intégrales à noyau symétrique (1921); O. Gross in R. Wagner, A continuous Colonel Blotto game (1950).
    .coins = kovancev na igralca
    .fields = polja
game-breakthrough = prvi pripelji figuro v zadnjo vrsto
    .rules =
        Plošča ima `width` stolpcev in `height` vrstic polj. Vsak igralec začne s figuro na vsakem polju dveh vrstic, ki sta mu najbližji. Igralca izmenoma premakneta po eno figuro, prvi igralec začne. Figura stopi eno polje naprej, proti nasprotnikovi strani, naravnost ali poševno, na prosto polje. Poševno sme stopiti tudi na nasprotnikovo figuro, ki je s tem vzeta s plošče; naravnost ne sme. Jemanje ni obvezno.

        Zmaga, kdor ima prvi figuro v vrstici, ki je od njegove strani najbolj oddaljena, ali vzame nasprotnikovo zadnjo figuro. Kdor je na potezi, lahko vedno potegne, zato remija ni. Zmagovalec dobi 1, poraženec -1.
    .help = X je prvi igralec in gre po plošči navzgor. Poteza sta polji, e2-e3, ob jemanju e2xd3. Položaj so vrstice od zgoraj, figure X in O, prosta polja kot njihovo število, in kdo je na potezi.
    .sources = D. Troyka, Breakthrough (2000), zmagovalka natečaja za igre na plošči 8x8.
    .width = stolpci
    .height = vrstice
game-checkers = angleška dama: vzemi ali zapri vse nasprotnikove figure
    .rules =
        Plošča ima osem vrstic in osem stolpcev polj, izmenoma temnih in svetlih; igra se le na temnih. Vsak igralec začne z navadno figuro na vsakem temnem polju treh vrstic, ki so mu najbližje. Figure so navadne figure in dame. Prvi igralec začne, nato sta na potezi izmenoma. Navadna figura stopi eno polje poševno naprej na prosto polje; dama stopi eno polje poševno naprej ali nazaj. Obe jemljeta s skokom v smeri, v katero smeta stopiti: čez nasprotnikovo figuro na sosednjem polju na polje tik za njo, ki mora biti prosto. Kar je preskočeno, gre s plošče. Kdor lahko vzame, mora vzeti, izbere pa, s katero figuro in po kateri poti. Figura, ki je vzela, v isti potezi nadaljuje, dokler lahko jemlje; ničesar ne preskoči dvakrat. Navadna figura, ki doseže vrstico, najbolj oddaljeno od svoje strani, postane dama, in s tem je poteze konec.

        Pri `giveaway=false` izgubi, kdor na svoji potezi ne more potegniti: ali nima nobene figure več ali pa so vse zaprte. Pri `giveaway=true` zmaga, kdor na svoji potezi ne more potegniti: ali nima nobene figure več ali pa so vse zaprte. Remi je, ko v `quiet` potezah, štetih pri obeh igralcih skupaj, ni bilo nič vzeto in se ni premaknila nobena navadna figura, igralec na potezi pa bi še lahko potegnil. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0.
    .help = Črni (polja od 1 do 12) je igralec 1. Jemanje več figur je ena poteza; poti, na katerih se iste figure vzamejo v drugem vrstnem redu, so različne poteze, kot v objavljenih štetjih. Poteze se zapišejo 11-15, 22x8, z vsemi polji, 22x15x8, pa tam, kjer to ni enolično; daljši zapis se bere vedno. Položaj je FEN iz PDN s številom mirnih polpotez: B:W21,K22:B1,2:H0; brez tega števila je 0.
    .sources = World Checkers Draughts Federation, Rules of Draughts (2012).
    .quiet = po koliko potezah brez napredka je remi
    .giveaway = zmaga, kdor ne more potegniti
game-chess = šah: matiraj drugega kralja
    .rules =
        Plošča ima osem vrstic in osem stolpcev polj, izmenoma svetlih in temnih. V vrstici, ki mu je najbližja, ima vsak igralec dve trdnjavi, dva skakača, dva lovca, damo in kralja, v naslednji vrstici pa osem kmetov. Pri `chess960=518` so v najbližji vrstici po stolpcih plošče od leve proti desni trdnjava, skakač, lovec, dama, kralj, lovec, skakač, trdnjava. Število `chess960` pomeni razpored te vrstice, `fen` pa lahko namesto tega postavi kateri koli položaj.

        Igralca izmenoma premakneta po eno figuro, prvi igralec začne. Figura gre na prosto polje ali pa na njem vzame nasprotnikovo figuro, ki gre s plošče. Trdnjava gre po vrstici ali stolpcu, lovec po diagonali, dama po vrstici, stolpcu ali diagonali, poljubno daleč, a ne čez drugo figuro. Skakač gre dve polji po vrstici ali stolpcu in eno vstran, čez kar koli je vmes. Kralj gre eno polje v katero koli smer. Kmet gre eno polje naravnost naprej, če je prosto, iz vrstice, v kateri je začel, pa tudi dve, če sta obe prosti; jemlje le eno polje poševno naprej. Kmeta, ki je pravkar šel za dve polji, sme nasprotnikov kmet, a le na naslednji potezi, vzeti tako, kot da bi šel za eno. V najbolj oddaljeni vrstici kmet postane dama, trdnjava, lovec ali skakač, po izbiri. Kralj, ki bi ga bilo mogoče vzeti, je v šahu, in nobena poteza ne sme v njem pustiti lastnega kralja. Kralj in trdnjava, ki se še nista premaknila, se smeta premakniti skupaj: kralj gre v tretji stolpec plošče in trdnjava z njegove leve v četrtega ali pa kralj v sedmega in trdnjava z njegove desne v šestega. Na njuni poti ne sme biti nobene druge figure, kralj pa ne sme biti v šahu ne prej, ne na poti, ne potem.

        Kdor ne more potegniti, izgubi, če je njegov kralj v šahu; sicer je remi. Remi je tudi, ko se položaj pojavi tretjič, z istim igralcem na potezi in z istimi možnimi potezami; ko v sto potezah, štetih pri obeh igralcih skupaj, ni bilo nič vzeto in se ni premaknil noben kmet, razen če zadnja od njih zmaga; in ko na plošči ostaneta le kralja, sama, z enim skakačem ali z lovci na poljih iste barve. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0.
    .help = Beli je igralec 1, tudi če je v FEN na potezi črni. Poteze se zapišejo kot v UCI: e2e4, e7e8q, rokada e1g1. Berejo se tudi kot na zapisniku: Nf3, exd5, O-O. Kjer kralja ali trdnjave začnejo drugje (chess960), je rokada poteza kralja na lastno trdnjavo, e1h1, pravice v FEN pa imenujejo stolpce trdnjav. Položaj je FEN; bere se tudi EPD. V njem sme stati tudi jemanje mimogrede, ki ni dovoljeno, zapiše pa se tako ne. Kjer je pomembno, sledijo beseda after in mirne poteze, ki so pripeljale sem: njihovi položaji se lahko ponovijo. Enaki položaji imajo enako preteklost. Rokada je skupna poteza kralja in trdnjave. Ocena je s / (5 + |s|), kjer je s prednost, izražena v kmetih.
    .sources = FIDE Laws of Chess (2023), členi 1 do 3, 5, 9 in smernica II (chess960).
    .chess960 = številka začetnega položaja po Scharnaglu; običajni je 518
    .fen = začetni položaj, če ni običajni
game-chinese-checkers = zmaga, kdor prvi napolni nasprotni krak zvezde
    .rules =
        Plošča je zvezda lukenj s šestimi kraki, v kateri ima vsaka luknja do šest sosednjih. Krak ima `size` vrst: eno luknjo na konici, dve v naslednji vrsti in tako naprej. Igralcev je `seats` in vsak začne s figuro v vsaki luknji enega kraka; nasprotni krak je njegov cilj. Na potezi so po vrsti, najprej prvi igralec, potem okrog zvezde. Pri `seats=2` začneta igralca v nasprotnih krakih. Pri `seats=3` začnejo igralci v vsakem drugem kraku. Pri `seats=4` začnejo igralci v dveh parih nasprotnih krakov. Pri `seats=6` začnejo igralci v vseh krakih. Kdor je na potezi, premakne eno figuro, bodisi v prosto sosednjo luknjo bodisi s skoki. Skok gre čez figuro, čigar koli, v sosednji luknji, naravnost v luknjo tik za njo, ki mora biti prosta; ista figura sme nato skočiti še naprej, v katero koli smer in kolikorkrat hoče, le tja ne, kjer je začela. Jemanja ni. Kdor nima nobene take poteze, preskoči; drugi ne smejo preskočiti.

        Igralec zmaga, ko je njegov cilj poln in je vsaj ena figura v njem njegova. Če to velja za več igralcev, zmaga tisti, ki je potegnil zadnji, ali pa, če zanj ne velja, prvi od njih, ki je po vrsti za njim. Zmagovalec dobi 1, vsak drugi igralec pa -1, deljeno s številom drugih. Ko je vsak igralec potegnil `turns`-krat, preskoki vred, in ni zmagal nihče, je remi in vsi dobijo 0.
    .help = Igralci so od A do F. Da cilj šteje za polnega, zadošča, če je od figur v njem ena lastna, zato figura, ki je ostala zadaj, nikomur ne zapre poti. Luknje imajo črko vrste od zgoraj in mesto z leve: c1-d2. Položaj so vrste z vrzelmi kot števili, kdo je na potezi in število dosedanjih polpotez. Zvezda velikosti 4 je običajna plošča s 121 luknjami; manjše so namenjene raziskavam iger z več igralci.
    .sources = N. R. Sturtevant, On strongly solving Chinese checkers (2019).
    .size = vrst v kraku: 1, 3, 6 ali 10 figur na igralca
    .seats = koliko igralcev igra
    .turns = po koliko potezah vsakega je remi
game-connect-four = spuščaj kamne v stolpce; zmaga, kdor ima štiri v črti
    .rules =
        Plošča stoji pokonci, ima `width` stolpcev in `height` vrstic in je na začetku prazna. Igralca izmenoma spuščata po en svoj kamen v stolpec, ki ni poln, prvi igralec začne. Kamen pade na najnižje prosto mesto v stolpcu, na kamne, ki ležijo tam.

        Zmaga, kdor ima prvi `line` (ali več) kamnov drugega ob drugem v vrstici, stolpcu ali diagonali; polna plošča brez take črte je remi. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0.
    .help = Poteza je stolpec, črka z leve: d. Položaj so stolpci z leve, vsak od spodaj navzgor, X za igralca, ki je začel, O za drugega, - za prazen stolpec: -/-/X/XOX/O/-/-. Hevristika `lines`: črta je igralcu odprta, dokler drugi na njej nima kamna; število črt, odprtih enemu, minus število črt, odprtih drugemu, deljeno s številom vseh črt. Hevristika `centre`: vsak kamen šteje toliko, kolikor črt gre skozi njegovo polje, lastni minus nasprotnikovi, deljeno z vsoto po vseh poljih.
    .sources = L. V. Allis, A knowledge-based approach of Connect-Four (1988).
    .width = stolpci
    .height = vrstice
    .line = koliko jih v črti zmaga
game-dark-hex = poveži svoja robova, videti pa je le to, v kar se zaletiš
    .rules =
        Plošča ima `height` vrstic po `width` polj. Vsaka vrstica leži za pol polja bolj desno kot tista nad njo. Polje se dotika polj ob sebi v svoji vrstici, v vrstici nad seboj in v vrstici pod seboj pa po dveh najbližjih. Igralca sta na potezi izmenoma, prvi igralec začne. Nihče ne vidi, kje ima drugi kamne. Kdor je na potezi, poskusi polje, katero koli razen tistih, na katerih ima svoj kamen ali se je že zaletel v nasprotnikovega. Če je polje prosto, postavi nanj svoj kamen in poteze je konec. Če je tam nasprotnikov kamen, izve le to. Pri `abrupt=false` nato poskusi drugo polje, dokler ne postavi kamna. Pri `abrupt=true` je poteze s tem konec. Nobeden ne izve, kaj in kolikokrat je poskusil drugi. Kamen se nikoli ne premakne in ne vzame s plošče.

        Prvi igralec zmaga, ko veriga njegovih kamnov, od katerih se vsak dotika naslednjega, poveže zgornjo vrstico s spodnjo. Drugi zmaga, ko taka veriga njegovih kamnov poveže skrajni levi stolpec s skrajnim desnim. Polje v kotu pripada obema robovoma. Na koncu uspe natanko enemu od njiju, zato remija ni. Zmagovalec dobi 1, poraženec -1, in vse se pokaže.
    .help = To je hex v temi, brez zamenjave. Poteza je polje, ki ga igralec poskusi. Položaj je vse, kar je bilo poskušeno, po vrsti: /b2 b2! a1. Plošča ima največ 25 polj: nove delitve so točne.
    .sources = M. Lanctot in drugi, OpenSpiel: a framework for reinforcement learning in games (2019).
    .width = stolpci
    .height = vrstice
    .abrupt = kdor se zaleti v kamen, izgubi potezo
game-disguise = druga igra, katere poteze, polja in figure imajo izmišljena imena
    .help = Ista igra kot tista v `game`: isti položaji, iste poteze v istem vrstnem redu, isto naključje, igralci vidijo isto in izplačila so ista. Njene poteze in imena njenih polj so besede iz zlogov, po en zlog za vsako črko ali števko, premešano po semenu seed. Položaji so seznami dejstev brez vrstnega reda, vsakič polje in kaj stoji na njem, za navpičnico pa je vse besedilo v kosih. Programom se pravila povedo v teh besedah, brez imena igre in brez njenih nastavitev; enako vsem drugim, ki se jim povedo pravila. Igralci, ki na turnirju iz istih otvoritev igrajo igro in njeno preobleko, pokažejo, česa se spominjajo in kaj premislijo. Kar igro pozna po imenu, na primer ocena, ki ji je priložena, je v preobleki ne pozna.
    .game = igra
    .seed = seme besed
game-dots-and-boxes = vleci črte med pikami; zmaga, kdor zapre več kvadratov
    .rules =
        Plošča je mreža pik. Med njimi je prostora za `width` stolpcev in `height` vrstic majhnih kvadratov. Igralca izmenoma, prvi igralec začne, potegneta črto med dvema pikama, ki sta sosedi v vrstici ali stolpcu, kjer črte še ni. Kdor potegne zadnjo od štirih stranic kvadrata, dobi kvadrat, kdor koli je potegnil druge; ena sama črta lahko tako zapre dva hkrati. Kdor je dobil kvadrat, je še enkrat na potezi, če je ostala še kakšna črta; sicer je na potezi drugi. Kvadrata ni treba zapreti nikomur.

        Igre je konec, ko so potegnjene vse črte, in vsak kvadrat šteje ena za tistega, ki ga je dobil. Pri `payoff=win` dobi igralec z več kvadrati 1 in drugi -1; če jih imata enako, je remi in oba dobita 0. Pri `payoff=margin` dobi vsak igralec število svojih kvadratov, zmanjšano za število nasprotnikovih.
    .help = width in height štejeta kvadrate, ne pik. Poteza sta krajišči črte, dve piki, vsaka s črko stolpca in številko vrstice, od spodaj levo: a1b1, a1a2. Poteze so urejene po vrsticah, najprej tiste v desno, nato tiste navzgor. Položaj so vrstice črt od zgoraj, izmenoma v desno in navzgor, pika (.) za črto, ki ni potegnjena, nato kvadrati obeh igralcev in kdo je na potezi: --/|.|/.-/.../.. 0:0 1. Hevristika `boxes`: lastni kvadrati minus nasprotnikovi, deljeno z vsemi kvadrati, razen pri payoff=margin; `reach` za igralca na potezi prišteje še tiste, ki jim manjka ena stranica.
    .sources = E. R. Berlekamp, The Dots and Boxes Game (2000).
    .width = kvadrati v vrsti
    .height = vrste kvadratov
    .payoff = 1, 0 ali -1 ali pa razlika kvadratov
game-einstein = EinStein würfelt nicht!: kocka pove, kateri kamen gre
    .rules =
        Plošča ima pet vrstic in pet stolpcev polj. Vsak igralec ima šest kamnov s številkami od 1 do 6 na šestih poljih v svojem kotu plošče: tri ob eni stranici, dva poleg njih in nato enega. Kot prvega igralca je levo zgoraj, kot drugega desno spodaj. Pri `setup=fixed` stojijo kamni tam v vrstnem redu števk v `first` in `second`. Pri `setup=random` se kamni tja postavijo naključno, vsak vrstni red je enako verjeten. Pri `setup=chosen` vsak igralec sam postavi svoje, po vrsti njihovih številk, najprej vse prvi igralec, potem vse drugi. Nato sta igralca na potezi izmenoma, prvi igralec začne. Na začetku poteze se vrže kocka, ki pokaže število od 1 do 6, vsako enako verjetno. Igralec premakne svoj kamen s tem številom; če ga ni več, izbira med naslednjim višjim in naslednjim nižjim številom, ki ga še ima. Če ima igralec le še en kamen, ga premakne brez kocke. Kamen gre eno polje proti nasprotnemu kotu: po svoji vrstici, po svojem stolpcu ali poševno po obeh. Kamen, ki je bil tam, čigar koli, je vzet s plošče.

        Zmaga, kdor pripelje kamen v nasprotni kot, in prav tako, kdor vzame nasprotnikov zadnji kamen. Remija ni: zmagovalec dobi 1, poraženec -1.
    .help = Števke v first so kamni na a5 b5 c5 a4 b4 a3, tiste v second pa kamni na e1 d1 c1 e2 d2 e3: kot, zasukan za pol obrata. Pri setup=random postavlja naključje kamen za kamnom. Poteza je številka kamna in polje, na katero gre: 4c3; stolpci so z leve od a do e, vrstice od spodaj od 1 do 5. Položaj so vrstice od zgoraj, kdo je na potezi in kamen ali kamna (2-5), med katerimi se izbira, ? pred metom kocke, - pri enem samem kamnu ali set med postavljanjem. A do F so kamni prvega igralca od 1 do 6, a do f kamni drugega.
    .sources = I. Althöfer, EinStein würfelt nicht! (2004); običajna postavitev prvega je iz njegovega primera.
    .setup = kdo razporedi kamne
    .first = kamni prvega
    .second = kamni drugega
game-gdl = katera koli igra, katere pravila so zapisana na listu v GDL
    .help = List so pravila igre v Stanfordovem jeziku za opis iger (Game Description Language), z besedama `random` in `sees` iz GDL-II. Lahko je eden od vgrajenih, datoteka ali pa njegovo besedilo med narekovaji, v eni vrstici, kjer `;` pomeni prelom vrstice; tudi datoteka postane tako besedilo, zato nič, kar je bilo odigrano, pozneje ni odvisno od nje. Vloge zasedejo mesta po vrstnem redu na listu; `random` je naključje, vsaka njegova poteza je enako verjetna. V krogu naredi potezo vsaka vloga. Vloge, ki imajo izbiro, izbirajo ena za drugo, tiste z eno samo potezo so preskočene. Pri order=auto ostanejo izbire kroga skrite, dokler ne izberejo vsi, če sta v nekaj naključnih partijah kdaj dve vlogi izbirali hkrati; order=hidden in order=open to določita zagotovo. Kjer vloga po `sees` kaj vidi, vidi samo to in svoje poteze. Partija se konča, kjer tako pravi list, kjer vloga nima nobene poteze ali po določenem številu polpotez, ki se štejejo, razen če veriga dejstev pokaže, da se vsaka partija konča. Pri dveh igralcih so izplačila od -1 do 1: polovica razlike obeh ciljev, če je bila vsota ciljev v tistih partijah 100, ali pri payoff=zero-sum; sicer cilji, merjeni od 50. V drugih primerih in pri payoff=goals so izplačila cilji sami, od 0 do 100. Če vloga na koncu nima cilja ali ima dva, dobijo vsi enak delež. Poteza se zapiše brez oklepajev okrog nje.
    .sources = N. Love, T. Hinrichs, D. Haley, E. Schkufza in M. Genesereth, General game playing: game description language specification (2008); M. Thielscher, A general game description language for incomplete information games (2010).
    .sheet = datoteka, na primer "x.kif", vgrajen list, na primer tic-tac-toe, ali besedilo lista
    .plies = po toliko potezah je partije konec, če nič ne kaže, da se konča sama
    .payoff = kako cilji postanejo izplačila
    .order = ali so izbire kroga skrite, dokler ne izberejo vsi
game-ghosts = tekač nabira kroglice v labirintu, kjer duhovi tavajo ali lovijo
    .rules =
        Plošča je labirint: polja v vrsticah in stolpcih, nekatera od njih so zidovi, zid je tudi vse naokrog. Nastavitev `maze` pove, kje so zidovi in kroglice in kje kdo začne. Prvi igralec premika tekača; proti njemu je toliko figur, kot pove `number`, in vsaka je duh. Igra teče v krogih. V krogu se najprej tekač premakne za eno polje navzgor (up), desno (right), navzdol (down) ali levo (left), ne v zid, ali pa ostane, kjer je (stay). Nato se na enak način za eno polje premakne vsak duh po vrsti, le ostati ne sme. Pri `ghosts=random` se vsak duh premakne v izžrebano smer, vsaka odprta je enako verjetna, in igralec je en sam. Pri `ghosts=hunting` vsakega duha premika svoj igralec. Na enem polju jih sme stati več. Tekač poje kroglico na polju, na katero pride. Ujet je, ko je na polju katerega od duhov, kdor koli od njiju je prišel tja; če je prišel tja tekač, tam ne poje ničesar.

        Igre je konec, ko je tekač ujet, ko ni nobene kroglice več ali po `rounds` krogih. Prvi igralec dobi število pojedenih kroglic, deljeno s številom vseh kroglic na začetku, in 1 manj, če je tekač ujet. Pri `ghosts=hunting` dobijo drugi igralci skupaj nasprotno vrednost tega, po enakih delih.
    .help = Izplačila tekača so od -1 do 1; pri ghosts=hunting je vsota izplačil vseh igralcev nič. Labirint je eden od tiny, ring, court, chambers, corridor ali pa vrstice, ločene z /. V njih je # zid, pika (.) kroglica, _ tla brez nje, P tekač in G duh. Tako je tiny P../.#./..G; ring je P.G/.#./.#./.#./..G; court je P..#..G/.#...#./...#.../.#.G.#./G..#..G; chambers je P...#..G/.##...#./....##../G#......; corridor je ..G#.../.#.P.#./...#G... Največ 64 polj ni zidov in do vsakega od njih se da priti. Igrajo prvi duhovi v vrstnem redu branja, toliko, kot pove number. Polja se imenujejo po stolpcu, z leve od a naprej, in vrstici, od zgoraj od 1 naprej. Položaj so tekač, duhovi, preostale kroglice, kdo je na potezi in koliko krogov je še ostalo: a1 g1+d4 7b7ffde 1 50; ali over. Kroglice so šestnajstiško število: bit n je n-to polje tal v vrstnem redu branja, od 0 naprej. Kdo je na potezi, je 1 za tekača, 2 za prvega duha. Igra je takšne vrste kot v projektih Pac-Man J. DeNera in D. Kleina, Teaching introductory artificial intelligence with Pac-Man (2010); pravila in labirinti so Agonovi.
    .maze = labirint
    .number = koliko je duhov
    .ghosts = kako se duhovi premikajo
    .rounds = po koliko krogih je konec
game-go = obkoli več plošče kot drugi
    .rules =
        Plošča je mreža z `size` vrsticami in `size` stolpci točk, ki so na začetku vse prazne. Igralca izmenoma, prvi igralec začne, postavita svoj kamen na prazno točko ali pa preskočita. Kamni enega igralca, ki se po vrsticah in stolpcih dotikajo, neposredno ali prek drugih, so ena veriga. Prazna točka, ki se dotika verige, je njena prosta točka. Ko je kamen postavljen, je vzeta vsaka nasprotnikova veriga, ki nima nobene proste točke več: njeni kamni gredo s plošče. Kamna se ne sme postaviti, kjer njegova veriga po tem ne bi imela nobene proste točke. Prav tako se kamna ne sme postaviti, če bi bila plošča potem videti tako, kot je bila kdaj prej, kdor koli je na potezi. Preskočiti je dovoljeno vedno.

        Igre je konec, ko igralca preskočita drug za drugim, ali po osmih potezah na vsako točko plošče, preskoki vred. Takrat se plošča prešteje, kakršna je: kamen, ki bi ga bilo mogoče vzeti, a ni bil vzet, šteje kot vsak drug. Igralcu se šteje ena za vsak njegov kamen in ena za vsako prazno točko, s katere se da po praznih točkah priti do njegovih kamnov in do nobenega nasprotnikovega. Drugi igralec ima za `komi` več. Kdor ima več, dobi 1 in drugi -1; če imata oba enako, je remi in oba dobita 0.
    .help = Črni (X) je igralec 1. Prepoved, da bi se plošča kdaj ponovila, se imenuje pozicijski superko, štetje pa je po območju. Poteze se zapišejo kot v GTP: D4, pass; stolpca I ni. Položaj so kamni na začetku, vrstica za vrstico od najvišje z vrzelmi kot števili, kdo je prvi na potezi, in vse poteze od takrat: 5/5/5/5/5 X C3 pass.
    .sources = J. Tromp in B. Taylor, The game of Go (1995), brez samomora.
    .size = vrstice in stolpci
    .komi = točke za belega, na pol točke natančno
game-goofspiel = za vsako nagrado vsi hkrati ponudijo karto; najvišja jo dobi
    .rules =
        Igralcev je `seats` in vsak ima `cards` kart, oštevilčenih od 1 navzgor; v prav toliko krogih se igra za prav toliko nagrad, oštevilčenih enako. V vsakem krogu se odkrije ena nagrada. Pri `order=random` je to izžrebana od tistih, ki so ostale, vsaka enako verjetna. Pri `order=ascending` je to najnižja od tistih, ki so ostale. Pri `order=descending` je to najvišja od tistih, ki so ostale. Nato vsak igralec ponudi eno od svojih kart, najprej prvi igralec, a nihče ne vidi, kaj je ponudil kdo drug, dokler niso ponudili vsi. Kdor je ponudil najvišjo karto, dobi nagrado; če jo je ponudilo več igralcev, je ne dobi nihče. Vsaka ponujena karta je porabljena. Pri `open=true` se nato vse ponudbe kroga pokažejo vsem. Pri `open=false` nihče nikoli ne izve, kaj je bilo ponujeno, ampak le, kdo je dobil.

        Ko ima vsak igralec le še eno karto, se te ponudijo same od sebe in igre je konec. Točke igralca so vsota številk nagrad, ki jih je dobil. Pri `payoff=win` si igralci z največ točkami po enakih delih razdelijo 1, drugi pa po enakih delih -1; če jih imajo vsi enako, je remi in vsi dobijo 0. Pri `payoff=points` dobi vsak igralec svoje točke, zmanjšane za povprečje točk drugih.
    .help = Poteza je številka karte; enako se zapiše izžrebana nagrada. Pri open=false se nove delitve štejejo, zato imajo vsi drugi igralci skupaj največ 16 kart.
    .sources = igra M. M. Flooda v Princetonu v letih po 1930; S. M. Ross, Goofspiel, the game of pure strategy (1971); skrite ponudbe: V. Lisý, M. Lanctot in M. Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect information games (2015).
    .cards = kart na igralca, in nagrad
    .order = v kakšnem vrstnem redu se odkrivajo nagrade
    .open = karte se pokažejo, ko so vsi izbrali
    .payoff = kaj se izplača na koncu
    .seats = koliko jih igra
game-grundy = razdeli kup na dva neenaka; kdor ne more, izgubi
    .rules =
        Na začetku je en kup s toliko paličicami, kot pove `heap`. Igralca sta na potezi izmenoma, prvi igralec začne; kdor je na potezi, vzame kateri koli kup in ga razdeli na dva, ki nimata enako paličic, vsak pa ima vsaj eno. Kup z eno ali dvema paličicama torej ostane, kakršen je. Nič se ne odvzame.

        Kdor je na potezi in ne more razdeliti nobenega kupa, izgubi. Remija ni: zmagovalec dobi 1, poraženec -1.
    .help = Poteza je kup in dva, na katera se razdeli: 7:1+6. Enako veliki kupi se ne ločijo, zato je ista poteza, če se razdeli ta ali drugi od njih. Položaj so kupi, največji najprej, in kdo je na potezi: 4+2+1 1. Hevristika parity je ugibanje; nim-sum pozna izid.
    .sources = P. M. Grundy, Mathematics and games (1939); E. R. Berlekamp, J. H. Conway in R. K. Guy, Winning Ways (1982).
    .heap = velikost kupa na začetku
game-hex = poveži svoja robova z verigo kamnov
    .rules =
        Plošča ima `size` vrstic, v vsaki prav toliko polj. Vsaka vrstica leži za pol polja bolj desno kot tista nad njo, zato je plošča romb. Polje se dotika polj ob sebi v svoji vrstici, v vrstici nad seboj in v vrstici pod seboj pa po dveh najbližjih: sredi plošče šestih, na njenih robovih manj. Igralca izmenoma postavljata po en svoj kamen na prosto polje, prvi igralec začne. Kamen se nikoli ne premakne in ne vzame s plošče.

        Prvi igralec zmaga, ko veriga njegovih kamnov, od katerih se vsak dotika naslednjega, poveže zgornjo vrstico s spodnjo. Drugi zmaga, ko taka veriga njegovih kamnov poveže skrajni levi stolpec s skrajnim desnim. Polje v kotu pripada obema robovoma. Na koncu uspe natanko enemu od njiju, zato remija ni. Zmagovalec dobi 1, poraženec -1.

        Pri `swap=true` sme drugi igralec zamenjati (swap), namesto da bi postavil svoj prvi kamen: edini kamen na plošči postane njegov in spremeni mesto, tako da je to, kar je bil njegov stolpec z leve, zdaj njegova vrstica od zgoraj, in obratno; nato je spet na potezi prvi igralec.
    .help = X začne in povezuje zgornji rob s spodnjim, O levega z desnim. Pri swap=true poteza swap prevzame prvi kamen, na polju, prezrcaljenem čez dolgo diagonalo. Poteza je stolpec in vrstica, šteta od zgoraj: f6. Položaj so vrstice od zgoraj, kamni X in O, prosta polja kot njihovo število, in kdo je na potezi.
    .sources = P. Hein (1942) in J. Nash (1948); C. Browne, Hex Strategy (2000).
    .size = vrstice in stolpci
    .swap = drugi sme prevzeti prvi kamen
game-kalah = sej semena okrog plošče; zmaga, kdor jih ima več v shrambi
    .rules =
        Vsak igralec ima vrsto, v kateri je `pits` hiš, na desnem koncu vrste pa shrambo. Na začetku je v vsaki hiši `seeds` semen, obe shrambi sta prazni. Vrsti ležita druga nasproti druge, tako da ima vsaka hiša nasproti sebe eno nasprotnikovo. Igralca sta na potezi izmenoma, prvi igralec začne. Kdor je na potezi, vzame vsa semena iz ene svojih hiš, ki ni prazna, in jih v nasprotni smeri urnega kazalca po eno spušča na naslednja mesta: v svoje hiše bolj desno, v svojo shrambo, v nasprotnikove hiše in nato spet v svojo vrsto, kjer dobi eno tudi hiša, iz katere so. Nasprotnikova shramba se izpusti. Če pade zadnje seme v lastno shrambo, isti igralec potegne še enkrat. Pri `empty-capture=true` velja: če pade zadnje seme v lastno hišo, ki je takrat prazna, gredo to seme in vsa semena iz hiše nasproti, tudi če tam ni nobenega, v lastno shrambo. Pri `empty-capture=false` velja: če pade zadnje seme v lastno hišo, ki je takrat prazna, hiša nasproti pa ni prazna, gredo to seme in vsa semena od tam v lastno shrambo.

        Igre je konec, brž ko so po potezi prazne vse hiše enega od igralcev; semena, ki so ostala v hišah drugega, gredo v shrambo drugega. Pri `payoff=win` dobi igralec z več semeni v shrambi 1 in drugi -1; če jih imata enako, je remi in oba dobita 0. Pri `payoff=margin` dobi vsak igralec število svojih semen, zmanjšano za število nasprotnikovih.
    .help = Poteza je številka hiše, z leve strani tistega, ki je na potezi: 3. Položaj so hiše in shramba obeh igralcev in kdo je na potezi: 4.4.4.4.4.4:0 4.4.4.4.4.4:0 1. Na sliki sedi igralec 1 spodaj. Hevristika `store`: semena v lastni shrambi minus semena v nasprotnikovi, deljeno z vsemi semeni, razen pri payoff=margin.
    .sources = G. Irving, J. Donkers in J. Uiterwijk, Solving Kalah (2000); tamkajšnji izidi veljajo za igro, v kateri se vzame tudi ob prazni hiši nasproti.
    .pits = hiš na igralca
    .seeds = semen v hiši na začetku
    .empty-capture = zadnje seme v prazni lastni hiši gre v shrambo, tudi če nasproti ni ničesar
    .payoff = 1, 0 ali -1 ali pa razlika semen
game-kuhn = po ena karta in ena sama stava: najmanjša igra blefiranja
    .rules =
        Igralcev je `seats`, kart pa ena več kot igralcev; oštevilčene so od ena navzgor. Vsak igralec da en žeton v lonec in dobi karto, ki jo vidi le on; ena karta ostane in je ne vidi nihče. Nato so igralci na vrsti drug za drugim, prvi igralec začne. Dokler ni še nihče stavil, igralec bodisi reče dalje in ne vloži nič bodisi stavi in vloži še en žeton. Če vsi rečejo dalje, ni odstopil nihče. Po prvi stavi pride vsak od drugih še enkrat na vrsto. Lahko stavi tudi on, s čimer plača: prav tako vloži en žeton. Lahko pa reče dalje, s čimer odstopi: izgubi, kar je vložil. Več od tega ne sme vložiti nihče. Potem je igre konec.

        Od igralcev, ki niso odstopili, dobi lonec tisti z najvišjo karto. Če jih je več, vsi pokažejo svojo karto; če je en sam, dobi lonec, ne da bi karto pokazal. Igralec dobi, kar je osvojil, zmanjšano za to, kar je vložil.
    .help = Poteza je dalje, p, ali stava, b. Karte se zapišejo s svojo številko, z A za deset in B za enajst. Položaj so karte in kar je bilo storjeno, 31/pb, z - za karto, ki ni razdeljena; v tem, kar vidi en igralec, stoji ? namesto karte, ki je ne vidi. Pri dveh igralcih je vrednost igre za prvega -1/18.
    .sources = H. W. Kuhn, A simplified two-person poker (1950); za več igralcev N. Abou Risk in D. Szafron, Using counterfactual regret minimization to create competitive multiplayer poker agents (2010).
    .seats = koliko igralcev igra
game-leduc = po ena karta, dva kroga stav in karta na mizi
    .rules =
        Igralcev je `seats`, od vsakega ranga pa sta dve karti. Pri `ranks=auto` je rangov eden več kot igralcev. Brez `ranks=auto` je rangov `ranks`. Od najnižjega navzgor sta dva ranga fant in dama, tretji je kralj, četrti as, nadaljnji pa se dodajajo spodaj, od desetice navzdol. Pri `suits=true` se karti istega ranga razlikujeta, vredni pa sta enako. Vsak igralec da en žeton v lonec in dobi karto, ki jo vidi le on. Kroga stav sta dva, med njima pa se ena karta odprta položi na mizo. V vsakem krogu so igralci na vrsti drug za drugim, od prvega igralca naprej, brez tistih, ki so odstopili. Igralec lahko plača: vloži, kolikor ima v loncu manj od tistega med drugimi, ki ima največ, kar je lahko tudi nič. Lahko viša: vloži prav toliko, v prvem krogu pa še dva žetona več, v drugem štiri. V enem krogu je največ `raises` višanj. Kjer ima v loncu manj kot kdo drug, lahko odstopi: izpade in izgubi, kar je vložil. Kroga je konec, ko so bili po zadnjem višanju vsi preostali na vrsti in imajo v loncu enako.

        Če ostane en sam igralec, je igre takoj konec in on dobi lonec, ne da bi pokazal svojo karto. Po drugem krogu preostali pokažejo svoje. Zmaga, kdor ima par, to je karto istega ranga kot odprta; brez para zmaga višji rang, pri enakih rangih pa se lonec deli. Igralec dobi, kar je osvojil, zmanjšano za to, kar je vložil.
    .help = Poteza je odstop, f, plačilo, c, kar je tudi čakanje, kadar ni treba nič plačati, ali višanje, r. Položaj so karte vseh igralcev in karta na mizi ter kroga: JKQ/rrc/c, z - za karto, ki ni razdeljena; v tem, kar vidi en igralec, stoji ? namesto karte, ki je ne vidi. Pri dveh igralcih je vrednost igre za prvega -0,0856.
    .sources = F. Southey in drugi, Bayes' bluff: opponent modelling in poker (2005); za več igralcev M. Lanctot in drugi, OpenSpiel: a framework for reinforcement learning in games (2019).
    .suits = karti istega ranga se razlikujeta
    .ranks = koliko rangov je; če ni podano, eden več, kot je igralcev
    .raises = koliko višanj je lahko v krogu
    .seats = koliko igralcev igra
game-liars-dice = povej, koliko kock kaže neko število, ali reci drugemu, da laže
    .rules =
        Kocka ima `sides` ploskev s števili od ena navzgor. Vsak od dveh igralcev na začetku vrže `dice` kock in vidi le svoje. Nato igralca govorita izmenoma, prvi igralec začne. Napoved imenuje količino in število in trdi, da vsaj toliko kock obeh igralcev skupaj kaže to število. Napoved mora biti višja od prejšnje: večja količina s katerim koli številom ali ista količina z višjim številom. Količina je največ toliko, kolikor je vseh kock. Namesto napovedi sme igralec drugega razglasiti za lažnivca (liar), če je že kakšna napoved; kjer višje ni več, to mora storiti. Nato se pokažejo vse kocke in igre je konec.

        Pri `wild=true` velja kocka, ki kaže najvišje število, za vsako število. Pri `wild=false` velja kocka, ki kaže najvišje število, le za to število. Če zadnja napoved drži, zmaga igralec, ki jo je izrekel; če ne drži, zmaga igralec, ki je drugega razglasil za lažnivca. Zmagovalec dobi 1, poraženec -1.
    .help = Poteza je napoved, 2-5 za dve petici, ali liar. Položaj so kocke obeh in kar je bilo rečeno, 13:26/1-3 2-3, z - za kocko, ki ni vržena; v tem, kar vidi en igralec, stoji ? namesto kocke, ki je ne vidi.
    .sources = C. P. Ferguson in T. S. Ferguson, Models for the game of Liar's Dice (1991); en sam met te igre, z napovedmi, urejenimi kot v OpenSpielu.
    .dice = kocke vsakega igralca
    .sides = ploskve kocke
    .wild = najvišje število velja za katero koli
game-module = katera koli igra, katere pravila so v modulu WebAssembly, v katerem koli jeziku je bil napisan
    .help = Modul je datoteka WebAssembly, ki izvaža vse, kar mora povedati igra: kje se začne, kaj se sme igrati, kaj nastane iz poteze in kdo je kaj dobil. Lahko je eden od vgrajenih, datoteka ali pa njegovi bajti s črkami (base64:…); tudi iz datoteke nastane tako besedilo, zato nič, kar je bilo odigrano, pozneje ni odvisno od nje. Teče sam zase, brez datotek, ure in omrežja, samo s celimi števili, vsak klic pa je omejen v korakih in pomnilniku: kdor koli ga je napisal, je njegova igra na vsakem računalniku enaka. Položaj so njegovi bajti; v besedilih črke, števke in znaki pomenijo sami sebe, vsi drugi bajti so \ in dve šestnajstiški števki. Partije, v katerih modul odpove ali prelomi obljubo, so neveljavne: ne štejejo nikomur, zapis pa pove, katera izvožena funkcija je bila napačna. Glej docs/module.md.
    .sources = A. Haas in drugi, Bringing the web up to speed with WebAssembly (2017).
    .file = pravila: datoteka, vgrajen modul ali bajti modula s črkami
game-nim = vzemi poljubno mnogo z enega kupa; zmaga, kdor vzame zadnjega
    .rules =
        Kupov paličic je več; `heaps` pove, koliko paličic je v katerem. Igralca sta na potezi izmenoma, prvi igralec začne. Kdor je na potezi, izbere en kup in z njega vzame paličice: vsaj eno, sicer pa kolikor hoče, tudi ves kup. Ne sme jemati z dveh kupov hkrati in ne sme preskočiti.

        Igre je konec, ko ni nobene paličice več. Pri `misere=false` zmaga igralec, ki je vzel zadnjo paličico. Pri `misere=true` izgubi igralec, ki je vzel zadnjo paličico. Če jih že na začetku ni, je tako, kot da bi zadnjo vzel drugi igralec. Zmagovalec dobi 1, poraženec -1; remija ni.
    .help = Poteza imenuje kup, s črko, in koliko jih vzame: b3.
    .sources = C. L. Bouton, Nim, a game with a complete mathematical theory (1901).
    .heaps = kupi na začetku
    .misere = kdor vzame zadnjega, izgubi
game-nine-mens-morris = mlin: postavljaj in premikaj figure; tri v vrsti vzamejo eno nasprotnikovo
    .rules =
        Plošča ima 24 točk: oglišča in sredine stranic treh kvadratov, ki ležijo eden v drugem. Vsaka stranica je črta s tremi točkami, prav tako vsaka od štirih prečnih črt, ki povezujejo sredine stranic od zunanjega kvadrata do notranjega. Točki, ki sta na črti druga poleg druge, sta sosednji. Vsak igralec ima `men` figur. Igralca sta na potezi izmenoma, prvi igralec začne. Dokler ima igralec v roki še kakšno figuro, na potezi eno postavi na prosto točko. Potem na potezi premakne eno figuro na plošči na prosto sosednjo točko. Pri `flying=true` sme igralec, ki ima prazno roko in na plošči tri figure, katero koli od njih premakniti na katero koli prosto točko. Pri `flying=false` gredo tudi zadnje tri figure samo na sosednje točke. Tri figure enega igralca na črti so mlin. Poteza, ki sklene mlin, v isti potezi vzame s plošče eno nasprotnikovo figuro, če tam katera je: samo eno, tudi za dva mlina hkrati. Iz mlina se sme figuro vzeti le, če so vse nasprotnikove figure na plošči v mlinih.

        Igralec izgubi, če je na potezi in ima manj kot tri figure, skupaj s tistimi v roki, ali če v roki nima nobene in ne more potegniti. Ko v `quiet` zaporednih potezah, obeh igralcev skupaj, ni bila nobena figura postavljena na ploščo ali vzeta z nje, je remi, razen če je igralec na potezi pravkar izgubil. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0.
    .help = X začne. Poteza je točka, na katero se figura postavi, d6, ali od kod in kam gre, d6-d7, in figura, ki jo vzame, d6-d7xa1. Položaj so obroči od zunanjega, vsak v smeri urnega kazalca od zgornjega levega kota, kdo je na potezi, figure v roki igralca X in igralca O ter mirne polpoteze.
    .sources = R. Gasser, Solving Nine Men's Morris (1996), ki ugotavlja, da je igra remi.
    .men = figur na igralca
    .flying = tri figure smejo kamor koli
    .quiet = po koliko potezah brez jemanja je remi
game-oshi-zumo = hkrati ponudita kovance; višja ponudba porine borca
    .rules =
        Borec stoji na sredini črte, ki gre od enega igralca do drugega, in na vsaki strani od njega je `size` mest. Vsak igralec ima `coins` kovancev. V vsakem krogu oba hkrati ponudita. Prvi igralec izbere prvi, drugi pa tega ne vidi, dokler ne izbere tudi sam. Ponudba je število kovancev, ki jih igralec še ima: vsaj eden, ali nobeden, če nima več nobenega. Kar oba ponudita, je porabljeno. Kdor ponudi več, porine borca za eno mesto proti drugemu; pri enakih ponudbah ostane, kjer je.

        Igre je konec po krogu, v katerem je borec porinjen čez zadnje mesto na eni ali drugi strani ali po katerem nobeden nima nobenega kovanca več. Takrat dobi -1 tisti, ki ima borca na svoji strani od sredine ali porinjenega ven za seboj, drugi pa 1. Če stoji na sredini, je remi in oba dobita 0.
    .help = Poteza je, koliko kovancev je ponujenih.
    .sources = M. Buro, Solving the Oshi-Zumo game (2003).
    .coins = kovancev na igralca
    .size = koliko korakov od sredine borec še stoji
game-othello = ujemi ploščke med svoja dva, da se obrnejo; zmaga, kdor jih ima več
    .rules =
        Plošča ima `size` vrstic in prav toliko stolpcev. Plošček ima dve strani, po eno za vsakega igralca, in pripada tistemu, čigar stran je zgoraj. Na začetku sta na štirih poljih v sredini po dva ploščka vsakega igralca, vsak par na svoji diagonali. Igralca sta na potezi izmenoma, prvi igralec začne. Kdor je na potezi, postavi nov svoj plošček na prosto polje, kjer ujame vsaj enega nasprotnikovega. V vsaki od osmih smeri, po vrstici, stolpcu in obeh diagonalah, je neprekinjen niz nasprotnikovih ploščkov ujet, če se začne tik ob novem ploščku in konča tik ob drugem ploščku istega igralca. Vsi ujeti, v vseh smereh, se obrnejo in zdaj pripadajo temu igralcu. Kdor ne more ujeti nobenega, mora preskočiti (pass), kdor lahko, pa ne sme. Igre je konec, ko ne more ujeti nobenega nobeden od igralcev, naj bo plošča polna ali ne.

        Pri `payoff=win` dobi igralec z več ploščki na plošči 1 in drugi -1; če jih imata enako, je remi in oba dobita 0. Pri `payoff=discs` dobi vsak igralec število svojih ploščkov, zmanjšano za število nasprotnikovih; prosta polja ne štejejo nikomur.
    .help = X začne. Preskok je poteza: pass, bere se tudi --. Perft: preskok je polpoteza, partija, ki se je končala prej, pa ne šteje. Poteza je stolpec in vrstica, šteta od zgoraj: d3. Položaj so polja, vrstica za vrstico od a1 naprej (X, O, - za prazno), in kdo je na potezi.
    .sources = World Othello Federation, Official rules for the game of Othello.
    .size = vrstice in stolpci
    .payoff = kaj se izplača: 1 za zmago ali razlika ploščkov
game-pennies = glava ali cifra v dvoje: eden zmaga, če sta enaki
    .rules =
        Vsak od dveh igralcev ima kovanec in pokaže eno njegovo stran: glavo (heads) ali cifro (tails). To storita hkrati: prvi igralec izbere prvi, drugi pa tega ne vidi, dokler ne izbere tudi sam. Potem je igre konec.

        Če oba pokažeta isto stran, dobi prvi igralec 1 in drugi -1. Če pokažeta različni strani, dobi prvi igralec -1 in drugi 1. Remija ni.
    .help = Poteza je stran, heads ali tails.
    .sources = J. von Neumann in O. Morgenstern, Theory of games and economic behavior (1944).
game-phantom-tic-tac-toe = trije v vrsto, videti pa je le to, v kar se zaletiš
    .rules =
        Plošča ima `size` vrstic in prav toliko stolpcev. Igralca sta na potezi izmenoma, prvi igralec začne. Nihče ne vidi, kje ima drugi znake. Kdor je na potezi, poskusi polje, katero koli razen tistih, na katerih ima svoj znak ali se je že zaletel v nasprotnikovega. Če je polje prosto, postavi nanj svoj znak in poteze je konec. Če je tam nasprotnikov znak, izve le to. Pri `abrupt=false` nato poskusi drugo polje, dokler ne postavi znaka. Pri `abrupt=true` je poteze s tem konec. Nobeden ne izve, kaj in kolikokrat je poskusil drugi.

        Zmaga, kdor ima prvi `line` (ali več) znakov drugega ob drugem v vrstici, stolpcu ali diagonali; polna plošča brez take črte je remi. Zmagovalec dobi 1, poraženec -1; pri remiju oba dobita 0. Ko je igre konec, se pokaže vse.
    .help = To so križci in krožci v temi. Poteza je polje, ki ga igralec poskusi. Položaj je vse, kar je bilo poskušeno, po vrsti: /b2 b2! a1.
    .sources = M. Lanctot in drugi, OpenSpiel: a framework for reinforcement learning in games (2019); V. Lisý, M. Lanctot in M. Bowling, Online Monte Carlo counterfactual regret minimization for search in imperfect information games (2015).
    .abrupt = kdor se zaleti v znak, izgubi potezo
    .size = vrstice in stolpci
    .line = koliko jih v črti zmaga
game-pig = meči, dokler si upaš; enica odnese točke poteze
    .rules =
        Igralci so na potezi po vrsti, prvi igralec začne. Poteza se začne z metom kocke, ki ima `sides` strani, oštevilčenih od ena navzgor in enako verjetnih. Če pokaže enico, so točke te poteze izgubljene in poteze je konec. Vsako drugo število se prišteje točkam poteze, nato pa igralec izbere. Bodisi meče (roll) in kocka se vrže še enkrat bodisi obdrži (hold) in točke poteze se prištejejo točkam igralca, kjer se nič več ne izgubi, poteze pa je konec. Nihče ne sme več metati, ko so že točke poteze same `target` ali več.

        Pri `finish=hold` igralec zmaga, brž ko obdrži in je njegovih točk nato `target` ali več, in igre je konec. Pri `finish=reach` igralec zmaga, brž ko je njegovih točk in točk poteze skupaj `target` ali več, in igre je konec. Igre je konec tudi, ko je imel vsak igralec `turns` potez: takrat zmaga igralec z največ točkami, če jih ima enako veliko več igralcev, pa je remi. Zmagovalec dobi 1, vsak drugi igralec -1, deljeno s številom drugih; pri remiju vsi dobijo 0.
    .help = Pri finish=hold (kot v objavi) sme igralec, ki ima dovolj, na lastno odgovornost metati naprej. Vrednost igre je pri finish=reach enaka. Met na začetku poteze ni stvar izbire: obdržati nič ni nikoli boljše. Privzeto število potez je tako veliko, da ni pomembno, in reševalnik najde vrednost brez njega. Poteze: roll, hold; izidi kocke so od 1 do 6. Položaj so točke, igralec na potezi s točkami poteze in koliko potez je še ostalo: 31:45 2+8 391, z vprašajem (?), dokler se kocka meče. S ciljem 4 in dvema stranema je to Piglet do 2.
    .sources = T. W. Neller in C. G. M. Presser, Optimal play of the dice game Pig (2004).
    .target = koliko točk zmaga
    .players = koliko igralcev igra
    .sides = koliko strani ima kocka
    .finish = ali je cilj treba obdržati ali ga je dovolj doseči
    .turns = po koliko potezah vsakega je konec
game-rps = kamen, škarje, papir: oba pokažeta hkrati
    .rules =
        V vsakem od krogov, ki jih je `rounds`, oba igralca hkrati pokažeta znak z roko: kamen (rock), papir (paper) ali škarje (scissors). Prvi igralec izbere prvi, drugi pa tega ne vidi, dokler ne izbere tudi sam. Kamen premaga škarje, škarje premagajo papir in papir premaga kamen; enaka znaka ne premagata ničesar. Kdor pokaže boljši znak, dobi krog. Kaj je bilo pokazano v prejšnjih krogih, vesta oba, in vsak znak se sme pokazati znova.

        Igre je konec po zadnjem krogu. Igralec dobi število krogov, ki jih je dobil, zmanjšano za število tistih, ki jih je dobil drugi; če jih imata enako, je remi.
    .help = Poteza je znak: rock, paper ali scissors.
    .sources = J. von Neumann, Zur Theorie der Gesellschaftsspiele (1928).
    .rounds = koliko krogov se igra
game-tic-tac-toe = izmenoma označuj polja; zmaga, kdor ima znake v črti
    .rules =
        Igralci drug za drugim postavljajo po en svoj znak na prosto polje, prvi igralec začne.

        Zmaga, kdor ima prvi `line` (ali več) znakov drugega ob drugem v vrstici, stolpcu ali diagonali; polna plošča brez take črte je remi. Zmagovalec dobi 1, vsak drugi igralec -1, deljeno s številom drugih igralcev; pri remiju vsi dobijo 0.
    .help = Družina iger m,n,k. Poteza je stolpec, črka, in vrstica, številka, šteto od spodaj levo: b2. Poteze so urejene vrstico za vrstico od spodaj: a1 b1 c1 a2. Položaj so vrstice od zgoraj, X O Y Z za igralce in pika (.) za prosto polje: X.O/.X./... Hevristika `lines`: črta je igralcu odprta, dokler na njej nima znaka nihče drug; pri dveh igralcih število črt, odprtih enemu, minus število črt, odprtih drugemu, deljeno s številom vseh črt (N. J. Nilsson, Problem-Solving Methods in Artificial Intelligence, 1971); pri več igralcih razlika do povprečja drugih, deljena še s številom drugih.
    .sources = J. W. H. M. Uiterwijk in H. J. van den Herik, The advantage of the initiative (2000), za družino; igra 3 x 3 je ljudska.
    .width = stolpci
    .height = vrstice
    .line = koliko jih v črti zmaga
    .players = koliko igralcev igra
game-tiny-bridge = partnerja licitirata in si delita, kar je napoved vredna
    .rules =
        Kart je osem: fant, dama, kralj in as, v naraščajočem vrstnem redu, dveh barv, srca in pika. Igralca sta partnerja. Vsak dobi dve karti in vidi le svoji. Druge štiri pripadajo dvema nasprotnikoma, ki nikoli ne napovedujeta. Partnerja izmenoma, prvi igralec začne, rečeta dalje ali napovesta. Napoved pove, koliko vzetkov bosta dobila skupaj, enega ali oba, in katera barva je adut, če je katera. Napovedi naraščajo takole: en vzetek s srcem, s pikom, brez aduta; oba vzetka s srcem, s pikom, brez aduta. Vsaka napoved je višja od prejšnje. Dalje konča igro, razen če je to čisto prva izjava. Kdor je dal zadnjo napoved, je izvajalec.

        Igralca kart ne odigrata. Za vsak način, kako lahko druge štiri držita nasprotnika, se predpostavi, da sta oba vzetka odigrana tako dobro, kot se le da, z vsemi kartami na vpogled. Po vrsti okrog mize, za katero nasprotnika sedita med partnerjema, vsak odigra karto; začne nasprotnik, ki je na vrsti pred izvajalcem. Kdor ima karto barve, ki je bila odigrana prva, mora igrati to barvo. Vzetek dobi najvišji adut, če ga ni, pa najvišja karta te barve, in kdor jo je odigral, začne naslednjega.

        Oba igralca dobita isto: povprečje po vseh teh načinih. Napoved enega vzetka prinese 10 za vsak dobljeni vzetek. Napoved obeh prinese 30, če sta dobljena oba, in 35 brez aduta. Če jih je dobljenih manj, kot je bilo napovedano, vsak manjkajoči stane 20. Brez napovedi oba dobita 0.
    .help = Zahod in vzhod sta oba igralca. Izjava je dalje, p, ali napoved: 1h 1s 1n 2h 2s 2n. Položaj so karte obeh in izjave: JhAs:KhQs/1h 2s p, z - za karte, ki niso razdeljene; v tem, kar vidi en igralec, stoji ? namesto kart, ki jih ne vidi.
    .sources = igra, ki jo ima OpenSpiel kot tiny_bridge_2p.
game-tree = igra, podana z drevesom, kot v učbeniku
    .rules =
        Partija gre od korena navzdol do lista po vozliščih, ki jih zapiše `root`. V vsakem vozlišču gre naprej nekaj vej in ena od njih se ubere: izbere jo igralec ali pa naključje z verjetnostmi, ki so tam zapisane. Zapisano je lahko tudi, kateri igralec izbira. Kjer to ni zapisano, izbira v korenu prvi igralec, pod njim pa vedno tisti, ki po vrsti sledi zadnjemu, ki je izbral. Vsi igralci vedo, kaj je zapisano. Vozlišče lahko spada v informacijsko množico: igralec, ki tam izbira, pozna množico, ne more pa ločiti, v katerem od njenih vozlišč je; med svojimi potezami ne vidi ničesar, na koncu pa vse. Brez takih množic vidijo vsi vse, kar se zgodi.

        Partije je konec v listu. Pri dveh igralcih ima list eno število, ki ga dobi prvi igralec in izgubi drugi, ali pa po eno število za vsakega igralca; pri več ali manj igralcih ima po eno za vsakega. Nič drugega se ne izplača.
    .help = Drevo se zapiše z oklepaji. [A,B,…] je vozlišče, v katerem izbira igralec. Število je izplačilo pri dveh igralcih, (1,6,6) pa je izplačilo za vsakega od treh igralcev; potem morajo imeti vsa izplačila drevesa toliko števil. Igra ima ničelno vsoto ali stalno vsoto, če jo imajo vsa izplačila in ocene. {"{"}1/2:8, 1/3:24, 1/6:-12{"}"} je vozlišče naključja: verjetnosti, natančni ulomki ali decimalke, z vsoto 1, za njimi pa kar koli. [A,B]@2 pove, da tam izbira igralec 2. [A,B]~5 ali {"{"}…{"}"}~(1,6,6) da notranjemu vozlišču oceno, za preiskovanja, ki se tam ustavijo; @ stoji pred ~. Brez ocene je ta 0 ali meja, ki je najbližja 0, ali enak delež stalne vsote. Izplačila so taka, kot so zapisana, ne večja kot 1e12; oklepaji so gnezdeni največ do globine 1000. I1:[A,B] pove, da vozlišče spada v informacijsko množico I1. Vsa vozlišča množice morajo imeti enako število potez, istega igralca in iste prejšnje izbire tega igralca (popoln spomin). Vozlišča brez imena so vsako svoja množica, v kateri igralec ve vse, kar se je zgodilo. Glava ali cifra je [I1:[1,-1],I1:[-1,1]]. Poteze so oštevilčene od 1 naprej, tudi izidi naključja. Položaj so poteze, ki vodijo do njega, na primer 1.3, ali root. Vsako vozlišče je svoj položaj: enaka poddrevesa se ne združijo. Privzeto je drevo iz S. Russella in P. Norviga, Artificial Intelligence: A Modern Approach, poglavje o preiskovanju z nasprotnikom: vrednost 3, s prvo potezo.
    .root = vse drevo
game-whist = pobiraj vzetke in sledi barvi, ki je bila odigrana
    .rules =
        V kupu so štiri barve po `ranks` kart, od asa navzdol: as, kralj, dama, fant in nato številke od desetice do dvojke. Igralcev je `seats` in vsak dobi `cards` kart, po eno naenkrat, po vrsti. Vidi le svoje. Pri `trumps=true` je adut barva zadnje razdeljene karte in to karto vidijo vsi. Pri `trumps=false` ni adut nobena barva. Prvi igralec začne prvi vzetek s katero koli karto, drugi po vrsti odigrajo po eno karto. Kdor ima karto barve, ki je bila odigrana prva, mora igrati to barvo; kdor je nima, sme igrati katero koli karto. Vzetek dobi najvišji adut, če ga ni, pa najvišja karta barve, ki je bila odigrana prva. Kdor jo je odigral, začne naslednji vzetek. Kar je bilo odigrano, vidijo vsi.

        Igre je konec, ko so odigrane vse karte. Pri `seats=4` sta partnerja tista, ki sedita drug nasproti drugega, prvi igralec s tretjim in drugi s četrtim, vsak igralec pa dobi število vzetkov, ki sta jih dobila s partnerjem, zmanjšano za število vzetkov drugih dveh. Pri `seats=2` dobi vsak igralec število vzetkov, ki jih je dobil, zmanjšano za število vzetkov drugega. Pri `seats=3` dobi vsak igralec trikratno število vzetkov, ki jih je dobil, zmanjšano za število vseh.
    .help = Poteza je karta, njen rang in njena barva. Položaj so karte v rokah, zadnja razdeljena karta in vzetki, na primer 9cKcJd9hKhJs|TcAcQdThAhQs|Jc9dKdJh9sKs|QcTdAdQhTsAs/As/, z -, kjer take karte ni; v tem, kar vidi en igralec, stoji ? namesto karte, ki je ne vidi.
    .sources = Edmond Hoyle, A short treatise on the game of whist (1742), na kratko.
    .seats = koliko igralcev igra
    .ranks = karte v barvi, od asa navzdol
    .cards = karte v roki
    .trumps = barva zadnje razdeljene karte je adut
player-alpha-beta = minimax, ki ovržene poteze ne gleda naprej
player-averaging = minimax, ki namesto najboljše povpreči nekaj najboljših potez
player-best-reply = od vseh drugih najbolje odgovori le eden, najnevarnejši
player-best-response = kar največ pridobi proti določenemu igralcu, ki ga vpraša vnaprej
player-epsilon = poteza drugega igralca, tu in tam pa katera koli
player-equilibrium = strategija, proti kateri nihče ne pridobi, po protidejstvenem obžalovanju (CFR)
player-expectimax = najboljši odgovor na to, kar verjame o drugih
player-expectiminimax = minimax z naključjem: od obeh pričakuje najboljšo igro, od kock povprečje
player-greedy = poteza, po kateri je položaj videti najboljši
player-ismcts = drevesno preiskovanje Monte Carlo po tem, kar igralci vidijo (IS-MCTS)
player-max-n = vsak vzame, kar je najboljše zanj, kolikor koli jih je
player-mcts = drevesno preiskovanje Monte Carlo (UCT) za katero koli igro
player-minimax = najboljša poteza, če tudi nasprotnik igra najboljše
player-mix = vsako potezo prepusti enemu od igralcev, izžrebanemu po utežeh
player-mtd = alfa-beta z ničelnimi okni okrog domneve, MTD(f)
player-paranoid = vsi drugi igrajo proti meni, kar koli za to dobijo
player-perfect = najboljša poteza, poiskana v rešeni igri
player-pimc = razdeli skrito in igra, kar je z odprtimi kartami v povprečju najboljše (PIMC)
player-pns = dokaže vrednost položaja z dokaznimi števili, df-pn
player-random = katera koli dovoljena poteza, vsaka enako verjetna
player-selective = minimax, ki gleda le obetavne poteze
player-solve = dokaže vrednost položaja z ničelnimi okni do konca
player-strong = kar je močno pri igri, ki se igra

# Primeri pravil: kje in kaj je tam mogoče.
claim-options = pri { $options }
claim-position = iz položaja { $position }
claim-beginning = na začetku
claim-moves = po potezah { $moves }
claim-legal = je poteza { $move } mogoča
claim-illegal = poteza { $move } ni mogoča
claim-pays = je igre konec in sedeži dobijo { $payoffs }
