//! The routes of the API, described as `OpenAPI` from the types of their requests and answers.

use std::{
    convert::Infallible,
    marker::PhantomData,
    sync::{Arc, OnceLock},
};

use axum::{
    Extension, Json, Router, body,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, State},
    handler::Handler,
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get, post},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

#[cfg(feature = "sockets")]
use crate::app_state::AppState;
use crate::{pool::Worker, problem::Problem, problem::ProblemDocument, study::Study, visitor::Visitor};

const ABOUT: &str = "Play, look inside and run tournaments: what `agon serve` tells programs. Seats are counted \
                     from one, payoffs are the game's. A request that changes something needs the header \
                     X-Agon-Token and the cookie of a guest, both from GET /api/v1/token. A server that is open \
                     to other machines needs its key from everybody: `Authorization: Bearer KEY`, or \
                     `?key=KEY`. Every answer that is not 2xx is a Problem.";

/// The path of the description.
pub(crate) const DESCRIPTION: &str = "/api/v1/openapi.json";

/// Routes that are given an `S`, and their descriptions.
pub(crate) struct Api<S> {
    router: Router<S>,
    paths: Map<String, Value>,
    schemas: Schemas,
}

/// Those of the whole server.
#[cfg(feature = "sockets")]
pub(crate) type ServerApi = Api<Arc<AppState>>;
/// Those that need no more of it than its study.
pub(crate) type StudyApi = Api<Arc<Study>>;

/// The types of requests and answers.
struct Schemas {
    sent: SchemaGenerator,
    answered: SchemaGenerator,
}

/// The description of one route.
pub(crate) struct Operation<'a> {
    path: &'a str,
    schemas: &'a mut Schemas,
    parameters: Vec<Value>,
    body: Option<Value>,
    answer: Value,
}

impl<S: Clone + Send + Sync + 'static> Api<S> {
    pub(crate) fn new() -> Api<S> {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
        };
        let answered = settings().for_serialize().into_generator();
        let schemas = Schemas { sent: settings().into_generator(), answered };
        Api { router: Router::new(), paths: Map::new(), schemas }
    }

    /// Something to be asked for: where, what the operation is called, and what it is good for.
    pub(crate) fn get<H, A, D>(self, path: &str, id: &str, summary: &str, handler: H) -> Api<S>
    where
        H: Handler<A, S> + Documented<D>,
        A: 'static,
    {
        self.with("get", path, [id, summary], get(handler), H::describe)
    }

    /// Something to be done.
    pub(crate) fn post<H, A, D>(self, path: &str, id: &str, summary: &str, handler: H) -> Api<S>
    where
        H: Handler<A, S> + Documented<D>,
        A: 'static,
    {
        self.with("post", path, [id, summary], post(handler), H::describe)
    }

    /// Every route passes through here, in code that is compiled once and not for each.
    #[inline(never)]
    fn with(
        mut self,
        method: &str,
        path: &str,
        [id, summary]: [&str; 2],
        route: MethodRouter<S>,
        describe: fn(&mut Operation<'_>),
    ) -> Api<S> {
        let mut said = json!({ "operationId": id, "summary": summary });
        if method == "post" {
            said["security"] = json!([{ "token": [], "guest": [] }]);
        }
        let schemas = &mut self.schemas;
        let mut operation = Operation { path, schemas, parameters: Vec::new(), body: None, answer: Value::Null };
        describe(&mut operation);
        let Operation { parameters, body, answer, .. } = operation;
        said["responses"] = answer;
        for class in ["4XX", "5XX"] {
            said["responses"][class] = json!({ "$ref": "#/components/responses/Problem" });
        }
        if !parameters.is_empty() {
            said["parameters"] = parameters.into();
        }
        if let Some(body) = body {
            let content = json!({ "application/json": { "schema": body } });
            said["requestBody"] = json!({ "required": true, "content": content });
        }
        self.paths.entry(path).or_insert_with(|| json!({}))[method] = said;
        Api { router: self.router.route(path, route), ..self }
    }

    /// The routes alone.
    pub(crate) fn routes(self) -> Router<S> {
        self.router
    }

    /// The same routes, given this, beside others that are given something else.
    pub(crate) fn given<T: Clone + Send + Sync + 'static>(self, state: S) -> Api<T> {
        let Api { router, paths, schemas } = self;
        Api { router: router.with_state(state), paths, schemas }
    }

    /// The routes, with one for their description; guests are known by this cookie.
    pub(crate) fn finish(self, cookie: &str) -> Router<S> {
        let description = Arc::new(OnceLock::new());
        let own: Arc<OnceLock<Map<String, Value>>> = Arc::clone(&description);
        let tell = move || {
            let own = Arc::clone(&own);
            async move { Json(own.get().cloned().unwrap_or_default()) }
        };
        let (router, all) = self.get(DESCRIPTION, "description", "This description", tell).described(cookie);
        // Nothing else writes it.
        let _ = description.set(all);
        router
    }

    fn described(mut self, cookie: &str) -> (Router<S>, Map<String, Value>) {
        let problem = self.schemas.answered.subschema_for::<ProblemDocument>();
        let mut schemas = self.schemas.answered.take_definitions(true);
        schemas.extend(self.schemas.sent.take_definitions(true));
        let description = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "Agon",
                "version": "1",
                "description": ABOUT,
                "license": { "name": "MIT OR Apache-2.0" },
            },
            "servers": [{ "url": "/" }],
            "paths": self.paths,
            "components": {
                "schemas": schemas,
                "responses": { "Problem": {
                    "description": "What went wrong",
                    "content": { "application/json": { "schema": problem } },
                } },
                "securitySchemes": {
                    "token": { "type": "apiKey", "in": "header", "name": "X-Agon-Token" },
                    "guest": { "type": "apiKey", "in": "cookie", "name": cookie },
                    "key": { "type": "http", "scheme": "bearer" },
                },
            },
        });
        let Value::Object(description) = description else { unreachable!("it is an object") };
        (self.router, description)
    }
}

impl Operation<'_> {
    /// What stands in the path, in its order: one thing, or several.
    fn in_path(&mut self, schema: Schema) {
        let pieces = self.path.split('{').skip(1);
        let names = pieces.map(|piece| piece.split('}').next().unwrap_or_default());
        let several = schema.get("prefixItems").and_then(Value::as_array).cloned();
        let all = several.unwrap_or_else(|| vec![schema.to_value()]);
        for (name, schema) in names.zip(all) {
            self.parameters.push(parameter(name, "path", schema, true));
        }
    }

    /// What stands behind the question mark.
    fn in_query(&mut self, schema: &Schema) {
        let required = schema.get("required").and_then(Value::as_array).cloned();
        let required = required.unwrap_or_default();
        let properties = schema.get("properties").and_then(Value::as_object).cloned();
        for (name, schema) in properties.into_iter().flatten() {
            let is_required = required.contains(&json!(name));
            self.parameters.push(parameter(&name, "query", schema, is_required));
        }
    }

    fn answered(&mut self, status: StatusCode, description: &str, content: &Value) {
        self.answer[status.as_str()] = json!({ "description": description, "content": content });
    }

    fn json<T: JsonSchema>(&mut self, status: StatusCode, description: &str) {
        let schema = self.schemas.answered.subschema_for::<T>();
        self.answered_json(status, description, &schema);
    }

    fn answered_json(&mut self, status: StatusCode, description: &str, schema: &Schema) {
        self.answered(status, description, &json!({ "application/json": { "schema": schema } }));
    }
}

fn parameter(name: &str, place: &str, mut schema: Value, is_required: bool) -> Value {
    let mut said = json!({ "name": name, "in": place, "required": is_required });
    if let Some(description) = schema.as_object_mut().and_then(|own| own.remove("description")) {
        said["description"] = description;
    }
    said["schema"] = schema;
    said
}

/// What can be a part of a request.
pub(crate) trait Sent {
    fn describe(_: &mut Operation<'_>) {}
}

#[cfg(feature = "sockets")]
impl Sent for State<Arc<AppState>> {}

impl Sent for State<Arc<Study>> {}

impl Sent for Extension<Visitor> {}

impl<T: JsonSchema> Sent for Path<T> {
    fn describe(operation: &mut Operation<'_>) {
        let schema = T::json_schema(&mut operation.schemas.sent);
        operation.in_path(schema);
    }
}

/// The query of a request; its errors become a `Problem`, as all others.
pub(crate) struct Wanted<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Wanted<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Wanted<T>, Problem> {
        let read = Query::from_request_parts(parts, state).await;
        let Query(wanted) = read.map_err(|error| Problem::unreadable(error.body_text()))?;
        Ok(Wanted(wanted))
    }
}

impl<T: JsonSchema> Sent for Wanted<T> {
    fn describe(operation: &mut Operation<'_>) {
        let schema = T::json_schema(&mut operation.schemas.sent);
        operation.in_query(&schema);
    }
}

/// A body of JSON; its errors become a `Problem`, as all others.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let read = Json::from_request(request, state).await;
        let Json(body) = read.map_err(|error| Problem::told(error.status(), error.body_text()))?;
        Ok(Body(body))
    }
}

impl<T: JsonSchema> Sent for Body<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.body = Some(operation.schemas.sent.subschema_for::<T>().to_value());
    }
}

/// What an asker would rather have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preferred {
    /// No answer but that it is done (RFC 7240, `return=minimal`).
    pub(crate) is_minimal: bool,
}

impl Preferred {
    /// The header, and the preference that is known here.
    const HEADER: &str = "prefer";
    const MINIMAL: &str = "return=minimal";

    /// What these headers say.
    fn of(headers: &HeaderMap) -> Preferred {
        let lists = headers.get_all(Preferred::HEADER).into_iter().filter_map(|value| value.to_str().ok());
        let all = lists.flat_map(|list| list.split(',')).map(|one| one.split(';').next().unwrap_or_default());
        let plain = |one: &str| one.replace([' ', '"'], "");
        Preferred { is_minimal: all.map(plain).any(|one| one.eq_ignore_ascii_case(Preferred::MINIMAL)) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Preferred {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Preferred, Infallible> {
        Ok(Preferred::of(&parts.headers))
    }
}

impl Sent for Preferred {
    fn describe(operation: &mut Operation<'_>) {
        let schema = json!({
            "type": "string",
            "examples": [Preferred::MINIMAL],
            "description": "`return=minimal`: the answer is empty; what came of it is heard as an event",
        });
        operation.parameters.push(parameter("Prefer", "header", schema, false));
    }
}

/// What can be an answer.
pub(crate) trait Answered {
    fn describe(operation: &mut Operation<'_>);
}

impl<T: Answered> Answered for Result<T, Problem> {
    fn describe(operation: &mut Operation<'_>) {
        T::describe(operation);
    }
}

impl<T: JsonSchema> Answered for Json<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.json::<T>(StatusCode::OK, "Done");
    }
}

#[cfg(feature = "sockets")]
impl<S> Answered for axum::response::sse::Sse<S> {
    fn describe(operation: &mut Operation<'_>) {
        let content = json!({ "text/event-stream": { "schema": { "type": "string" } } });
        operation.answered(StatusCode::OK, "A stream of events", &content);
    }
}

/// A document written on a worker's thread, since a large one takes a while; small ones are `Json`.
pub(crate) struct ToldDocument<T>(String, PhantomData<T>);

impl<T> ToldDocument<T> {
    /// That is written already.
    pub(crate) fn written(text: &str) -> ToldDocument<T> {
        ToldDocument(text.to_owned(), PhantomData)
    }

    pub(crate) fn text(self) -> String {
        self.0
    }
}

impl<T: Serialize> ToldDocument<T> {
    /// Writes it.
    pub(crate) fn of(_: &Worker, told: &T) -> Result<ToldDocument<T>, Problem> {
        let text = serde_json::to_string(told).map_err(Problem::trouble)?;
        Ok(ToldDocument(text, PhantomData))
    }
}

impl<T> IntoResponse for ToldDocument<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl<T: JsonSchema> Answered for ToldDocument<T> {
    fn describe(operation: &mut Operation<'_>) {
        Json::<T>::describe(operation);
    }
}

/// The answer after something was done: how it stands, or nothing for who prefers that.
pub(crate) enum Done<T> {
    Told(ToldDocument<T>),
    Untold,
}

impl<T> IntoResponse for Done<T> {
    fn into_response(self) -> Response {
        match self {
            Done::Told(document) => document.into_response(),
            Done::Untold => (StatusCode::NO_CONTENT, [("preference-applied", Preferred::MINIMAL)]).into_response(),
        }
    }
}

impl<T: JsonSchema> Answered for Done<T> {
    fn describe(operation: &mut Operation<'_>) {
        Json::<T>::describe(operation);
        operation.answer[StatusCode::NO_CONTENT.as_str()] =
            json!({ "description": "Done, and nothing else is preferred" });
    }
}

/// The answer for something new, with its address.
pub(crate) struct Created<T>(pub(crate) String, pub(crate) ToldDocument<T>);

impl<T> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, [(header::LOCATION, self.0)], self.1).into_response()
    }
}

impl<T: JsonSchema> Answered for Created<T> {
    fn describe(operation: &mut Operation<'_>) {
        operation.json::<T>(StatusCode::CREATED, "Created");
    }
}

/// The answer after a deletion.
pub(crate) struct Forgotten;

impl IntoResponse for Forgotten {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl Answered for Forgotten {
    fn describe(operation: &mut Operation<'_>) {
        operation.answer[StatusCode::NO_CONTENT.as_str()] = json!({ "description": "Forgotten" });
    }
}

/// A drawing with a style of its own, which nothing else gets.
pub(crate) struct Svg(String);

impl Svg {
    /// A drawing from a thread that may take a while to make it.
    pub(crate) fn of(_: &Worker, drawing: String) -> Svg {
        Svg(drawing)
    }
}

impl IntoResponse for Svg {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
        ];
        (headers, self.0).into_response()
    }
}

impl Answered for Svg {
    fn describe(operation: &mut Operation<'_>) {
        let content = json!({ "image/svg+xml": { "schema": { "type": "string" } } });
        operation.answered(StatusCode::OK, "A drawing", &content);
    }
}

/// A file of one of these kinds, to download.
pub(crate) struct Download {
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) length: u64,
    pub(crate) body: body::Body,
}

impl Download {
    const KINDS: [&str; 9] = [
        "application/json",
        "application/x-ndjson",
        "text/csv; charset=utf-8",
        "text/markdown; charset=utf-8",
        "application/x-tex",
        "application/x-chess-pgn",
        "image/svg+xml",
        "image/png",
        "application/octet-stream",
    ];
}

impl IntoResponse for Download {
    fn into_response(self) -> Response {
        debug_assert!(Download::KINDS.contains(&self.kind), "{} is not described", self.kind);
        let headers = [
            (header::CONTENT_TYPE, self.kind.to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", self.name)),
            (header::CONTENT_LENGTH, self.length.to_string()),
        ];
        (headers, self.body).into_response()
    }
}

impl Answered for Download {
    fn describe(operation: &mut Operation<'_>) {
        let kinds = Download::KINDS.map(|kind| {
            let name = kind.split(';').next().unwrap_or(kind);
            let schema = if kind == "application/json" { "object" } else { "string" };
            (name.to_owned(), json!({ "schema": { "type": schema } }))
        });
        let content = Map::from_iter(kinds).into();
        operation.answered(StatusCode::OK, "A file", &content);
    }
}

/// A function that answers a request, described by the types of what it takes and answers.
pub(crate) trait Documented<D> {
    fn describe(operation: &mut Operation<'_>);
}

macro_rules! described {
    ($($part:ident)*) => {
        impl<F, A, R, $($part: Sent),*> Documented<($($part,)*)> for F
        where
            F: Fn($($part),*) -> A,
            A: Future<Output = R>,
            R: Answered,
        {
            fn describe(operation: &mut Operation<'_>) {
                $($part::describe(operation);)*
                R::describe(operation);
            }
        }
    };
}

described!();
described!(P1);
described!(P1 P2);
described!(P1 P2 P3);
described!(P1 P2 P3 P4);
described!(P1 P2 P3 P4 P5);

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::Preferred;

    #[test]
    fn a_preference_is_found_among_others() {
        for (values, is_minimal) in [
            (&[][..], false),
            (&["return=minimal"], true),
            (&["respond-async, Return=\"minimal\"; why=1"], true),
            (&["wait=10", " return = minimal "], true),
            (&["return=representation", "handling=lenient"], false),
            (&["return=minimally", "xreturn=minimal"], false),
        ] {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append("prefer", HeaderValue::from_static(value));
            }
            assert_eq!(Preferred::of(&headers), Preferred { is_minimal }, "{values:?}");
        }
    }
}
