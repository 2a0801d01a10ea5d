//! Reads the text of a tree that is drawn by hand.

use super::{
    SketchKind, SketchNode, SketchedTree,
    mistake::{MOST_LETTERS, MOST_LEVELS, MOST_NODES, MOST_SEATS, too_large, wrong},
    ratio::WrittenRatio,
};
use crate::problem::Problem;

/// What can begin a node.
const NODE: &str = "`5` `(1,2)` `[` `{`";

impl SketchedTree {
    /// The tree that this text stands for, its nodes in the order in which they are drawn: `[…]` is a choice, at first of
    /// seat 1 and then of the one after whoever chose above, or of another behind the brackets (`@1`); `{1/2:…,1/2:…}` is
    /// chance; and a number, or one for each seat in parentheses, is an end.
    ///
    /// # Errors
    ///
    /// Where the text is something else, or larger than what is drawn here: where, and what is accepted there.
    pub(crate) fn read(text: &str) -> Result<SketchedTree, Problem> {
        if MOST_LETTERS < text.len() {
            return Err(too_large());
        }
        let mut reader =
            TreeReader { text: text.chars().collect(), at: 0, nodes: Vec::new(), seats: None, named: Vec::new() };
        reader.node(None, "", 0)?;
        if let Some(sign) = reader.next() {
            let (column, found) = (reader.at + 1, sign.to_string());
            return Err(Problem::wrong("sketch-more", &[("column", &column), ("found", &found)]));
        }
        let seats = reader.seats.unwrap_or(0);
        let choosing = seats.max(2);
        if let Some(&(column, seat)) = reader.named.iter().find(|(_, seat)| !(1..=choosing).contains(seat)) {
            let accepted: Vec<String> = (1..=choosing).map(|seat| format!("`@{seat}`")).collect();
            return Err(wrong(column, &seat.to_string(), &accepted.join(" ")));
        }
        let mut tree = SketchedTree { seats, nodes: reader.nodes };
        // Nodes stand before those below them.
        for node in 0..tree.nodes.len() {
            if tree.nodes[node].kind == SketchKind::Seat(0) {
                let above = tree.chooser(node);
                tree.nodes[node].kind = SketchKind::Seat(above.map_or(1, |seat| tree.after(seat)));
            }
        }
        Ok(tree)
    }
}

struct TreeReader {
    text: Vec<char>,
    at: usize,
    nodes: Vec<SketchNode>,
    /// How many seats the first end has values for, 0 for one value; none before it is read.
    seats: Option<usize>,
    /// The seats that are named, and where.
    named: Vec<(usize, usize)>,
}

impl TreeReader {
    /// What comes next, other than a space.
    fn next(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|sign| sign.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Steps over this sign if it is next.
    fn take(&mut self, sign: char) -> bool {
        let is_next = self.next() == Some(sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a node, on this level, and all that is below it.
    fn node(&mut self, above: Option<usize>, share: &str, level: usize) -> Result<(), Problem> {
        let number = self.nodes.len();
        if MOST_NODES == number || MOST_LEVELS == level {
            return Err(too_large());
        }
        let kind = match self.next() {
            Some('[') => SketchKind::Seat(0),
            Some('{') => SketchKind::Chance,
            _ => SketchKind::Leaf(self.values()?),
        };
        if let Some(above) = above {
            self.nodes[above].below.push(number);
        }
        let is_chance = kind == SketchKind::Chance;
        let is_leaf = matches!(kind, SketchKind::Leaf(_));
        self.nodes.push(SketchNode { kind, share: share.to_owned(), above, below: Vec::new() });
        if is_leaf {
            return Ok(());
        }
        self.at += 1;
        loop {
            let share = if is_chance { self.share()? } else { String::new() };
            self.node(Some(number), &share, level + 1)?;
            if self.take(if is_chance { '}' } else { ']' }) {
                break;
            }
            if !self.take(',') {
                return Err(self.unexpected(if is_chance { "`,` `}`" } else { "`,` `]`" }));
            }
        }
        if !is_chance && self.take('@') {
            let column = self.at;
            let word = self.word();
            let Ok(seat) = word.parse() else { return Err(self.wrong(column, &word, "`@1` `@2`")) };
            self.named.push((column, seat));
            self.nodes[number].kind = SketchKind::Seat(seat);
            if seat == 0 {
                return Err(self.wrong(column, &word, "`@1` `@2`"));
            }
        }
        Ok(())
    }

    /// The values of an end: as many as of the first.
    fn values(&mut self) -> Result<Vec<String>, Problem> {
        self.next();
        let column = self.at;
        let mut values = Vec::new();
        let is_vector = self.take('(');
        loop {
            values.push(self.number(if is_vector || self.seats.is_some() { "`5` `-1.5`" } else { NODE })?);
            if !is_vector || self.take(')') {
                break;
            }
            if !self.take(',') {
                return Err(self.unexpected("`,` `)`"));
            }
        }
        let seats = if is_vector { values.len() } else { 0 };
        let own = *self.seats.get_or_insert(seats);
        if seats != own || !(seats == 0 || (2..=MOST_SEATS).contains(&seats)) {
            let row = |seats: usize| format!("`({})`", vec!["0"; seats].join(","));
            let accepted = match own {
                0 => "`0`".to_owned(),
                own if (2..=MOST_SEATS).contains(&own) => row(own),
                _ => format!("{} … {}", row(2), row(MOST_SEATS)),
            };
            let found: String = self.text[column..self.at].iter().collect();
            return Err(self.wrong(column, &found, &accepted));
        }
        Ok(values)
    }

    fn number(&mut self, accepted: &str) -> Result<String, Problem> {
        self.next();
        let column = self.at;
        let word = self.word();
        SketchedTree::number(&word).ok_or_else(|| self.wrong(column, &word, accepted))
    }

    /// How likely what comes is, with the colon behind.
    fn share(&mut self) -> Result<String, Problem> {
        self.next();
        let column = self.at;
        let word = self.word();
        if WrittenRatio::of(&word).is_none() {
            return Err(self.wrong(column, &word, "`1/3` `0.25`"));
        }
        if !self.take(':') {
            return Err(self.unexpected("`:`"));
        }
        Ok(word)
    }

    /// The signs from here that could be of one number.
    fn word(&mut self) -> String {
        self.next();
        let rest = &self.text[self.at..];
        let is_of_it = |sign: &&char| sign.is_alphanumeric() || "+-−./".contains(**sign);
        let word: String = rest.iter().take_while(is_of_it).collect();
        self.at += word.chars().count();
        word
    }

    /// What comes next is not what is accepted.
    fn unexpected(&mut self, accepted: &str) -> Problem {
        self.next();
        self.wrong(self.at, "", accepted)
    }

    /// What stands at this place, the next sign if it is no word, is not what is accepted.
    fn wrong(&self, place: usize, word: &str, accepted: &str) -> Problem {
        let next = self.text.get(place).map(char::to_string);
        match (word, next) {
            ("", None) => Problem::wrong("sketch-ends", &[("accepted", &accepted)]),
            ("", Some(next)) => wrong(place, &next, accepted),
            (word, _) => wrong(place, word, accepted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_LETTERS, MOST_LEVELS, MOST_NODES, SketchedTree};

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let trees = "17 [[10,10],[9,100]] {1/2:8,1/3:24,1/6:-12} [[1,2]@2,[3,[4,5]]]@2 [[1.5,-2],3] \
                     [{1/4:[3,4],3/4:[4,4]@2},7]@2 [[(1,6,6),(7,1,2)],[(6,1,2),(7,2,1)]@3] {0.25:1,1/2:2} [[(1,2)]]";
        for tree in trees.split_whitespace() {
            assert_eq!(SketchedTree::read(tree).unwrap().text(), tree);
        }
        // Whoever is named where they choose anyway need not be, and spaces are for those who write.
        assert_eq!(SketchedTree::read(" [ 1 , [ −2,3 ] @ 2 ] @1 ").unwrap().text(), "[1,[-2,3]]");
    }

    #[test]
    fn a_mistake_is_told_with_its_place_and_what_is_accepted_there() {
        for (tree, place, accepted) in [
            ("[1,,2]", "letter 4: `,`", "`5` `-1.5`"),
            ("[(1,6,6),3]", "letter 10: `3`", "`(0,0,0)`"),
            ("[(1),(2)]", "letter 2: `(1)`", "`(0,0)` … `(0,0,0,0,0,0)`"),
            ("[1,2]@3", "letter 7: `3`", "`@1` `@2`"),
            ("[1,2]@x", "letter 7: `x`", "`@1` `@2`"),
            ("[1,2]@0", "letter 7: `0`", "`@1` `@2`"),
            ("[1,2]@99999999999999999999", "letter 7: `99999999999999999999`", "`@1` `@2`"),
            ("[(1,2,3),(1,2)]", "letter 10: `(1,2)`", "`(0,0,0)`"),
            ("I1:[1,-1]", "letter 1: `I1`", "`5` `(1,2)` `[` `{`"),
            ("[1,2]~3", "letter 6: `~`", "accepted: nothing more"),
            ("1,2", "letter 2: `,`", "accepted: nothing more"),
            ("[1 2]", "letter 4: `2`", "`,` `]`"),
            ("{1/0:1}", "letter 2: `1/0`", "`1/3` `0.25`"),
            ("{1/2 1}", "letter 6: `1`", "`:`"),
            ("{1/2:1]", "letter 7: `]`", "`,` `}`"),
            ("[(1;2)]", "letter 4: `;`", "`,` `)`"),
            ("5e3", "letter 1: `5e3`", "`5` `(1,2)` `[` `{`"),
        ] {
            let told = SketchedTree::read(tree).unwrap_err().message;
            assert!(told.contains(place) && told.ends_with(accepted), "{tree}: {told}");
        }
        for tree in ["", "  ", "[1,2", "[1,", "{1/2:", "[", "(1,", "[1]@"] {
            let told = SketchedTree::read(tree).unwrap_err().message;
            assert!(told.starts_with("This text ends too early; accepted"), "{tree}: {told}");
        }
    }

    #[test]
    fn a_tree_that_is_too_large_is_refused_before_it_is_drawn() {
        let wide = |nodes: usize| format!("[{}]", vec!["1"; nodes - 1].join(","));
        let deep = |levels: usize| format!("{}1{}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        for (fits, not) in [
            (wide(MOST_NODES), wide(MOST_NODES + 1)),
            (deep(MOST_LEVELS), deep(MOST_LEVELS + 1)),
            ("1".repeat(MOST_LETTERS), "1".repeat(MOST_LETTERS + 1)),
            ("1".to_owned(), deep(MOST_LETTERS / 2)),
        ] {
            SketchedTree::read(&fits).unwrap();
            let told = SketchedTree::read(&not).unwrap_err().message;
            assert!(told.contains(&MOST_NODES.to_string()), "{told}");
        }
    }
}
