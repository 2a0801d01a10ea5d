//! A position between two rounds: its facts, its legal moves, its goals.

use std::{cell::RefCell, fmt, ops::ControlFlow, sync::Arc};

use agon_core::BrokenRules;

use crate::{
    direct::{self, Listed},
    kif::Remark,
    net::{Machine, Net},
    sheet::{Model, Sheet},
};

/// The number of machines a thread stores.
const KEPT: usize = 4;

thread_local! {
    /// The machines of this thread, the last one used first.
    static MACHINES: RefCell<Vec<(u64, Machine)>> = const { RefCell::new(Vec::new()) };
}

/// A position between two rounds.
#[derive(Debug)]
pub(crate) struct Round {
    /// Facts, legal moves, whether it is over: of a net; empty otherwise.
    words: Box<[u64]>,
    listed: Option<Arc<Listed>>,
}

impl Clone for Round {
    fn clone(&self) -> Round {
        Round { words: self.words.clone(), listed: self.listed.clone() }
    }
    fn clone_from(&mut self, source: &Round) {
        self.words.clone_from(&source.words);
        self.listed.clone_from(&source.listed);
    }
}

/// Lends the machine of a sheet.
fn with_machine<T>(sheet: &Sheet, net: &Net, ask: impl FnOnce(&mut Machine) -> T) -> T {
    MACHINES.with_borrow_mut(|machines| {
        match machines.iter().position(|(number, _)| *number == sheet.number) {
            Some(0) => {}
            Some(place) => machines.swap(0, place),
            None => {
                machines.truncate(KEPT - 1);
                machines.insert(0, (sheet.number, Machine::new(net)));
            }
        }
        ask(&mut machines[0].1)
    })
}

/// Unwinds because the sheet is at fault.
pub(crate) fn give_up(what: impl fmt::Display) -> ! {
    BrokenRules::give_up(format!("the game's sheet: {what}"))
}

impl Round {
    /// The initial position.
    ///
    /// # Errors
    ///
    /// The rule that needs too much there.
    pub(crate) fn start(sheet: &Sheet) -> Result<Round, Remark> {
        match &sheet.model {
            Model::Net(net) => Ok(Round::of_bits(sheet, net, &net.start)),
            Model::Direct(direct) => {
                let listed = direct.look(&sheet.roles, direct.start()?)?;
                Ok(Round { words: Box::default(), listed: Some(Arc::new(listed)) })
            }
        }
    }

    fn of_bits(sheet: &Sheet, net: &Net, facts: &[u64]) -> Round {
        let length = net.fact_words + net.move_words + 1;
        let mut round = Round { words: vec![0; length].into(), listed: None };
        with_machine(sheet, net, |machine| {
            machine.go_to(net, facts);
            round.note(net, machine);
        });
        round
    }

    /// The position with these facts, written as in sheets and sorted.
    ///
    /// # Errors
    ///
    /// What is wrong, and what is expected instead.
    pub(crate) fn of_facts(sheet: &Sheet, facts: Vec<String>) -> Result<Round, (String, String)> {
        match &sheet.model {
            Model::Net(net) => {
                let mut bits = vec![0u64; net.fact_words];
                for fact in facts {
                    match net.texts.binary_search(&fact) {
                        Ok(number) => bits[number / 64] |= 1 << (number % 64),
                        Err(_) => return Err((fact, "facts that the sheet knows".to_owned())),
                    }
                }
                Ok(Round::of_bits(sheet, net, &bits))
            }
            Model::Direct(direct) => {
                let written = facts.join(" ");
                let listed = direct
                    .look(&sheet.roles, facts)
                    .map_err(|remark| (written, format!("facts from which less follows ({remark})")))?;
                Ok(Round { words: Box::default(), listed: Some(Arc::new(listed)) })
            }
        }
    }

    /// Stores the results of the machine.
    fn note(&mut self, net: &Net, machine: &Machine) {
        let (facts, moves) = (net.fact_words, net.move_words);
        self.words[..facts].copy_from_slice(&machine.on[..facts]);
        machine.legal(net, &mut self.words[facts..facts + moves]);
        let mut is_over = machine.is_on(net.terminal);
        for of in &net.moves {
            let from = facts + of.first as usize / 64;
            let to = from + of.texts.len().div_ceil(64);
            is_over |= self.words[from..to].iter().all(|&word| word == 0);
        }
        self.words[facts + moves] = u64::from(is_over);
    }

    /// Whether the rules end the play here, or some role has no move.
    pub(crate) fn is_over(&self, sheet: &Sheet) -> bool {
        match (&sheet.model, &self.listed) {
            (Model::Net(net), _) => self.words[net.fact_words + net.move_words] == 1,
            (Model::Direct(_), Some(listed)) => listed.is_over || listed.legal.iter().any(Vec::is_empty),
            (Model::Direct(_), None) => unreachable!("positions without a net are listed"),
        }
    }

    /// Gives up if two seats choose at once and nothing says whether these choices are hidden.
    pub(crate) fn check_choosers(&self, sheet: &Sheet) {
        if let Some(told) = self.choosers_at_once(sheet) {
            give_up(told);
        }
    }

    /// Which seats choose at once, if nothing says whether these choices are hidden, and what to do about it.
    pub(crate) fn choosers_at_once(&self, sheet: &Sheet) -> Option<String> {
        if !sheet.expects_one_chooser() {
            return None;
        }
        let mut choosing = sheet.seats.iter().filter(|&&role| 1 < self.count(sheet, role));
        let (&one, &other) = (choosing.next()?, choosing.next()?);
        Some(format!(
            "`{}` and `{}` choose at once, as in none of the plays that were tried first; say order=hidden or order=open",
            sheet.roles[one].name, sheet.roles[other].name
        ))
    }

    /// The legal moves of a role, as words of a net.
    fn legal<'a>(&'a self, net: &Net, role: usize) -> &'a [u64] {
        let from = net.fact_words + net.moves[role].first as usize / 64;
        &self.words[from..from + net.moves[role].texts.len().div_ceil(64)]
    }

    /// Whether a role has the same moves as in another position.
    pub(crate) fn has_moves_of(&self, other: &Round, sheet: &Sheet, role: usize) -> bool {
        match &sheet.model {
            Model::Net(net) => self.legal(net, role) == other.legal(net, role),
            Model::Direct(_) => self.listed().legal[role] == other.listed().legal[role],
        }
    }

    fn listed(&self) -> &Listed {
        self.listed.as_deref().expect("positions without a net are listed")
    }

    /// The number of a role's moves.
    #[inline]
    pub(crate) fn count(&self, sheet: &Sheet, role: usize) -> usize {
        match &sheet.model {
            Model::Net(net) => self.legal(net, role).iter().map(|word| word.count_ones() as usize).sum(),
            Model::Direct(_) => self.listed().legal[role].len(),
        }
    }

    /// Move number `n` of a role, which has more.
    #[inline]
    pub(crate) fn nth(&self, sheet: &Sheet, role: usize, n: usize) -> u32 {
        match &sheet.model {
            Model::Net(net) => net.moves[role].first + select(self.legal(net, role), n),
            Model::Direct(_) => n as u32,
        }
    }

    /// Visits the moves of a role, in ascending order.
    #[inline]
    pub(crate) fn each(
        &self,
        sheet: &Sheet,
        role: usize,
        mut visit: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &sheet.model {
            Model::Net(net) => {
                for (number, &word) in self.legal(net, role).iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        visit(net.moves[role].first + 64 * number as u32 + word.trailing_zeros())?;
                        word &= word - 1;
                    }
                }
                ControlFlow::Continue(())
            }
            Model::Direct(_) => (0..self.count(sheet, role) as u32).try_for_each(visit),
        }
    }

    pub(crate) fn is_legal(&self, sheet: &Sheet, role: usize, m: u32) -> bool {
        match &sheet.model {
            Model::Net(net) => {
                let number = m.wrapping_sub(net.moves[role].first) as usize;
                let word = self.legal(net, role).get(number / 64);
                word.is_some_and(|word| word >> (number % 64) & 1 == 1)
            }
            Model::Direct(_) => (m as usize) < self.listed().legal[role].len(),
        }
    }

    /// A move of a role as people write it.
    pub(crate) fn text<'a>(&'a self, sheet: &'a Sheet, role: usize, m: u32) -> &'a str {
        match &sheet.model {
            Model::Net(net) => &net.moves[role].texts[(m - net.moves[role].first) as usize],
            Model::Direct(_) => &self.listed().legal[role][m as usize],
        }
    }

    /// The legal move that is written so.
    pub(crate) fn find(&self, sheet: &Sheet, role: usize, text: &str) -> Option<u32> {
        let is_text = |other: &String| other.as_str().cmp(text);
        match &sheet.model {
            Model::Net(net) => {
                // Texts are sorted with the parentheses around them.
                let number = net.moves[role].texts.iter().position(|other| other == text)?;
                let m = net.moves[role].first + number as u32;
                self.is_legal(sheet, role, m).then_some(m)
            }
            Model::Direct(_) => {
                let found = self.listed().legal[role].binary_search_by(is_text).ok()?;
                Some(found as u32)
            }
        }
    }

    /// The goal of a role at the end: `None` if there are none, or several.
    pub(crate) fn goal(&self, sheet: &Sheet, role: usize) -> Option<u8> {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                machine.find_goals(net);
                let mut on = net.goals[role].iter().filter(|&&(_, node)| machine.is_on(node));
                let first = on.next().map(|&(value, _)| value);
                first.filter(|_| on.next().is_none())
            }),
            Model::Direct(direct) => {
                let Listed { facts, goals, .. } = self.listed();
                let ask = || direct.goals(&sheet.roles, facts).unwrap_or_else(|remark| give_up(remark));
                match goals.get_or_init(ask)[role][..] {
                    [goal] => Some(goal),
                    _ => None,
                }
            }
        }
    }

    /// Goes on to the position after a move of every role, in their order; gives up where a rule needs too much.
    pub(crate) fn step(&mut self, sheet: &Sheet, moves: &[u32]) {
        if let Err(remark) = self.try_step(sheet, moves) {
            give_up(remark);
        }
    }

    /// The same.
    ///
    /// # Errors
    ///
    /// The rule that needs too much; this is then the position before.
    pub(crate) fn try_step(&mut self, sheet: &Sheet, moves: &[u32]) -> Result<(), Remark> {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                machine.make(net, moves);
                machine.go_on(net);
                self.note(net, machine);
            }),
            Model::Direct(direct) => {
                let texts = self.texts(sheet, moves);
                let facts = direct.step(&sheet.roles, &self.listed().facts, &texts)?;
                self.listed = Some(Arc::new(direct.look(&sheet.roles, facts)?));
            }
        }
        Ok(())
    }

    /// Goes on to the facts after a move of every role. Where a sheet is laid out, what follows from these is found by
    /// [`Round::settle`] only, so that moves that lead to the same facts need it once.
    pub(crate) fn step_facts(&mut self, sheet: &Sheet, moves: &[u32]) {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                machine.make(net, moves);
                self.words[..net.fact_words].copy_from_slice(machine.next_facts(net));
            }),
            Model::Direct(_) => self.step(sheet, moves),
        }
    }

    /// Finds what follows from the facts.
    pub(crate) fn settle(&mut self, sheet: &Sheet) {
        if let Model::Net(net) = &sheet.model {
            with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                self.note(net, machine);
            });
        }
    }

    fn texts<'a>(&'a self, sheet: &'a Sheet, moves: &[u32]) -> Vec<&'a str> {
        moves.iter().enumerate().map(|(role, &m)| self.text(sheet, role, m)).collect()
    }

    /// What each role sees after these moves, in the order of the texts.
    pub(crate) fn percepts(&self, sheet: &Sheet, moves: &[u32]) -> Vec<Vec<String>> {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                machine.make(net, moves);
                let on = |of: &Vec<(String, u32)>| {
                    let on = of.iter().filter(|(_, node)| machine.is_on(*node));
                    on.map(|(text, _)| text.clone()).collect()
                };
                net.sees.iter().map(on).collect()
            }),
            Model::Direct(direct) => {
                let texts = self.texts(sheet, moves);
                let sees = direct.sees(&sheet.roles, &self.listed().facts, &texts);
                sees.unwrap_or_else(|remark| give_up(remark))
            }
        }
    }

    /// Visits what one role sees after these moves, in the order of the texts.
    pub(crate) fn each_percept(&self, sheet: &Sheet, role: usize, moves: &[u32], mut visit: impl FnMut(&str)) {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                machine.make(net, moves);
                let on = net.sees[role].iter().filter(|(_, node)| machine.is_on(*node));
                on.for_each(|(text, _)| visit(text));
            }),
            Model::Direct(_) => {
                self.percepts(sheet, moves)[role].iter().for_each(|text| visit(text));
            }
        }
    }

    /// Forgets what this thread remembers of a sheet, so that [`Round::work`] is the same whatever came before.
    pub(crate) fn begin_work(sheet: &Sheet) {
        MACHINES.with_borrow_mut(|machines| machines.retain(|(number, _)| *number != sheet.number));
        direct::forget();
    }

    /// The work that questions about a sheet have taken in this thread.
    pub(crate) fn work(sheet: &Sheet) -> u64 {
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| machine.work),
            Model::Direct(_) => direct::work(),
        }
    }

    /// The number of words that are copied with it.
    pub(crate) fn words(&self) -> u64 {
        self.words.len() as u64
    }

    /// About as many bytes as it takes.
    pub(crate) fn bytes(&self) -> usize {
        let of = |texts: &[String]| texts.iter().map(|text| 24 + text.len()).sum::<usize>();
        let listed = self
            .listed
            .as_deref()
            .map_or(0, |listed| of(&listed.facts) + listed.legal.iter().map(|legal| of(legal)).sum::<usize>());
        size_of_val(&*self.words) + listed
    }

    /// Plays random rounds until the play is over, or `plies` of choices are used up; how many were.
    pub(crate) fn playout(&mut self, sheet: &Sheet, most: u32, mut draw: impl FnMut(u32) -> u32) -> u32 {
        let mut plies = 0;
        let expects_one = sheet.expects_one_chooser();
        match &sheet.model {
            Model::Net(net) => with_machine(sheet, net, |machine| {
                machine.go_to(net, &self.words[..net.fact_words]);
                // The initial legal moves are no longer needed.
                let legal = net.fact_words..net.fact_words + net.move_words;
                let mut moves = [0u32; crate::sheet::MOST_ROLES];
                loop {
                    if machine.is_on(net.terminal) || most <= plies {
                        break;
                    }
                    let legal = &mut self.words[legal.clone()];
                    machine.legal(net, legal);
                    let mut chosen = 0;
                    let mut choosers = 0;
                    let mut is_stuck = false;
                    for &role in &sheet.turns {
                        let of = &net.moves[role];
                        let from = of.first as usize / 64;
                        let words = &legal[from..from + of.texts.len().div_ceil(64)];
                        let count: u32 = words.iter().map(|word| word.count_ones()).sum();
                        let n = match count {
                            0 => {
                                is_stuck = true;
                                break;
                            }
                            1 => 0,
                            count => {
                                chosen += 1;
                                choosers += u32::from(!sheet.roles[role].is_random);
                                draw(count)
                            }
                        };
                        moves[role] = of.first + select(words, n as usize);
                    }
                    // Two choosers are a fault, which is told when the machine is given back.
                    if is_stuck || expects_one && 1 < choosers {
                        break;
                    }
                    machine.make(net, &moves[..sheet.roles.len()]);
                    machine.go_on(net);
                    plies += chosen.max(1);
                }
                self.note(net, machine);
            }),
            Model::Direct(_) => {
                while !self.is_over(sheet) && plies < most {
                    self.check_choosers(sheet);
                    let mut moves = vec![0; sheet.roles.len()];
                    let mut chosen = 0;
                    for &role in &sheet.turns {
                        let count = self.count(sheet, role) as u32;
                        if 1 < count {
                            chosen += 1;
                            moves[role] = draw(count);
                        }
                    }
                    self.step(sheet, &moves);
                    plies += chosen.max(1);
                }
            }
        }
        plies
    }

    /// The facts, in the order of their texts.
    pub(crate) fn facts<'a>(&'a self, sheet: &'a Sheet) -> Vec<&'a str> {
        match &sheet.model {
            Model::Net(net) => {
                let holds = |number: &usize| self.words[number / 64] >> (number % 64) & 1 == 1;
                let held = (0..net.texts.len()).filter(holds);
                held.map(|number| &*net.texts[number]).collect()
            }
            Model::Direct(_) => self.listed().facts.iter().map(String::as_str).collect(),
        }
    }

    /// The words that distinguish positions.
    pub(crate) fn fact_words(&self, sheet: &Sheet) -> &[u64] {
        match &sheet.model {
            Model::Net(net) => &self.words[..net.fact_words],
            Model::Direct(_) => &[],
        }
    }

    pub(crate) fn fact_list(&self) -> &[String] {
        self.listed.as_deref().map_or(&[], |listed| &listed.facts)
    }
}

/// The place of set bit number `n`.
#[inline]
fn select(words: &[u64], mut n: usize) -> u32 {
    for (number, &word) in words.iter().enumerate() {
        let count = word.count_ones() as usize;
        if n < count {
            let mut word = word;
            for _ in 0..n {
                word &= word - 1;
            }
            return 64 * number as u32 + word.trailing_zeros();
        }
        n -= count;
    }
    unreachable!("`n` is less than the number of set bits")
}
