//! What a tool is called, what it takes, and what was given: one description for clients and for checking.

use agon_core::Accepted;
use serde_json::{Map, Value, json};

/// A tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    pub(super) fields: &'static [Field],
    /// Whether it changes nothing.
    pub(super) is_read_only: bool,
}

/// One of its arguments.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_needed: bool,
    pub(super) about: &'static str,
}

/// What an argument may be.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Text,
    Texts,
    Flag,
    /// A whole number within these bounds.
    Whole(u64, u64),
}

impl Kind {
    fn words(self) -> String {
        match self {
            Kind::Text => "a text".to_owned(),
            Kind::Texts => "a list of texts".to_owned(),
            Kind::Flag => "true or false".to_owned(),
            Kind::Whole(from, to) => format!("a whole number from {from} to {to}"),
        }
    }

    fn schema(self) -> Map<String, Value> {
        let schema = match self {
            Kind::Text => json!({"type": "string"}),
            Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Whole(from, to) => json!({"type": "integer", "minimum": from, "maximum": to}),
        };
        let Value::Object(schema) = schema else { unreachable!("each is an object") };
        schema
    }

    fn fits(self, value: &Value) -> bool {
        match self {
            Kind::Text => value.is_string(),
            Kind::Texts => value.as_array().is_some_and(|all| all.iter().all(Value::is_string)),
            Kind::Flag => value.is_boolean(),
            Kind::Whole(from, to) => value.as_u64().is_some_and(|number| (from..=to).contains(&number)),
        }
    }
}

impl Tool {
    /// As `tools/list` has it.
    pub(super) fn document(&self) -> Value {
        let property = |field: &Field| {
            let mut schema = field.kind.schema();
            schema.insert("description".to_owned(), field.about.into());
            (field.name.to_owned(), Value::Object(schema))
        };
        let properties: Map<String, Value> = self.fields.iter().map(property).collect();
        let needed: Vec<&str> = self.fields.iter().filter(|field| field.is_needed).map(|field| field.name).collect();
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.about,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": needed,
                "additionalProperties": false,
            },
            "annotations": {"readOnlyHint": self.is_read_only, "openWorldHint": false},
        })
    }

    /// What was given, if it fits.
    ///
    /// # Errors
    ///
    /// The first thing that does not.
    pub(super) fn arguments(&self, given: Map<String, Value>) -> Result<Arguments, String> {
        for (name, value) in &given {
            let Some(field) = self.fields.iter().find(|field| field.name == name) else {
                let accepted = Accepted::new(name, self.fields.iter().map(|field| field.name));
                return Err(format!("{} takes no `{name}`{accepted}", self.name));
            };
            if !field.kind.fits(value) {
                return Err(format!("`{name}` cannot be `{value}`; accepted: {}", field.kind.words()));
            }
        }
        match self.fields.iter().find(|field| field.is_needed && !given.contains_key(field.name)) {
            None => Ok(Arguments(given)),
            Some(field) => Err(format!("{} needs `{}`: {}", self.name, field.name, field.about)),
        }
    }
}

/// What was given to a tool, checked.
pub(super) struct Arguments(Map<String, Value>);

impl Arguments {
    /// The text of an argument, if it was given.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    /// That of one that is needed.
    pub(super) fn needed(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    pub(super) fn texts(&self, name: &str) -> Vec<&str> {
        let all = self.0.get(name).and_then(Value::as_array);
        all.map_or_else(Vec::new, |all| all.iter().filter_map(Value::as_str).collect())
    }

    pub(super) fn whole(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name)?.as_bool()
    }
}
