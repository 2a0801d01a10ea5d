# Igre, igralci in njihove nastavitve po slovensko. Po angleško se vsaka predstavi sama.
game-2048 = potiskaj ploščice, enaki se združita, doseži cilj: en igralec in naključje
    .rules = Vse ploščice zdrsnejo navzgor (up), desno (right), navzdol (down) ali levo (left), kolikor daleč morejo. Dve enaki, ki se srečata, se združita v svojo vsoto, vsaka največ enkrat na potezo, sprednje prej. Poteza mora kaj spremeniti. Nato se na naključnem praznem polju pojavi nova ploščica: devetkrat od desetih 2, sicer 4. Igra se začne z dvema takima ploščicama in se konča, ko ni več možne poteze ali je cilj na plošči. Vsaka združitev prinese vrednost nove ploščice.
    .size = vrstice in stolpci
    .goal = ploščica, ki konča igro
    .payoff = za kaj je izplačilo: za točke ali za cilj
game-amoba = gomoku: zmaga pet kamnov v vrsti
    .rules = X začne. Vsak postavi en kamen na prazno polje in `line` kamnov v vrstici, stolpcu ali diagonali zmaga. Zmagajo tudi daljše vrste, razen pri exact=true; polna plošča je remi. Za oba igralca velja isto pravilo, prepovedanih potez ni. Poteza je stolpec in vrstica, šteta od spodaj: h8.
    .size = vrstice in stolpci
    .line = koliko kamnov v vrsti zmaga
    .exact = daljše vrste ne zmagajo
game-backgammon = teci domov, kot padejo kocke, in udari tistega, ki stoji sam
    .rules = Igralec 1 (X) začne; prvi met nikoli ni dvojni. Odigrati je treba obe kocki, če se da; če le eno, potem večjo, če se da; enaki kocki do štirikrat. Ves met je ena poteza. Zmaga prinese 1; 2 (gammon), če poraženec ni spravil domov nobenega žetona, 3 (backgammon), če je poleg tega kateri še na pregradi ali v zmagovalčevi hiši. Kocke za podvajanje ni. Po 10.000 potezah je remi. Polja vsak šteje s svoje strani, od 24 do 1: 24/18 13/11; bar/20 s pregrade, 6/off iz igre, 13/7(2) dva žetona, 24/18*/13 z udarcem; pass, če se ne da odigrati ničesar.
    .setup = kje žetoni začnejo
    .gammons = gammon prinese 2, backgammon 3
game-breakthrough = prvi pripelji figuro v zadnjo vrsto
    .rules = X začne in gre po plošči navzgor. Figura stopi eno polje naravnost ali poševno naprej na prazno polje; poševno tudi vzame nasprotnikovo. Zmaga, kdor doseže zadnjo vrsto ali vzame vse figure. Vsak začne z dvema polnima vrstama. Poteza sta polji: e2-e3, ob jemanju e2xd3.
    .width = stolpci
    .height = vrstice
game-checkers = angleška dama: vzemi ali zapri vse nasprotnikove figure
    .rules = Črni (igralec 1, polja od 1 do 12) začne. Navadne figure stopajo in jemljejo naprej, dame v obe smeri, po eno polje. Jemanje je obvezno, s katero koli figuro in po kateri koli poti, in z njo se nadaljuje, dokler se da; figuri, ki postane dama, se poteza konča. Kdor ne more potegniti, izgubi (pri giveaway=true zmaga). Po `quiet` potezah brez jemanja in brez premika navadne figure je remi. Poteze: 11-15, ob jemanju 22x8, in če to ni enolično, z vsemi polji: 22x15x8.
    .quiet = po koliko potezah brez napredka je remi
    .giveaway = zmaga, kdor ne more potegniti
game-chess = šah: matiraj drugega kralja
    .rules = Po pravilih FIDE; igralec 1 je beli. Poteze: e2e4, e7e8q (promocija), e1g1 (rokada), ali kot na zapisniku: Nf3, exd5, O-O. Pri chess960 gre kralj ob rokadi na svojo trdnjavo. Takoj je remi: tretja ponovitev položaja, petdeset potez obeh strani brez jemanja in brez poteze kmeta, pat in premalo materiala za mat (sama kralja, en skakač ali lovci na poljih iste barve). Mat ima prednost pred pravilom petdesetih potez.
    .chess960 = številka začetnega položaja po Scharnaglu; običajni je 518
    .fen = kje naj se igra začne namesto tega
game-chinese-checkers = zmaga, kdor prvi napolni nasprotni krak zvezde
    .rules = Vsak (od A do F) ima figure v enem kraku šesterokrake zvezde in jih pelje v nasprotnega. Figura stopi v sosednjo luknjo ali poljubno mnogokrat skoči, vsakič čez eno figuro, čigar koli, v luknjo za njo; jemanja ni. Zmaga, komur je cilj poln in je v njem vsaj ena njegova figura. Zmagovalec dobi 1, drugi to izgubijo po enakih delih. Kdor ne more potegniti, preskoči. Po `turns` potezah vsakega je remi. Luknje imajo črko vrste od zgoraj in mesto z leve: c1-d2.
    .size = vrst v kraku: 1, 3, 6 ali 10 figur na igralca
    .seats = koliko igralcev igra
    .turns = po koliko potezah vsakega je remi
game-connect-four = spuščaj kamne v stolpce; zmaga, kdor ima štiri v črti
    .rules = Igralca izmenoma spuščata kamen v stolpec, ki ni poln; kamen pade na druge. Zmaga, kdor ima prvi `line` (ali več) kamnov drugega ob drugem v vrstici, stolpcu ali diagonali; polna plošča brez tega je remi. Poteza je stolpec, črka z leve: d.
    .width = stolpci
    .height = vrstice
    .line = koliko jih v črti zmaga
game-dots-and-boxes = vleci črte med pikami; zmaga, kdor zapre več kvadratov
    .rules = Igralca izmenoma vlečeta črto med dvema sosednjima pikama. Kdor potegne četrto stranico kvadrata, ga dobi in mora vleči še enkrat, če je še kakšna črta; zapreti ni treba nikomur. Ko so potegnjene vse črte, pri payoff=win zmaga, kdor ima več kvadratov; pri payoff=margin šteje razlika. Širina in višina štejeta kvadrate, ne pik. Poteza sta piki, vsaka s črko stolpca in številko vrstice od spodaj levo: a1b1, a1a2.
    .width = kvadrati v vrsti
    .height = vrste kvadratov
    .payoff = 1, 0 ali -1 ali pa razlika kvadratov
game-einstein = EinStein würfelt nicht!: kocka pove, kateri kamen gre
    .rules = Vsak ima šest oštevilčenih kamnov v svojem kotu plošče pet krat pet: prvi levo zgoraj, drugi desno spodaj. Pred potezo se vrže kocka. Gre kamen s to številko ali, če ga ni več, preostali z naslednjo večjo ali manjšo. Stopi eno polje proti nasprotnemu kotu: vstran, po stolpcu ali poševno; kar tam stoji, čigar koli, je vzeto. Zmaga, kdor doseže nasprotni kot ali vzame nasprotniku zadnji kamen. En sam kamen ne potrebuje kocke. Poteza je številka kamna in polje: 4c3; stolpci so z leve od a do e, vrstice od spodaj od 1 do 5.
    .setup = kdo razporedi kamne
    .first = kamni prvega
    .second = kamni drugega
game-ghosts = tekač nabira kroglice v labirintu, kjer duhovi tavajo ali lovijo
    .rules = V krogu tekač stopi eno polje gor (up), desno (right), dol (down) ali levo (left) ali pa ostane (stay); nato stopi vsak duh in ne sme ostati na mestu. Tekač poje kroglico na polju, kamor pride. Ujet je, ko sreča duha, kdor koli se premakne. Igra se konča, ko je ujet, ko zmanjka kroglic ali po zadnjem krogu. Tekač dobi delež kroglic, ki jih je pojedel, manj ena, če je ujet. Pri ghosts=random gredo duhovi naključno; pri ghosts=hunting je vsak duh igralec in kar tekač dobi, oni po enakih delih izgubijo.
    .maze = labirint
    .number = koliko je duhov
    .ghosts = kako se duhovi premikajo
    .rounds = po koliko krogih je konec
game-go = obkoli več plošče kot drugi
    .rules = Črni (X, igralec 1) začne. Kamen ali veriga brez prostih točk je vzeta; kamna se ne sme postaviti, kjer ne bi imel nobene. Noben položaj se ne sme ponoviti, kdor koli je na potezi (pozicijski superko); preskočiti (pass) je vedno dovoljeno. Dva preskoka zapored končata igro, prav tako 8 potez na točko plošče. Nato šteje ozemlje: kamni in prazna območja, ki se dotikajo kamnov ene same barve; mrtve kamne je treba prej vzeti. Beli dobi komi; izenačeno je remi. Poteze: D4, pass; stolpca I ni.
    .size = vrstice in stolpci
    .komi = točke za belega, na pol točke natančno
game-grundy = razdeli kup na dva neenaka; kdor ne more, izgubi
    .rules = Poteza razdeli kup s tremi ali več na dva različno velika: 7:1+6. Enako velikih kupov ne ločimo. Kdor ne more potegniti, izgubi.
    .heap = velikost kupa na začetku
game-hex = poveži svoja roba z verigo kamnov
    .rules = X začne in povezuje zgornji rob s spodnjim, O levega z desnim; vsak postavi en kamen na prazno polje in natanko enemu uspe. Plošča je romb: polje se dotika polj ob sebi ter v vrsticah nad in pod seboj dveh najbližjih. Pri swap=true sme drugi na prvi kamen odgovoriti s swap: kamen postane njegov, prezrcaljen čez dolgo diagonalo, in spet je na potezi X. Poteza je stolpec in vrstica, šteta od zgoraj: f6.
    .size = vrstice in stolpci
    .swap = drugi sme prevzeti prvi kamen
game-kalah = sej semena okrog plošče; zmaga, kdor jih ima več v shrambi
    .rules = Poteza vzame vsa semena iz lastne hiše in jih v nasprotni smeri urinega kazalca po eno razdeli naprej, tudi v lastno shrambo, v nasprotnikovo ne. Če zadnje seme pade v lastno shrambo, isti igralec potegne še enkrat. Če pade v lastno hišo, ki je bila prazna, gre skupaj z vsemi semeni iz hiše nasproti v lastno shrambo; pri empty-capture=false le, če tam kaj je. Ko so hiše enega prazne, je igre konec in drugi da semena iz svojih hiš v svojo shrambo. Pri payoff=win zmaga, kdor jih ima več; pri payoff=margin šteje razlika. Poteza je številka hiše od leve strani tistega, ki je na potezi: 3.
    .pits = hiš na igralca
    .seeds = semen v hiši na začetku
    .empty-capture = zadnje seme v prazni lastni hiši gre v shrambo, tudi če nasproti ni ničesar
    .payoff = 1, 0 ali -1 ali pa razlika semen
game-nim = vzemi poljubno mnogo z enega kupa; zmaga, kdor vzame zadnjega
    .rules = Poteza je črka kupa in koliko jih vzamete: b3. Pri misere=true izgubi, kdor vzame zadnjega.
    .heaps = kupi na začetku
    .misere = kdor vzame zadnjega, izgubi
game-nine-mens-morris = mlin: postavljaj in premikaj figure; tri v vrsti vzamejo eno nasprotnikovo
    .rules = X začne. Najprej vsak postavi vse figure, po eno na potezo, na prazne točke; nato jih premika po črtah na sosednje točke, s tremi figurami pa kamor koli (razen pri flying=false). Kdor dobi tri figure v vrsto na črti, mlin, v isti potezi vzame eno nasprotnikovo; tudi za dva mlina le eno. Figure v mlinih se smejo vzeti le, če so v mlinih vse. Izgubi, komur ostaneta dve figuri, skupaj s tistimi v roki, ali kdor ne more potegniti. Po `quiet` potezah, v katerih ni bila postavljena ali vzeta nobena figura, je remi. Poteza je točka, kamor pride figura: d6, ali od kod in kam: d6-d7, in figura, ki jo vzame: d6-d7xa1.
    .men = figur na igralca
    .flying = tri figure smejo kamor koli
    .quiet = po koliko potezah brez jemanja je remi
game-othello = ujemi ploščke med svoja dva, da se obrnejo; zmaga, kdor jih ima več
    .rules = X začne. Plošček mora v kateri od osmih smeri ujeti vsaj enega nasprotnikovega med sebe in drugega svoje barve; vsi ujeti se obrnejo. Kdor tega ne more, preskoči (pass); igre je konec, ko ne more nobeden. Zmaga, kdor ima več ploščkov; prazna polja ne štejejo nikomur. Pri payoff=discs šteje razlika ploščkov. Poteza je stolpec in vrstica, šteta od zgoraj: d3.
    .size = vrstice in stolpci
    .payoff = kaj se izplača: 1 za zmago ali razlika ploščkov
game-pig = meči, dokler si upaš; enica odnese točke poteze
    .rules = Poteza se začne z metom kocke. Enica konča potezo brez vsega; vsaka druga stran se prišteje točkam poteze in igralec izbere: meče še enkrat (roll) ali obdrži (hold), in takrat so točke poteze njegove, kocka pa gre naprej. Zmaga, kdor doseže cilj: dobi +1, drugi po enakih delih -1. Pri finish=hold točke štejejo šele, ko so obdržane; pri finish=reach je igre konec, brž ko točke in točke poteze dosežejo cilj. Ko vsem zmanjka potez, zmaga največ točk; enako pomeni remi.
    .target = koliko točk zmaga
    .players = koliko igralcev igra
    .sides = koliko strani ima kocka
    .finish = ali je cilj treba obdržati ali ga je dovolj doseči
    .turns = po koliko potezah vsakega je konec
game-tic-tac-toe = izmenoma označuj polja; zmaga, kdor ima znake v črti
    .rules = Igralci izmenoma označujejo prosto polje; zmaga, kdor ima prvi `line` (ali več) znakov drugega ob drugem v vrstici, stolpcu ali diagonali, polna plošča brez tega pa je remi. Zmagovalec dobi 1, drugi po enakih delih -1. Poteza je črka stolpca in številka vrstice od spodaj levo: b2.
    .width = stolpci
    .height = vrstice
    .line = koliko jih v črti zmaga
    .players = koliko igralcev igra
game-tree = igra, podana z drevesom, kot v učbeniku
    .rules = Drevo se zapiše z oklepaji. [A,B,…] je vozlišče, kjer igralec izbira; igralca izbirata izmenoma, na vrhu prvi. Število je tisto, kar na koncu dobi prvi in izgubi drugi. (1,6,6) na koncu so izplačila za tri igralce; potem imajo vsa izplačila drevesa toliko števil. {"{"}1/2:8, 1/3:24, 1/6:-12{"}"} je vozlišče naključja: verjetnosti, ulomki ali decimalke z vsoto 1, za njimi pa kar koli. [A,B]@2 pove, da tam izbira igralec 2. [A,B]~5 da notranjemu vozlišču oceno za iskanja, ki se tam ustavijo. Poteze so oštevilčene od 1.
    .root = vse drevo
player-alpha-beta = minimax, ki ovržene poteze ne gleda naprej
player-averaging = minimax, ki namesto najboljše povpreči nekaj najboljših potez
player-best-reply = od vseh drugih najbolje odgovori le eden, najnevarnejši
player-epsilon = poteza drugega igralca, tu in tam pa katera koli
player-expectimax = najboljši odgovor na to, kar verjame o drugih
player-expectiminimax = minimax z naključjem: od obeh pričakuje najboljšo igro, od kock povprečje
player-greedy = poteza, po kateri je položaj videti najboljši
player-max-n = vsak vzame, kar je najboljše zanj, kolikor koli jih je
player-mcts = drevesno iskanje Monte Carlo (UCT) za katero koli igro
player-minimax = najboljša poteza, če tudi nasprotnik igra najboljše
player-mix = vsako potezo prepusti enemu od igralcev, izžrebanemu po utežeh
player-mtd = alfa-beta z ničelnimi okni okrog domneve, MTD(f)
player-paranoid = vsi drugi igrajo proti meni, kar koli za to dobijo
player-perfect = najboljša poteza, poiskana v rešeni igri
player-pns = dokaže vrednost položaja z dokaznimi števili, df-pn
player-random = katera koli dovoljena poteza, vsaka enako verjetna
player-selective = minimax, ki gleda le obetavne poteze
player-solve = dokaže vrednost položaja z ničelnimi okni do konca
player-strong = kar je močno pri igri, ki se igra
