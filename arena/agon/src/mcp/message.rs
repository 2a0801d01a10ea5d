//! Messages of JSON-RPC 2.0 (JSON-RPC Working Group, 2013), a line each.

use serde_json::{Map, Value, json};

/// What came in.
pub(super) enum Message {
    /// It wants an answer under its number.
    Request { id: Value, method: String, params: Map<String, Value> },
    /// It wants none.
    Notification { method: String, params: Map<String, Value> },
}

/// Why there is no result.
#[derive(Debug)]
pub(super) struct RpcError {
    code: i64,
    pub(super) message: String,
}

impl RpcError {
    fn parse(message: impl Into<String>) -> RpcError {
        RpcError { code: -32700, message: message.into() }
    }

    fn request(message: impl Into<String>) -> RpcError {
        RpcError { code: -32600, message: message.into() }
    }

    /// There is no such method.
    pub(super) fn method(message: impl Into<String>) -> RpcError {
        RpcError { code: -32601, message: message.into() }
    }

    /// The parameters do not fit the method.
    pub(super) fn params(message: impl Into<String>) -> RpcError {
        RpcError { code: -32602, message: message.into() }
    }

    /// There is no such resource.
    pub(super) fn resource(message: impl Into<String>) -> RpcError {
        RpcError { code: -32002, message: message.into() }
    }
}

/// Reads a line.
///
/// # Errors
///
/// What is wrong with it, under its number, if it has one.
pub(super) fn read(line: &[u8]) -> Result<Message, (Value, RpcError)> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| (Value::Null, RpcError::parse(format!("a line that is no JSON: {error}"))))?;
    let Value::Object(mut fields) = value else {
        let why = "a line that is no object; accepted: one message in a line, no batches";
        return Err((Value::Null, RpcError::request(why)));
    };
    let id = fields.remove("id");
    let number = id.clone().filter(|id| id.is_string() || id.is_number());
    let known = number.clone().unwrap_or(Value::Null);
    let wrong = |why: &str| (known.clone(), RpcError::request(why));
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        return Err(wrong("`jsonrpc` must be \"2.0\""));
    }
    let Some(Value::String(method)) = fields.remove("method") else {
        return Err(wrong("`method` must be a text"));
    };
    let params = match fields.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(wrong("`params` must be an object")),
    };
    match (id, number) {
        (None, _) => Ok(Message::Notification { method, params }),
        (Some(_), Some(id)) => Ok(Message::Request { id, method, params }),
        (Some(_), None) => Err(wrong("`id` must be a text or a number")),
    }
}

/// The answer to the request of this number.
pub(super) fn answer(id: &Value, result: Result<Value, RpcError>) -> Value {
    match result {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(RpcError { code, message }) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{Message, answer, read};

    #[test]
    fn what_is_no_message_is_answered_by_what_is_wrong_with_it() {
        for (line, code, id, why) in [
            ("{", -32700, Value::Null, "no JSON"),
            ("[]", -32600, Value::Null, "no batches"),
            (r#"{"id":1,"method":"ping"}"#, -32600, 1.into(), "jsonrpc"),
            (r#"{"jsonrpc":"2.0","id":"a"}"#, -32600, "a".into(), "method"),
            (r#"{"jsonrpc":"2.0","id":2,"method":"ping","params":[]}"#, -32600, 2.into(), "params"),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, Value::Null, "id"),
        ] {
            let (found, error) = read(line.as_bytes()).err().unwrap();
            assert!(error.message.contains(why), "{line}: {error:?}");
            let said = answer(&found, Err(error));
            assert_eq!((&said["id"], &said["error"]["code"]), (&id, &Value::from(code)), "{line}");
        }
        let note = read(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert!(matches!(note, Ok(Message::Notification { .. })));
    }
}
