//! A tree that somebody draws by hand: its text, the changes to it, and how it is drawn.
//!
//! It need not be a game yet: while it is changed, its probabilities may add up to anything.

mod mistake;
mod ratio;
mod reader;

use std::fmt::Write as _;

use agon_draw::{Diagram, DiagramNode, Link, Outline};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) use self::mistake::MOST_SEATS;
use self::{
    mistake::{MOST_LETTERS, MOST_LEVELS, MOST_NODES, too_large, wrong},
    ratio::WrittenRatio,
};
use crate::{problem::Problem, words::Language};

/// A tree that is drawn by hand.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SketchedTree {
    /// How many seats have values of their own; 0 where there are two, and one loses what the other wins.
    pub(crate) seats: usize,
    /// The nodes, the root first. What was removed may still be there: [`order`](SketchedTree::order) names what is not.
    nodes: Vec<SketchNode>,
}

/// A node of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SketchNode {
    pub(crate) kind: SketchKind,
    /// How likely it is below chance; empty elsewhere.
    pub(crate) share: String,
    pub(crate) above: Option<usize>,
    pub(crate) below: Vec<usize>,
}

/// Who acts at a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SketchKind {
    /// Nobody: it is an end, with its values as they are written.
    Leaf(Vec<String>),
    Chance,
    /// A seat, counted from one: of two that have no values of their own the first is MAX and the second MIN.
    Seat(usize),
}

/// A change to such a tree. What cannot be done, such as to remove the root, changes nothing.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SketchEdit {
    /// Adds a branch: behind those that are there, or below an end, which then goes on.
    Add,
    /// Removes the node with all below it.
    Remove,
    /// Moves it before the one to its left.
    Left,
    /// Moves it behind the one to its right.
    Right,
    /// Moves it among those beside it, to the place `with`, counted from 0.
    Place,
    /// Says who acts: `with` is `leaf`, `chance`, or the number of a seat.
    Kind,
    /// Says what an end is worth: `with` is a number, or one for each seat.
    Value,
    /// Says how likely it is: `with` is a probability.
    Share,
    /// Says how many seats have values of their own: `with` is 0, or at least 2.
    Seats,
}

impl SketchKind {
    /// What it is called in requests and answers.
    pub(crate) fn name(&self) -> String {
        match self {
            SketchKind::Leaf(_) => "leaf".to_owned(),
            SketchKind::Chance => "chance".to_owned(),
            SketchKind::Seat(seat) => seat.to_string(),
        }
    }
}

impl SketchedTree {
    /// A number as it is kept, if this is one.
    fn number(text: &str) -> Option<String> {
        let text = text.replace('−', "-");
        let (whole, part) = text.split_once('.').unwrap_or((&text, "0"));
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_number = is_digits(whole.strip_prefix('-').unwrap_or(whole)) && is_digits(part);
        is_number.then_some(text)
    }

    /// How many seats choose.
    pub(crate) fn choosing(&self) -> usize {
        self.seats.max(2)
    }

    /// The seat after this one.
    fn after(&self, seat: usize) -> usize {
        seat % self.choosing() + 1
    }

    /// The seat that chooses next above a node, if one does.
    fn chooser(&self, node: usize) -> Option<usize> {
        let above = self.nodes[node].above?;
        match self.nodes[above].kind {
            SketchKind::Seat(seat) => Some(seat),
            _ => self.chooser(above),
        }
    }

    /// The values of an end that is new.
    fn nothing(&self) -> Vec<String> {
        vec!["0".to_owned(); self.seats.max(1)]
    }

    /// All nodes in the order in which they are drawn, which numbers them: each before those below it.
    pub(crate) fn order(&self) -> Vec<usize> {
        let (mut order, mut rest) = (Vec::new(), vec![0]);
        while let Some(node) = rest.pop() {
            order.push(node);
            rest.extend(self.nodes[node].below.iter().rev());
        }
        order
    }

    /// The same tree without what was removed, its nodes in the order in which they are drawn; and where `at` is there.
    pub(crate) fn in_order(&self, at: usize) -> (SketchedTree, usize) {
        let order = self.order();
        let mut numbers = vec![0; self.nodes.len()];
        for (number, &node) in order.iter().enumerate() {
            numbers[node] = number;
        }
        let nodes = order.iter().map(|&node| {
            let SketchNode { kind, share, above, below } = self.nodes[node].clone();
            let below = below.into_iter().map(|node| numbers[node]).collect();
            SketchNode { kind, share, above: above.map(|node| numbers[node]), below }
        });
        (SketchedTree { seats: self.seats, nodes: nodes.collect() }, numbers[at])
    }

    /// The nodes of a tree that is in order.
    pub(crate) fn nodes(&self) -> &[SketchNode] {
        &self.nodes
    }

    /// What an end is worth, as it is written; nothing of other nodes.
    pub(crate) fn value(&self, node: usize) -> String {
        match &self.nodes[node].kind {
            SketchKind::Leaf(values) if self.seats == 0 => values[0].clone(),
            SketchKind::Leaf(values) => format!("({})", values.join(",")),
            _ => String::new(),
        }
    }

    /// The tree as it is typed: [`read`](SketchedTree::read) gives it again.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        self.write(0, 1, &mut out);
        out
    }

    fn write(&self, node: usize, usual: usize, out: &mut String) {
        let SketchNode { kind, below, .. } = &self.nodes[node];
        let (open, close, next) = match kind {
            SketchKind::Leaf(_) => return out.push_str(&self.value(node)),
            SketchKind::Chance => ('{', '}', usual),
            SketchKind::Seat(seat) => ('[', ']', self.after(*seat)),
        };
        out.push(open);
        for (place, &child) in below.iter().enumerate() {
            if 0 < place {
                out.push(',');
            }
            if *kind == SketchKind::Chance {
                let _ = write!(out, "{}:", self.nodes[child].share);
            }
            self.write(child, next, out);
        }
        out.push(close);
        if let SketchKind::Seat(seat) = kind
            && *seat != usual
        {
            let _ = write!(out, "@{seat}");
        }
    }

    /// Changes the tree at a node, and gives the node that is looked at then.
    ///
    /// # Errors
    ///
    /// Where `with` is nothing of the kind, or the tree would be too large.
    pub(crate) fn edit(&mut self, at: usize, edit: SketchEdit, with: &str) -> Result<usize, Problem> {
        let place = self.place(at);
        match edit {
            SketchEdit::Add => self.add(at),
            SketchEdit::Remove => return Ok(self.remove(at)),
            SketchEdit::Left => self.shift(at, place.checked_sub(1)),
            SketchEdit::Right => self.shift(at, Some(place + 1)),
            SketchEdit::Place => self.shift(at, Some(with.parse().map_err(|_| wrong(0, with, "`0` `1`"))?)),
            SketchEdit::Kind => self.become_kind(at, with)?,
            SketchEdit::Value => {
                let values = self.values(with)?;
                if let SketchKind::Leaf(own) = &mut self.nodes[at].kind {
                    *own = values;
                }
            }
            SketchEdit::Share => {
                let share = with.trim();
                WrittenRatio::of(share).ok_or_else(|| wrong(0, share, "`1/3` `0.25`"))?;
                if self.is_outcome(at) {
                    share.clone_into(&mut self.nodes[at].share);
                }
            }
            SketchEdit::Seats => {
                let seats = with.parse().ok().filter(|&seats| seats == 0 || (2..=MOST_SEATS).contains(&seats));
                self.become_of(seats.ok_or_else(|| wrong(0, with, &format!("`0` `2` … `{MOST_SEATS}`")))?);
            }
        }
        let is_large = MOST_NODES < self.order().len() || MOST_LETTERS < self.text().len();
        // A new branch is the last below a node on the last level but one, at most.
        let deepest = self.order().into_iter().map(|node| self.level(node)).max().unwrap_or(0);
        if is_large || MOST_LEVELS <= deepest { Err(too_large()) } else { Ok(at) }
    }

    /// How many nodes are above one.
    fn level(&self, node: usize) -> usize {
        self.nodes[node].above.map_or(0, |above| 1 + self.level(above))
    }

    /// The place of a node among those beside it.
    fn place(&self, node: usize) -> usize {
        let beside = self.nodes[node].above.map(|above| &self.nodes[above].below);
        beside.and_then(|all| all.iter().position(|&one| one == node)).unwrap_or(0)
    }

    /// Whether it stands below chance.
    fn is_outcome(&self, node: usize) -> bool {
        self.nodes[node].above.is_some_and(|above| self.nodes[above].kind == SketchKind::Chance)
    }

    /// The values that somebody typed: in parentheses or not, with commas or spaces between them; alone with a comma or point.
    fn values(&self, typed: &str) -> Result<Vec<String>, Problem> {
        let inside = typed.trim().trim_start_matches('(').trim_end_matches(')');
        let values: Vec<String> = if self.seats == 0 {
            vec![inside.replace(',', ".")]
        } else {
            let all = inside.split(|sign: char| ",;".contains(sign) || sign.is_whitespace());
            all.filter(|one| !one.is_empty()).map(str::to_owned).collect()
        };
        let read: Option<Vec<String>> = values.iter().map(|one| SketchedTree::number(one)).collect();
        read.filter(|read| read.len() == self.seats.max(1)).ok_or_else(|| {
            let accepted = if self.seats == 0 { "5".to_owned() } else { vec!["5"; self.seats].join(",") };
            wrong(0, typed, &format!("`{accepted}`"))
        })
    }

    fn add(&mut self, at: usize) {
        if let SketchKind::Leaf(values) = &self.nodes[at].kind {
            let end = SketchKind::Leaf(values.clone());
            self.push(at, end, String::new());
            // The seat after the one above chooses.
            let above = self.chooser(at);
            self.nodes[at].kind = SketchKind::Seat(above.map_or(1, |seat| self.after(seat)));
        }
        let end = SketchKind::Leaf(self.nothing());
        if self.nodes[at].kind != SketchKind::Chance {
            return self.push(at, end, String::new());
        }
        let was_even = self.is_even(at);
        let last = self.nodes[at].below[self.nodes[at].below.len() - 1];
        // The last outcome gives half of what it has.
        if let Some(half) = WrittenRatio::of(&self.nodes[last].share).and_then(WrittenRatio::half) {
            self.nodes[last].share = half;
        }
        self.push(at, end, self.nodes[last].share.clone());
        if was_even {
            self.even(at);
        }
    }

    fn push(&mut self, above: usize, kind: SketchKind, share: String) {
        let number = self.nodes.len();
        self.nodes.push(SketchNode { kind, share, above: Some(above), below: Vec::new() });
        self.nodes[above].below.push(number);
    }

    /// Removes a node, and gives the one that stands there then, or else the one above.
    fn remove(&mut self, at: usize) -> usize {
        let Some(above) = self.nodes[at].above else { return at };
        let (place, is_chance, was_even) = (self.place(at), self.is_outcome(at), self.is_even(above));
        self.nodes[above].below.remove(place);
        let below = self.nodes[above].below.clone();
        let Some(&heir) = below.get(place.saturating_sub(1)) else {
            self.nodes[above].kind = SketchKind::Leaf(self.nothing());
            return above;
        };
        if is_chance && was_even {
            self.even(above);
        } else if is_chance {
            // Its share goes to the one beside it.
            let [own, other] = [at, heir].map(|node| WrittenRatio::of(&self.nodes[node].share));
            if let Some(both) = own.zip(other).and_then(|(own, other)| own.plus(other)) {
                self.nodes[heir].share = both;
            }
        }
        below[place.min(below.len() - 1)]
    }

    /// Moves a node to a place among those beside it, if there is such a place.
    fn shift(&mut self, at: usize, to: Option<usize>) {
        let place = self.place(at);
        let above = self.nodes[at].above.map(|above| &mut self.nodes[above].below);
        if let (Some(to), Some(below)) = (to, above)
            && to < below.len()
        {
            let node = below.remove(place);
            below.insert(to, node);
        }
    }

    fn become_kind(&mut self, at: usize, name: &str) -> Result<(), Problem> {
        let kind = match name {
            "leaf" => SketchKind::Leaf(self.nothing()),
            "chance" => SketchKind::Chance,
            name => {
                let seat = name.parse().ok().filter(|seat| (1..=self.choosing()).contains(seat));
                let accepted = || format!("`leaf` `chance` `1` … `{}`", self.choosing());
                SketchKind::Seat(seat.ok_or_else(|| wrong(0, name, &accepted()))?)
            }
        };
        let before = self.nodes[at].kind.clone();
        if before.name() == kind.name() {
            return Ok(());
        }
        if let SketchKind::Leaf(_) = &before {
            self.push(at, before, String::new());
        }
        if let SketchKind::Leaf(_) = &kind {
            self.nodes[at].below.clear();
        }
        self.nodes[at].kind = kind;
        if self.nodes[at].kind == SketchKind::Chance {
            self.even(at);
        } else {
            for child in self.nodes[at].below.clone() {
                self.nodes[child].share.clear();
            }
        }
        Ok(())
    }

    /// Each end has values for so many seats: those that it had, and of two seats what one loses.
    fn become_of(&mut self, seats: usize) {
        let before = std::mem::replace(&mut self.seats, seats);
        let choosing = self.choosing();
        for node in &mut self.nodes {
            match &mut node.kind {
                SketchKind::Seat(seat) => *seat = (*seat - 1) % choosing + 1,
                SketchKind::Chance => {}
                SketchKind::Leaf(values) => {
                    if before == 0 {
                        let own = &values[0];
                        let is_zero = own.bytes().all(|byte| !(b'1'..=b'9').contains(&byte));
                        let lost = match own.strip_prefix('-') {
                            Some(lost) => lost.to_owned(),
                            None if is_zero => own.clone(),
                            None => format!("-{own}"),
                        };
                        values.push(lost);
                    }
                    values.resize(seats.max(1), "0".to_owned());
                }
            }
        }
    }

    /// The outcomes below a node are as likely as each other.
    fn even(&mut self, at: usize) {
        let below = self.nodes[at].below.clone();
        for &child in &below {
            self.nodes[child].share = WrittenRatio::even(below.len());
        }
    }

    fn is_even(&self, at: usize) -> bool {
        let below = &self.nodes[at].below;
        below.iter().all(|&child| self.nodes[child].share == WrittenRatio::even(below.len()))
    }

    /// A tree in order as it is drawn, told in a language.
    pub(crate) fn diagram(&self, language: Language) -> Diagram {
        let mut diagram = Diagram { title: language.say("sketch-tree"), ..Diagram::default() };
        for (number, node) in self.nodes.iter().enumerate() {
            let form = match node.kind {
                SketchKind::Leaf(_) => Outline::End,
                SketchKind::Chance => Outline::Chance,
                SketchKind::Seat(_) if 0 < self.seats => Outline::Seat,
                SketchKind::Seat(1) => Outline::Max,
                SketchKind::Seat(_) => Outline::Min,
            };
            let inside = if form == Outline::Seat { node.kind.name() } else { String::new() };
            let (value, about, row) = (self.value(number), self.told(number, language), self.level(number));
            diagram.add(DiagramNode { form, inside, value, about, row, ..DiagramNode::default() });
            if let Some(from) = node.above {
                diagram.links.push(Link { from, to: number, label: node.share.clone(), ..Link::default() });
            }
        }
        diagram
    }

    /// What a node is, for those who don't see it.
    fn told(&self, node: usize, language: Language) -> String {
        let SketchNode { kind, share, below, .. } = &self.nodes[node];
        let count = below.len();
        let told = match kind {
            SketchKind::Leaf(_) => language.say_with("drawn-leaf", &[("value", &self.value(node))]),
            SketchKind::Chance => language.say_with("drawn-chance", &[("count", &count)]),
            SketchKind::Seat(seat) if 0 < self.seats => {
                language.say_with("drawn-seat", &[("seat", seat), ("count", &count)])
            }
            SketchKind::Seat(1) => language.say_with("drawn-max", &[("count", &count)]),
            SketchKind::Seat(_) => language.say_with("drawn-min", &[("count", &count)]),
        };
        if share.is_empty() { told } else { format!("{share}: {told}") }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, MOST_LEVELS, MOST_NODES, Outline, SketchEdit, SketchedTree};

    /// What becomes of a tree by a change at a node, and which node is looked at then.
    fn edited(tree: &str, at: usize, edit: SketchEdit, with: &str) -> (String, usize) {
        let mut own = SketchedTree::read(tree).unwrap();
        let at = own.edit(at, edit, with).unwrap_or_else(|problem| panic!("{tree}: {}", problem.message));
        let (own, at) = own.in_order(at);
        let text = own.text();
        // What is written is read as the same tree.
        assert_eq!(SketchedTree::read(&text).unwrap(), own, "{text}");
        (text, at)
    }

    #[test]
    fn branches_are_added_and_removed_with_the_shares_that_they_have() {
        use SketchEdit::{Add, Remove};
        for (tree, at, edit, grown, then) in [
            ("7", 0, Add, "[7,0]", 0),
            ("[7,0]", 1, Add, "[[7,0],0]", 1),
            ("[7,0]", 0, Add, "[7,0,0]", 0),
            ("{1/2:7,1/2:0}", 1, Add, "{1/2:[7,0],1/2:0}", 1),
            ("[[1,2]@1,3]", 2, Add, "[[[1,0],2]@1,3]", 2),
            ("[(1,2,3)]", 1, Add, "[[(1,2,3),(0,0,0)]]", 1),
            ("{1/2:8,1/2:24}", 0, Add, "{1/3:8,1/3:24,1/3:0}", 0),
            ("{1/2:8,1/3:24,1/6:-12}", 0, Add, "{1/2:8,1/3:24,1/12:-12,1/12:0}", 0),
            ("{1/2:8,1/3:24,1/6:-12}", 3, Remove, "{1/2:8,1/2:24}", 2),
            ("{1/2:8,1/3:24,1/6:-12}", 1, Remove, "{5/6:24,1/6:-12}", 1),
            ("{1/3:8,1/3:24,1/3:0}", 1, Remove, "{1/2:24,1/2:0}", 1),
            ("[[12,8,0],3]", 2, Remove, "[[8,0],3]", 2),
            ("[[12,8,0],3]", 4, Remove, "[[12,8],3]", 3),
            ("[[5],3]", 2, Remove, "[0,3]", 1),
            ("[[5,6],3]", 1, Remove, "[3]", 1),
            ("[[5,6],3]", 0, Remove, "[[5,6],3]", 0),
        ] {
            assert_eq!(edited(tree, at, edit, ""), (grown.to_owned(), then), "{tree}, node {at}, {edit:?}");
        }
    }

    #[test]
    fn a_node_is_moved_among_those_beside_it_with_all_below_it() {
        use SketchEdit::{Left, Place, Right};
        let tree = "[[3,12],[2,4],5]";
        for (at, edit, with, moved, then) in [
            (1, Left, "", tree, 1),
            (1, Right, "", "[[2,4],[3,12],5]", 4),
            (4, Left, "", "[[2,4],[3,12],5]", 1),
            (1, Place, "2", "[[2,4],5,[3,12]]", 5),
            (7, Right, "", tree, 7),
            (1, Place, "3", tree, 1),
            (0, Place, "0", tree, 0),
        ] {
            assert_eq!(edited(tree, at, edit, with), (moved.to_owned(), then), "node {at}, {edit:?} {with}");
        }
        assert!(SketchedTree::read(tree).unwrap().edit(1, Place, "-1").is_err());
    }

    #[test]
    fn who_acts_what_ends_are_worth_and_how_likely_they_are_can_be_said() {
        use SketchEdit::{Kind, Seats, Share, Value};
        for (tree, at, edit, with, changed) in [
            ("[[12,8],3]", 2, Kind, "chance", "[[{1:12},8],3]"),
            ("[[12,8],3]", 1, Kind, "chance", "[{1/2:12,1/2:8},3]"),
            ("[{1/2:12,1/2:8},3]", 1, Kind, "1", "[[12,8]@1,3]"),
            ("[[12,8],3]", 1, Kind, "leaf", "[0,3]"),
            ("[[12,8],3]", 1, Kind, "2", "[[12,8],3]"),
            ("[[(1,6,6)],(7,1,2)]", 2, Kind, "2", "[[[(1,6,6)]@2],(7,1,2)]"),
            ("[12,8]", 1, Value, " −2,5 ", "[-2.5,8]"),
            ("[12,8]", 0, Value, "3", "[12,8]"),
            ("[(1,6,6)]", 1, Value, "0, 2.5 -3", "[(0,2.5,-3)]"),
            ("{1/2:12,1/2:0}", 1, Share, " 0.25", "{0.25:12,1/2:0}"),
            ("[12,8]", 1, Share, "1/2", "[12,8]"),
            ("[[(0,2.5,-3),(0,0,0)]@3,(7,1,2)]", 0, Seats, "2", "[[(0,2.5),(0,0)]@1,(7,1)]"),
            ("[[(0,2.5),(0,0)]@1,(7,1)]", 0, Seats, "0", "[[0,0]@1,7]"),
            ("[[0,-2.5],7]", 0, Seats, "3", "[[(0,0,0),(-2.5,2.5,0)],(7,-7,0)]"),
            ("[[0,-2.5],7]", 0, Seats, "0", "[[0,-2.5],7]"),
        ] {
            assert_eq!(edited(tree, at, edit, with), (changed.to_owned(), at), "{tree}, node {at}, {edit:?} {with}");
        }
        for (tree, edit, with, accepted) in [
            ("[12,8]", Kind, "3", "`leaf` `chance` `1` … `2`"),
            ("[12,8]", Kind, "Chance", "`leaf` `chance` `1` … `2`"),
            ("[12,8]", Value, "x", "`5`"),
            ("[12,8]", Value, "", "`5`"),
            ("[(1,2,3)]", Value, "1,2", "`5,5,5`"),
            ("{1:12}", Share, "1/0", "`1/3` `0.25`"),
            ("[12,8]", Seats, "1", "`0` `2` … `6`"),
            ("[12,8]", Seats, "7", "`0` `2` … `6`"),
        ] {
            let told = SketchedTree::read(tree).unwrap().edit(1, edit, with).unwrap_err().message;
            assert!(told.contains(with) && told.ends_with(accepted), "{with}: {told}");
        }
    }

    #[test]
    fn nothing_is_added_beyond_the_limits() {
        let wide = format!("[{}]", vec!["1"; MOST_NODES - 1].join(","));
        let deep = format!("{}1{}", "[".repeat(MOST_LEVELS - 1), "]".repeat(MOST_LEVELS - 1));
        for (tree, at) in [(wide, 0), (deep, MOST_LEVELS - 1)] {
            let mut tree = SketchedTree::read(&tree).unwrap();
            assert!(tree.edit(at, SketchEdit::Add, "").unwrap_err().message.contains("at most"));
        }
    }

    #[test]
    fn a_tree_is_drawn_with_all_that_its_text_says() {
        let tree = SketchedTree::read("[{1/4:[3,4],3/4:5},7]").unwrap();
        let diagram = tree.diagram(Language::English);
        let forms: Vec<Outline> = diagram.knots.iter().map(|knot| knot.form).collect();
        let [max, min, chance, end] = [Outline::Max, Outline::Min, Outline::Chance, Outline::End];
        assert_eq!(forms, [max, chance, min, end, end, end, end]);
        let labels: Vec<&str> = diagram.links.iter().map(|link| link.label.as_str()).collect();
        assert_eq!(labels, ["", "1/4", "", "", "3/4", ""]);
        let about: Vec<&str> = diagram.knots.iter().map(|knot| knot.about.as_str()).collect();
        assert_eq!(about[..3], ["MAX, branches: 2", "chance, branches: 2", "1/4: MIN, branches: 2"]);
        let several = SketchedTree::read("[(1,6,6)]@3").unwrap().diagram(Language::English);
        assert_eq!((several.knots[0].form, several.knots[0].inside.as_str()), (Outline::Seat, "3"));
        assert_eq!(several.knots[1].value, "(1,6,6)");
    }
}
