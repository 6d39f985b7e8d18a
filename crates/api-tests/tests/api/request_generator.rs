//! Requests generated from the OpenAPI document, with values that match the schemas and values that do not.

use axum::http::Method;
use serde_json::{Map, Value, json};

/// Texts that often cause errors.
const TEXTS: [&str; 22] = [
    "",
    " ",
    "a",
    "0",
    "-1",
    "null",
    "김하늘",
    "\u{1100}\u{1175}\u{11b7}",
    "\u{3164}",
    "\u{202e}gpj.exe",
    "\u{200b}",
    "a\0b",
    "a\r\nSet-Cookie: x=1",
    "😀👨\u{200d}👩\u{200d}👧",
    "' or 1=1 --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00%2e%2e",
    "2026-02-30",
    "9999-12-31T23:59:59Z",
    "kim@example.com",
    "01012345678",
];
/// Numbers at the boundaries of common types.
const NUMBERS: [i64; 12] = [0, 1, -1, 2, 100, 101, 255, 65_536, 2_147_483_648, -2_147_483_649, i64::MAX, i64::MIN];
/// The maximum depth of generated values.
const MAX_DEPTH: usize = 6;

/// A generated request.
#[derive(Clone, Debug)]
pub struct GeneratedRequest {
    pub method: Method,
    /// The path with its query.
    pub path: String,
    pub headers: Vec<(&'static str, String)>,
    /// The content type and the text of the body.
    pub body: Option<(&'static str, String)>,
}

/// A deterministic random number generator (`SplitMix64`).
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).expect("a small number")
    }

    fn is_one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Generates requests from a document. `known` are values of existing path parameters.
pub struct Generator<'a> {
    pub document: &'a Value,
    pub known: &'a [String],
    pub random: Random,
}

impl Generator<'_> {
    /// Returns a request of an operation.
    pub fn request(&mut self, template: &str, method: &str) -> GeneratedRequest {
        let operation = &self.document["paths"][template][method];
        let parameters: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
        let parameters_in =
            |place: &str| parameters.iter().filter(|one| one["in"] == place).copied().collect::<Vec<_>>();
        let (in_path, in_query, in_header) = (parameters_in("path"), parameters_in("query"), parameters_in("header"));
        let mut path = template.to_owned();
        for parameter in in_path {
            let name = format!("{{{}}}", parameter["name"].as_str().expect("a name"));
            path = path.replace(&name, &encode(&self.path_value(&parameter["schema"])));
        }
        let query: Vec<String> = in_query.into_iter().filter_map(|parameter| self.query_pair(parameter)).collect();
        if !query.is_empty() {
            path = format!("{path}?{}", query.join("&"));
        }
        let mut headers = Vec::new();
        if in_header.iter().any(|one| one["name"] == "idempotency-key") && self.random.is_one_in(3) {
            let keys = ["k1", "k2", "", "혀", &"k".repeat(201)].map(str::to_owned);
            headers.push(("idempotency-key", self.random.pick(&keys).clone()));
        }
        if self.random.is_one_in(8) {
            headers.push(("accept-language", self.random.pick(&["en", "ko;q=0.1,en", "*", "혀", ""]).to_string()));
        }
        let body = self.body(&operation["requestBody"]["content"]);
        GeneratedRequest { method: method.to_uppercase().parse().expect("a method"), path, headers, body }
    }

    fn path_value(&mut self, schema: &Value) -> String {
        let is_number = type_of(schema) == "integer";
        let fits: Vec<String> =
            self.known.iter().filter(|value| value.parse::<i64>().is_ok() == is_number).cloned().collect();
        if !self.random.is_one_in(3) && !fits.is_empty() {
            return self.random.pick(&fits).clone();
        }
        let text =
            if is_number { self.random.pick(&NUMBERS).to_string() } else { (*self.random.pick(&TEXTS)).to_owned() };
        if text.trim().is_empty() || text.contains(['/', '.']) { "x".to_owned() } else { text }
    }

    fn query_pair(&mut self, parameter: &Value) -> Option<String> {
        let is_required = parameter["required"] == true;
        if !is_required && self.random.is_one_in(2) {
            return None;
        }
        let value = if self.random.is_one_in(2) {
            match self.value(&parameter["schema"], 0) {
                Value::String(text) => text,
                other => other.to_string(),
            }
        } else {
            (*self.random.pick(&TEXTS)).to_owned()
        };
        Some(format!("{}={}", parameter["name"].as_str().expect("a name"), encode(&value)))
    }

    fn body(&mut self, content: &Value) -> Option<(&'static str, String)> {
        let schema = &content["application/json"]["schema"];
        if !schema.is_object() {
            return self.random.is_one_in(4).then(|| ("application/json", "{}".to_owned()));
        }
        let fitting = self.value(schema, 0);
        let text = match self.random.below(20) {
            0 => return None,
            1 => return Some(("text/plain", fitting.to_string())),
            2 => return Some(("application/x-www-form-urlencoded", "a=1".to_owned())),
            3 => {
                let text = fitting.to_string();
                text.chars().take(text.chars().count() / 2).collect()
            }
            4 => self.random.pick(&["[]", "null", "1", "\"\"", "", "{\"a\":1}{", "\u{feff}{}", "nan"]).to_string(),
            5 => "[".repeat(2_000),
            6 => json!({ "a": "x".repeat(70_000) }).to_string(),
            7..=13 => fitting.to_string(),
            _ => self.mutate(fitting).to_string(),
        };
        Some(("application/json", text))
    }

    /// Changes one field of an object: removes it, or gives it another type or an unusual value. May add an unknown
    /// field.
    fn mutate(&mut self, value: Value) -> Value {
        let Value::Object(mut fields) = value else { return self.unusual_value() };
        let names: Vec<String> = fields.keys().cloned().collect();
        if names.is_empty() || self.random.is_one_in(8) {
            fields.insert("unknown".to_owned(), self.unusual_value());
            return Value::Object(fields);
        }
        let name = self.random.pick(&names).clone();
        let inner = fields.get(&name).cloned().unwrap_or_default();
        match self.random.below(4) {
            0 => {
                fields.remove(&name);
            }
            1 if inner.is_object() => {
                fields.insert(name, self.mutate(inner));
            }
            2 => {
                fields.insert(name, Value::String((*self.random.pick(&TEXTS)).to_owned()));
            }
            _ => {
                fields.insert(name, self.unusual_value());
            }
        }
        Value::Object(fields)
    }

    fn unusual_value(&mut self) -> Value {
        match self.random.below(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(*self.random.pick(&NUMBERS)),
            3 => json!(1.5e300),
            4 => json!([]),
            5 => json!({ "a": [null, {}] }),
            6 => Value::String("혀".repeat(self.random.below(12_000))),
            _ => Value::String((*self.random.pick(&TEXTS)).to_owned()),
        }
    }

    /// Returns a value that matches a schema, as far as the schema specifies.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            let schema = self.document.pointer(&reference[1..]).expect("a component");
            return if depth > MAX_DEPTH { Value::Null } else { self.value(schema, depth + 1) };
        }
        if let Some(parts) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
            let part = self.random.pick(parts).clone();
            return self.value(&part, depth + 1);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            return self.value(&parts[0].clone(), depth + 1);
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.random.pick(values).clone();
        }
        if !schema["example"].is_null() && !self.random.is_one_in(3) {
            return schema["example"].clone();
        }
        match type_of(schema) {
            "object" => self.object(schema, depth),
            "array" => {
                let count = self.random.below(4);
                Value::Array((0..count).map(|_| self.value(&schema["items"], depth + 1)).collect())
            }
            "integer" => self.number(schema),
            "number" => json!(1.25),
            "boolean" => json!(self.random.is_one_in(2)),
            "null" => Value::Null,
            _ => self.text(schema),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut fields = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || self.random.is_one_in(2) {
                fields.insert(name.clone(), self.value(property, depth + 1));
            }
        }
        Value::Object(fields)
    }

    fn number(&mut self, schema: &Value) -> Value {
        let edges: Vec<i64> = ["minimum", "maximum"].iter().filter_map(|edge| schema[*edge].as_i64()).collect();
        match self.random.below(4) {
            0 if !edges.is_empty() => json!(*self.random.pick(&edges)),
            1 if !edges.is_empty() => json!(self.random.pick(&edges).saturating_add(1)),
            2 => json!(*self.random.pick(&NUMBERS)),
            _ => self.known.iter().find_map(|value| value.parse::<i64>().ok()).map_or_else(|| json!(1), |id| json!(id)),
        }
    }

    fn text(&mut self, schema: &Value) -> Value {
        let longest = schema["maxLength"].as_u64().and_then(|length| usize::try_from(length).ok());
        match (self.random.below(4), longest) {
            (0, Some(longest)) => json!("가".repeat(longest)),
            (1, Some(longest)) => json!("a".repeat(longest + 1)),
            (2, _) => {
                let known: Vec<&String> = self.known.iter().filter(|value| value.parse::<i64>().is_err()).collect();
                known.get(self.random.below(known.len())).map_or_else(|| json!("a"), |value| json!(value))
            }
            _ => json!(*self.random.pick(&TEXTS)),
        }
    }
}

/// Returns the type of a schema; of several types the first that is not null.
fn type_of(schema: &Value) -> &str {
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).find(|one| *one != "null").unwrap_or("null"),
        one => one.as_str().unwrap_or("string"),
    }
}

fn encode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}
