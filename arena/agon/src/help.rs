//! The help of the command line: a screen of 80 columns and 40 lines by -h and --help, all of it by `agon help`.

use std::fmt::Write as _;

use clap::{ArgAction, Command, builder::StyledStr};

/// The commands as a newcomer looks for them. A test holds that each stands in one group.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    (
        "Look",
        &[
            "games",
            "players",
            "show",
            "play",
            "watch",
            #[cfg(feature = "serve")]
            "serve",
            #[cfg(feature = "serve")]
            "site",
        ],
    ),
    ("Search", &["analyse", "tree", "solve", "perft", "same"]),
    ("Tournaments", &["run", "report", "compare", "verify", "merge", "submit", "tune", "learn", "class"]),
    (
        "Your own",
        &[
            "new",
            "laws",
            #[cfg(feature = "engines")]
            "engine",
            #[cfg(feature = "engines")]
            "mcp",
            #[cfg(feature = "engines")]
            "protocol",
        ],
    ),
    ("This command", &["schema", "man", "help"]),
];

/// What `agon help` does.
const HELP: &str = "Prints all options of a command; alone, what holds for every command";

/// `own` with its commands in groups. Of every command -h and --help print the same: one screen, whose last words name
/// the options that are left out.
pub(crate) fn on_screens(own: Command) -> Command {
    let mut built = own.clone();
    built.build();
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = write!(list, "\n{title}:");
        for name in *names {
            let about = built.find_subcommand(name).and_then(Command::get_about);
            let about = text(about);
            let about = if *name == "help" { HELP } else { &about };
            let _ = write!(list, "\n  {name:<9} {about}");
        }
    }
    let options = options(&built);
    let mut line = with_short_help(at_length(own));
    let rest = text(line.get_after_long_help());
    line = line
        .help_template(format!("{{about}}. {{usage-heading}} {{usage}}{list}{{after-help}}"))
        .after_long_help(format!("{options}\n\n{rest}"));
    for option in ["color", "quiet", "verbose"] {
        line = line.mut_arg(option, |arg| arg.hide(true));
    }
    line.mut_subcommands(|command| on_a_screen(command, ""))
}

/// The options that every command has, a line each.
fn options(built: &Command) -> String {
    let mut list = "Options of every command:".to_owned();
    for arg in built.get_arguments() {
        let short = arg.get_short().map_or("   ".to_owned(), |short| format!("-{short},"));
        let long = arg.get_long().unwrap_or_default();
        let help = text(arg.get_help());
        let help = if long == "help" { "Print the help, a screen" } else { &help };
        let _ = write!(list, "\n  {short} --{long:<9} {help}");
    }
    list
}

/// A command [at its length](at_length), and those below it, whose help is a screen. `above` names the commands that it
/// is typed after.
fn on_a_screen(mut command: Command, above: &str) -> Command {
    let name = format!("{above} {}", command.get_name());
    let whole = text(command.get_long_about().or(command.get_about()));
    let paragraphs: Vec<&str> = whole.split("\n\n").collect();
    let first = paragraphs[..paragraphs.len().min(2)].join("\n\n");
    let has_more = 2 < paragraphs.len()
        || text(command.get_after_long_help()) != text(command.get_after_help())
        || command.get_arguments().any(|arg| arg.get_long_help().is_some());
    let rare = command.get_arguments().filter(|arg| arg.is_hide_short_help_set());
    let rare: Vec<_> = rare.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    let more = match &rare[..] {
        [] if has_more => format!("More in agon help{name}"),
        [] => String::new(),
        _ => format!("More in agon help{name}: {}", rare.join(" ")),
    };
    if !more.is_empty() {
        let help = text(command.get_after_help());
        command = command.after_help(format!("{help}\n{more}").trim().to_owned());
    }
    with_short_help(command)
        .before_help(first)
        .before_long_help(whole)
        .help_template("{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}")
        .mut_subcommands(|command| on_a_screen(command, &name))
}

/// A command, and those below it, whose long help ends with the words that the short help ends with, and then its own.
pub(crate) fn at_length(command: Command) -> Command {
    let ends = [command.get_after_help(), command.get_after_long_help()];
    let ends: Vec<String> = ends.into_iter().filter(Option::is_some).map(text).collect();
    let command = if ends.is_empty() { command } else { command.after_long_help(ends.join("\n\n")) };
    command.mut_subcommands(at_length)
}

/// A text of a command, in which nothing is coloured: to look for colours takes four times as long as all else.
fn text(styled: Option<&StyledStr>) -> String {
    styled.map(|styled| styled.ansi().to_string()).unwrap_or_default()
}

/// The same, where --help is what -h is.
fn with_short_help(command: Command) -> Command {
    let help = clap::Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
    command.disable_help_flag(true).arg(help.hide(true))
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::{GROUPS, on_screens};
    use crate::Cli;

    /// How wide and how high a screen is.
    const SCREEN: (u16, usize) = (80, 40);

    /// Every command with the words that are typed for it, and its help on such a screen.
    fn screens() -> Vec<(String, Command, String)> {
        fn add(command: &mut Command, name: &str, found: &mut Vec<(String, Command, String)>) {
            let help = command.render_help().to_string();
            found.push((name.to_owned(), command.clone(), help));
            // Clap's own command says what all others are.
            for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
                let name = format!("{name} {}", below.get_name());
                add(below, &name, found);
            }
        }
        let mut line = on_screens(Cli::command()).term_width(usize::from(SCREEN.0));
        line.build();
        let mut found = Vec::new();
        add(&mut line, "agon", &mut found);
        found
    }

    #[test]
    fn the_help_of_every_command_is_a_screen_that_names_what_it_leaves_out() {
        let mut large = Vec::new();
        for (name, command, help) in screens() {
            let lines = help.lines().count();
            let is_wide = |line: &str| usize::from(SCREEN.0) < line.chars().count();
            if SCREEN.1 < lines || help.lines().any(is_wide) {
                large.push(format!("{name} -h has {lines} lines:\n{help}"));
            }
            for arg in command.get_arguments().filter(|arg| arg.is_hide_short_help_set()) {
                let option = format!("--{}", arg.get_long().expect("what is rare is an option"));
                assert!(help.contains(&option), "{name} -h does not name {option}");
            }
        }
        assert!(large.is_empty(), "{}", large.join("\n"));
    }

    #[test]
    fn the_help_of_every_command_has_two_examples_on_a_line_each() {
        let mut broken = Vec::new();
        for (name, command, help) in screens() {
            // What reports are about has its examples where they are listed.
            if 2 < name.split(' ').count() {
                continue;
            }
            let (_, after) = help.split_once("Examples:\n").expect(&name);
            let own = if name == "agon" { "agon " } else { &name };
            let typed = after.lines().take_while(|line| line.starts_with("  "));
            assert!(2 <= typed.filter(|line| line.contains(own)).count(), "{name}:\n{help}");
            let ends = command.get_after_help().unwrap().to_string();
            let wide = ends.lines().find(|line| line.starts_with("  ") && usize::from(SCREEN.0) < line.chars().count());
            broken.extend(wide.map(|line| format!("{name}: {line}")));
        }
        assert!(broken.is_empty(), "examples that are broken into two lines: {broken:?}");
    }

    #[test]
    fn every_command_stands_in_one_group_and_says_in_one_line_what_it_does() {
        let mut command = Cli::command();
        command.build();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let mut all: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
        for command in command.get_subcommands() {
            let about = command.get_about().expect("every command says what it does").to_string();
            assert!(about.chars().count() <= 66, "{}: {about}", command.get_name());
            assert!(!about.contains('\n') && !about.ends_with('.'), "{about}");
        }
    }
}
