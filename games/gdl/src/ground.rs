//! The rules without variables: every instance of a rule that some position could need.

use crate::{
    bank::{NONE, Table, hash_of},
    check::Order,
    join::{Atoms, Budget, Stop},
    rules::{Condition, Predicate, Rule, Rules},
};

/// The budget beyond which a sheet counts as too large to be laid out: about a second of work.
const BUDGET: Budget = Budget { steps: 20_000_000, atoms: 1_000_000, depth: 40 };

/// The most instances stored; with everything built from them they take less than 256 MB.
const MOST_INSTANCES: usize = 6_000_000;

/// Instances of a rule that differ in one `does` alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) head: u32,
    /// Its other conditions, in [`Ground::conditions`].
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Whether one of its moves must be made: those in [`Ground::moves`].
    pub(crate) has_moves: bool,
}

/// A sheet without variables.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) atoms: Atoms,
    pub(crate) groups: Vec<Group>,
    /// Atoms, doubled; one more where the atom must not hold.
    pub(crate) conditions: Vec<u32>,
    /// The number of a group, and a `does` that it takes; sorted.
    pub(crate) moves: Vec<(u32, u32)>,
}

/// Why a sheet was not laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLarge {
    pub(crate) stop: Stop,
    /// The rule with the most instances, and how many.
    pub(crate) rule: usize,
    pub(crate) instances: u64,
}

/// Everything that holds in every position.
#[derive(Debug)]
pub(crate) struct Fixed {
    pub(crate) atoms: Atoms,
    /// The predicates that are left out, because they have too many atoms or depend on some that have.
    pub(crate) is_left: Vec<bool>,
    /// The rule that has too many, if there is one.
    pub(crate) too_large: Option<TooLarge>,
}

/// The most groups of predicates that may be left out because they have too many atoms.
const MOST_LEFT: usize = 3;

/// Everything that holds in every position, as far as it fits the budget.
///
/// # Errors
///
/// The rule that makes terms without end, or those of which there are too many even without some predicates.
pub(crate) fn fixed(rules: &Rules, order: &Order) -> Result<Fixed, TooLarge> {
    let mut is_large = vec![false; order.groups.len()];
    let mut too_large = None;
    loop {
        match fixed_without(rules, order, &is_large) {
            Ok((atoms, is_left)) => return Ok(Fixed { atoms, is_left, too_large }),
            Err((group, large)) => {
                let left = is_large.iter().filter(|is_large| **is_large).count();
                if large.stop == Stop::Depth || left == MOST_LEFT {
                    return Err(large);
                }
                is_large[group] = true;
                too_large.get_or_insert(large);
            }
        }
    }
}

/// The same without some groups, and those that depend on them; or the group with too many atoms.
fn fixed_without(rules: &Rules, order: &Order, is_large: &[bool]) -> Result<(Atoms, Vec<bool>), (usize, TooLarge)> {
    let mut atoms = Atoms::new(rules.bank.clone(), rules.predicates.len(), BUDGET);
    let mut exact = vec![false; rules.predicates.len()];
    let mut counts = vec![0u64; rules.all.len()];
    let mut is_left = vec![false; rules.predicates.len()];
    for (number, group) in order.groups.iter().enumerate() {
        if order.is_dynamic[group[0]] {
            continue;
        }
        let depends = is_large.contains(&true)
            && group.iter().flat_map(|&predicate| &rules.predicates[predicate].rules).any(|&rule| {
                rules.all[rule].body.iter().any(|condition| match condition {
                    Condition::Holds(on, _) | Condition::Fails(on, _) => is_left[*on],
                    _ => false,
                })
            });
        if is_large[number] || depends {
            for &predicate in group {
                is_left[predicate] = true;
            }
            continue;
        }
        close_group(&mut atoms, rules, group, &mut exact, &mut counts)
            .map_err(|stop| (number, too_large(stop, &counts)))?;
    }
    Ok((atoms, is_left))
}

/// Adds all that follows for the predicates of one group, once those they depend on are `exact`.
pub(crate) fn close_group(
    atoms: &mut Atoms,
    rules: &Rules,
    group: &[Predicate],
    exact: &mut [bool],
    counts: &mut [u64],
) -> Result<(), Stop> {
    let mut grows = vec![false; rules.predicates.len()];
    for &predicate in group {
        grows[predicate] = true;
    }
    let mut numbers: Vec<usize> =
        group.iter().flat_map(|&predicate| rules.predicates[predicate].rules.iter().copied()).collect();
    numbers.sort_unstable();
    let own: Vec<&Rule> = numbers.iter().map(|&number| &rules.all[number]).collect();
    let closed = atoms.close(&own, &grows, exact, &mut |atoms, number, instance| {
        counts[numbers[number]] += 1;
        let head = atoms.instance(&own[number].head, instance.values);
        atoms.add(own[number].predicate, head).map(|_| ())
    });
    // The numbers within the group mean nothing outside.
    atoms.joined = atoms.joined.filter(|_| closed.is_err()).map(|number| numbers[number]);
    closed?;
    for &predicate in group {
        exact[predicate] = true;
    }
    Ok(())
}

fn too_large(stop: Stop, counts: &[u64]) -> TooLarge {
    let most = counts.iter().copied().max().unwrap_or_default();
    let rule = counts.iter().position(|&count| count == most).unwrap_or_default();
    TooLarge { stop, rule, instances: most }
}

/// Lays the sheet out, beginning with what holds in every position.
pub(crate) fn ground(rules: &Rules, order: &Order, fixed: &Atoms) -> Result<Ground, TooLarge> {
    let mut atoms = fixed.clone();
    atoms.restart(BUDGET);
    let mut counts = vec![0u64; rules.all.len()];
    let mut made = Made::default();
    lay_out(rules, order, &mut atoms, &mut counts, &mut made).map_err(|stop| too_large(stop, &counts))?;
    made.moves.sort_unstable();
    made.moves.dedup();
    let Made { groups, conditions, moves, .. } = made;
    Ok(Ground { atoms, groups, conditions, moves })
}

#[derive(Default)]
struct Made {
    groups: Vec<Group>,
    conditions: Vec<u32>,
    moves: Vec<(u32, u32)>,
    table: Table,
    body: Vec<u32>,
}

fn lay_out(rules: &Rules, order: &Order, atoms: &mut Atoms, counts: &mut [u64], made: &mut Made) -> Result<(), Stop> {
    let [is_true, does, next, legal, init] = ["true", "does", "next", "legal", "init"].map(|word| rules.keyword(word));
    let symbol = |atoms: &mut Atoms, word| atoms.bank.symbol(word);
    let (true_symbol, does_symbol) = (symbol(atoms, "true"), symbol(atoms, "does"));
    for row in 0..atoms.relations[init].rows.len() {
        let fact = atoms.bank.arguments(atoms.relations[init].rows[row])[0];
        let atom = atoms.bank.term(true_symbol, &[fact]);
        atoms.add(is_true, atom)?;
    }
    let numbers: Vec<usize> = (0..rules.all.len())
        .filter(|&number| {
            let predicate = rules.all[number].predicate;
            order.is_dynamic[predicate] && order.is_needed[predicate]
        })
        .collect();
    let own: Vec<&Rule> = numbers.iter().map(|&number| &rules.all[number]).collect();
    let exact: Vec<bool> = order.is_dynamic.iter().map(|is_dynamic| !is_dynamic).collect();
    atoms.close(&own, &order.is_dynamic, &exact, &mut |atoms, number, instance| {
        let rule = own[number];
        counts[numbers[number]] += 1;
        let head = atoms.instance(&rule.head, instance.values);
        made.add(rule, head, order, does, atoms, instance.matched, instance.values)?;
        if !atoms.add(rule.predicate, head)? {
            return Ok(());
        }
        if rule.predicate == next {
            let fact = atoms.bank.arguments(head)[0];
            let atom = atoms.bank.term(true_symbol, &[fact]);
            atoms.add(is_true, atom)?;
        } else if rule.predicate == legal {
            let &[role, m] = atoms.bank.arguments(head) else { unreachable!("a move has a role") };
            let atom = atoms.bank.term(does_symbol, &[role, m]);
            atoms.add(does, atom)?;
        }
        Ok(())
    })
}

impl Made {
    /// Notes an instance of a rule.
    #[expect(clippy::too_many_arguments, reason = "they are one instance")]
    fn add(
        &mut self,
        rule: &Rule,
        head: u32,
        order: &Order,
        does: Predicate,
        atoms: &mut Atoms,
        matched: &[u32],
        values: &[u32],
    ) -> Result<(), Stop> {
        self.body.clear();
        let mut chosen = NONE;
        for (condition, &atom) in rule.body.iter().zip(matched) {
            match condition {
                Condition::Holds(predicate, _) if *predicate == does && chosen == NONE => {
                    chosen = atom;
                }
                Condition::Holds(predicate, _) if order.is_dynamic[*predicate] => {
                    self.body.push(atom << 1);
                }
                Condition::Fails(predicate, pattern) if order.is_dynamic[*predicate] => {
                    self.body.push(atoms.instance(pattern, values) << 1 | 1);
                }
                _ => {}
            }
        }
        self.body.sort_unstable();
        self.body.dedup();
        let has_moves = chosen != NONE;
        // Moves of different roles make different groups: a role makes exactly one.
        let role = if has_moves { atoms.bank.arguments(chosen)[0] } else { NONE };
        let hash = hash_of(head.rotate_left(7) ^ role, &self.body);
        let found = self.table.find(hash, |number| {
            let group = self.groups[number as usize];
            group.head == head
                && group.has_moves == has_moves
                && self.conditions[group.from as usize..group.to as usize] == self.body[..]
                && (!has_moves || self.roles_of(number) == role)
        });
        let number = found.unwrap_or_else(|| {
            let number = self.groups.len() as u32;
            let from = self.conditions.len() as u32;
            self.conditions.extend_from_slice(&self.body);
            if has_moves {
                // The role stands behind the conditions.
                self.conditions.push(role);
            }
            let to = from + self.body.len() as u32;
            self.groups.push(Group { head, from, to, has_moves });
            self.table.insert(hash, number);
            number
        });
        if has_moves {
            self.moves.push((number, chosen));
        }
        if MOST_INSTANCES < self.conditions.len() || MOST_INSTANCES < self.moves.len() {
            return Err(Stop::Atoms);
        }
        Ok(())
    }

    /// The role whose moves a group takes.
    fn roles_of(&self, number: u32) -> u32 {
        self.conditions[self.groups[number as usize].to as usize]
    }
}
