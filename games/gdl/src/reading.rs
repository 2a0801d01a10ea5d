//! Reads a sheet: its rules are checked, laid out if they are not too large, and tried out.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

use agon_core::{Facts, Seed, Stream, Sum};

use crate::{
    board,
    check::check,
    direct::Direct,
    ground::{Ground, TooLarge, fixed, ground},
    join::{Atoms, Stop},
    kif::{MOST_REMARKS, Place, Remark},
    net::{Net, Role},
    round::Round,
    rules::{Named, Rules, is_for_others},
    sheet::{MOST_ROLES, Model, Payoff, Settings, Sheet, SheetError, Turns},
};

/// The greatest length of a sheet, in bytes.
const LONGEST: usize = 4 << 20;

/// The number of sheets this process has read.
static READ: AtomicU64 = AtomicU64::new(0);

impl Sheet {
    /// Reads a sheet with the usual options.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, each with its line and column.
    pub fn read(text: &str) -> Result<Sheet, SheetError> {
        Sheet::with(text, Settings::default())
    }

    pub(crate) fn with(text: &str, settings: Settings) -> Result<Sheet, SheetError> {
        let start = Place { line: 1, column: 1 };
        let one = |place, text: String| SheetError { remarks: vec![Remark::new(place, text)] };
        if LONGEST < text.len() {
            let found = format!("the sheet has {} bytes; at most {LONGEST} are read", text.len());
            return Err(one(start, found));
        }
        let (mut wrong, mut odd, mut idle) = (Vec::new(), Vec::new(), Vec::new());
        let rules = Rules::read(text, &mut wrong, &mut idle);
        let order = check(&rules, &mut wrong, &mut odd);
        let is_asked = |(named, is_needed): (&Named, &bool)| *is_needed && is_for_others(&named.name);
        if rules.predicates.iter().zip(&order.is_needed).any(is_asked) {
            wrong.append(&mut idle);
        } else {
            odd.append(&mut idle);
        }
        if !wrong.is_empty() {
            wrong.sort_by_key(|remark| remark.place);
            wrong.dedup();
            wrong.truncate(MOST_REMARKS);
            return Err(SheetError { remarks: wrong });
        }
        let fixed = fixed(&rules, &order).map_err(|large| one(rules.all[large.rule].place, exploded(&rules, large)))?;
        if let Some(large) = fixed.too_large.filter(|_| fixed.is_left[rules.keyword("role")]) {
            return Err(one(rules.all[large.rule].place, exploded(&rules, large)));
        }
        let place_of_roles = rules.predicates[rules.keyword("role")].place;
        let roles = roles_of(&rules, &fixed.atoms);
        let seats: Vec<usize> = (0..roles.len()).filter(|&role| !roles[role].is_random).collect();
        if seats.is_empty() || MOST_ROLES < roles.len() {
            let found = format!("{} roles for players; from 1 to {MOST_ROLES} can play", seats.len());
            return Err(one(place_of_roles, found));
        }
        let number = READ.fetch_add(1, Ordering::Relaxed);
        let mut chain = None;
        let laid_out = match fixed.too_large {
            Some(large) => Err(large),
            None if settings.lay_out => ground(&rules, &order, &fixed.atoms),
            None => Err(TooLarge { stop: Stop::Atoms, rule: 0, instances: 0 }),
        };
        let model = match laid_out {
            Ok(ground) => {
                forgotten(&rules, &ground, &roles, &mut odd);
                chain = longest(&rules, &ground);
                let net = Net::new(&rules, &ground, &roles).map_err(|remark| SheetError { remarks: vec![remark] })?;
                Model::Net(Box::new(net))
            }
            Err(large) => {
                let place = rules.all[large.rule].place;
                let found = exploded(&rules, large);
                if let Some(group) = (0..order.groups.len()).find(|&group| order.is_looped[group]) {
                    let name = &rules.predicates[order.groups[group][0]].name;
                    let more = format!("{found}, and `{name}` has a negation in a loop");
                    return Err(one(place, more));
                }
                odd.push(Remark::new(place, found));
                Model::Direct(Box::new(Direct::new(rules.clone(), order.clone(), fixed, number)))
            }
        };
        let has_percepts = !rules.predicates[rules.keyword("sees")].rules.is_empty();
        let random = (0..roles.len()).filter(|&role| roles[role].is_random);
        let turns: Vec<usize> = seats.iter().copied().chain(random).collect();
        let facts = Facts::new(seats.len() as u8, settings.plies);
        odd.sort();
        odd.dedup();
        odd.truncate(MOST_REMARKS);
        let board = match &model {
            Model::Net(net) => board::find(net),
            Model::Direct(_) => None,
        };
        let mut sheet = Sheet {
            board,
            roles,
            seats,
            turns,
            model,
            settings,
            facts,
            is_difference: false,
            counts_plies: chain.is_none(),
            has_percepts,
            remarks: odd,
            proved: OnceLock::new(),
            number,
        };
        sheet.say_facts(chain).map_err(|remark| SheetError { remarks: vec![remark] })?;
        Ok(sheet)
    }

    /// Derives the facts of the game: those that can be proved, and those that random plays show.
    fn say_facts(&mut self, chain: Option<u32>) -> Result<(), Remark> {
        let seen = self.try_out()?;
        let seats = self.seats.len() as u8;
        let roles = self.roles.len() as u32;
        let plies = match chain {
            Some(rounds) => rounds.saturating_mul(roles).max(1),
            None => self.settings.plies.saturating_add(roles),
        };
        let mut facts = Facts::new(seats, plies).with_playouts().with_sum(Sum::General);
        self.is_difference = seats == 2
            && match self.settings.payoff {
                Payoff::Auto => seen.sums_to_hundred,
                Payoff::Goals => false,
                Payoff::ZeroSum => true,
            };
        facts = if self.is_difference {
            facts.with_sum(Sum::Zero)
        } else if seats == 2 && self.settings.payoff == Payoff::Auto {
            facts
        } else {
            facts.with_payoffs(0.0, 100.0)
        };
        if self.roles.len() != self.seats.len() {
            facts = facts.with_chance();
        }
        let hides = match self.settings.order {
            Turns::Auto => seen.is_simultaneous,
            Turns::Open => false,
            Turns::Hidden => true,
        };
        if (hides && 1 < seats) || self.has_percepts {
            facts = facts.with_hidden();
        }
        self.facts = facts;
        Ok(())
    }

    /// Some random plays: whether two roles ever chose at once, and whether two goals always sum to 100. A rule that needs
    /// too much at the start is an error; later it ends the play, and whoever comes there is told.
    fn try_out(&self) -> Result<Seen, Remark> {
        let mut seen = Seen { is_simultaneous: false, sums_to_hundred: self.seats.len() == 2 };
        let (plays, mut left) = match self.model {
            Model::Net(_) => (40, 20_000),
            Model::Direct(_) => (2, 6),
        };
        for play in 0..plays {
            let mut stream = Seed(play).stream(0);
            let mut round = Round::start(self)?;
            while !round.is_over(self) && 0 < left {
                left -= 1;
                let choosing = self.seats.iter().filter(|&&role| 1 < round.count(self, role));
                seen.is_simultaneous |= 1 < choosing.count();
                if round.draw(self, &mut stream).is_err() {
                    break;
                }
            }
            if round.is_over(self) && self.seats.len() == 2 {
                let goals = self.seats.iter().map(|&role| round.goal(self, role));
                let sum: Option<u32> = goals.map(|goal| goal.map(u32::from)).sum();
                seen.sums_to_hundred &= sum == Some(100);
            }
        }
        Ok(seen)
    }
}

struct Seen {
    is_simultaneous: bool,
    sums_to_hundred: bool,
}

impl Round {
    /// Plays one round at random.
    fn draw(&mut self, sheet: &Sheet, stream: &mut Stream) -> Result<(), Remark> {
        let moves: Vec<u32> = (0..sheet.roles.len())
            .map(|role| {
                let count = self.count(sheet, role) as u32;
                self.nth(sheet, role, stream.below(count) as usize)
            })
            .collect();
        self.try_step(sheet, &moves)
    }
}

/// The roles, in the order of the sheet.
fn roles_of(rules: &Rules, atoms: &Atoms) -> Vec<Role> {
    let rows = atoms.relations[rules.keyword("role")].rows.iter();
    let role = |&atom: &u32| {
        let term = atoms.bank.arguments(atom)[0];
        let name = atoms.bank.text(term);
        let is_random = name.eq_ignore_ascii_case("random");
        Role { term, name, is_random }
    };
    rows.map(role).collect()
}

/// Which rule exploded, in words.
fn exploded(rules: &Rules, large: TooLarge) -> String {
    let rule = &rules.all[large.rule];
    let name = &rules.predicates[rule.predicate].name;
    match large.stop {
        Stop::Depth => format!("this rule for `{name}` makes terms without end"),
        Stop::Steps | Stop::Atoms => {
            format!("this rule for `{name}` has at least {} instances, too many to be laid out", large.instances)
        }
    }
}

/// Roles that have no move or no goal.
fn forgotten(rules: &Rules, ground: &Ground, roles: &[Role], odd: &mut Vec<Remark>) {
    for (word, what) in [("legal", "a move"), ("goal", "a goal")] {
        let predicate = rules.keyword(word);
        let rows = &ground.atoms.relations[predicate].rows;
        for role in roles {
            let has_none = !rows.iter().any(|&atom| ground.atoms.bank.arguments(atom)[0] == role.term);
            if has_none && !(role.is_random && word == "goal") && !rows.is_empty() {
                let place = rules.predicates[rules.keyword("role")].place;
                let found = format!("`{}` never has {what}: `{word}` does not mention it", role.name);
                odd.push(Remark::doubt(place, found));
            }
        }
    }
}

/// The number of rounds of the longest play, if a chain of facts proves it: one that begins in the initial position, in
/// which each fact alone leads to the next, and whose last ends the play.
fn longest(rules: &Rules, ground: &Ground) -> Option<u32> {
    let atoms = &ground.atoms;
    let bank = &atoms.bank;
    let [next, terminal] = ["next", "terminal"].map(|word| rules.keyword(word));
    // The consequences of one fact alone, and whether that ends the play.
    let mut follows: Vec<(u32, u32)> = Vec::new();
    let mut ends: Vec<u32> = Vec::new();
    let symbol = bank.known_symbol("true")?;
    // The single fact that a derived atom renames, if it does.
    let mut single: std::collections::BTreeMap<u32, Option<u32>> = std::collections::BTreeMap::new();
    for group in &ground.groups {
        let predicate = rules.predicate_of(bank, group.head);
        let conditions = &ground.conditions[group.from as usize..group.to as usize];
        let alone = match *conditions {
            [one] if one & 1 == 0 && !group.has_moves => Some(one >> 1),
            _ => None,
        };
        if let Some(one) = alone {
            let fact = (bank.head(one) == symbol && bank.arguments(one).len() == 1).then_some(one);
            if predicate == Some(next) {
                let fact_next = bank.find(symbol, &[bank.arguments(group.head)[0]]);
                if let (Some(fact), Some(fact_next)) = (fact, fact_next) {
                    follows.push((fact, fact_next));
                }
            } else if predicate == Some(terminal) {
                ends.push(one);
            } else {
                single.entry(group.head).or_insert(fact);
            }
        }
    }
    ends = ends.iter().map(|end| single.get(end).copied().flatten().unwrap_or(*end)).collect();
    follows.sort_unstable();
    let mut best = None;
    for &start in &atoms.relations[rules.keyword("init")].rows {
        let Some(mut here) = bank.find(symbol, &[bank.arguments(start)[0]]) else { continue };
        let mut seen = std::collections::BTreeSet::new();
        let mut rounds = 0;
        while seen.insert(here) {
            if ends.contains(&here) {
                best = Some(best.map_or(rounds, |best: u32| best.min(rounds)));
                break;
            }
            let at = follows.partition_point(|&(from, _)| from < here);
            match follows.get(at) {
                Some(&(from, to)) if from == here => here = to,
                _ => break,
            }
            rounds += 1;
        }
    }
    best
}
