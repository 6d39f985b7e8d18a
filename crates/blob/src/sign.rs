//! Signatures that allow a browser to upload or fetch an object: AWS Signature Version 4, for form policies and
//! queries.

use std::fmt::{Debug, Formatter, Write as _};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::config::S3Config;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";

/// A form for an upload. The file is its last field.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PostForm {
    /// The form's action.
    pub url: String,
    /// The fields before the file, in order.
    pub fields: Vec<(String, String)>,
}

/// The restrictions of an upload.
#[derive(Clone, Copy, Debug)]
pub struct UploadRule<'a> {
    /// The object's key.
    pub key: &'a str,
    /// The media type.
    pub content_type: &'a str,
    /// The largest size in bytes. The smallest is 1.
    pub max_size: u64,
    /// How long the form is valid.
    pub expires: Duration,
}

/// Signs requests that browsers send to a bucket.
#[derive(Clone)]
pub struct Signer {
    public_url: Url,
    region: String,
    bucket: String,
    access_key_id: String,
    secret_access_key: SecretString,
}

impl Debug for Signer {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Signer").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

impl Signer {
    /// Builds a signer from the configuration.
    #[must_use]
    pub fn new(config: &S3Config) -> Self {
        Self {
            public_url: config.public_url.clone(),
            region: config.region.clone(),
            bucket: config.bucket.clone(),
            access_key_id: config.access_key_id.clone(),
            secret_access_key: config.secret_access_key.clone(),
        }
    }

    /// Returns a form for an upload with these restrictions.
    #[must_use]
    pub fn upload(&self, rule: &UploadRule<'_>, now: DateTime<Utc>) -> PostForm {
        let expires = TimeDelta::from_std(rule.expires).map_or(now, |expires| now + expires);
        let date = now.format("%Y%m%dT%H%M%SZ").to_string();
        let credential = format!("{}/{}", self.access_key_id, self.scope(now));
        let policy = serde_json::json!({
            "expiration": expires.to_rfc3339_opts(SecondsFormat::Millis, true),
            "conditions": [
                {"bucket": self.bucket},
                {"key": rule.key},
                {"Content-Type": rule.content_type},
                ["content-length-range", 1, rule.max_size],
                {"x-amz-algorithm": ALGORITHM},
                {"x-amz-credential": credential},
                {"x-amz-date": date},
            ],
        });
        let policy = STANDARD.encode(policy.to_string());
        let signature = self.sign(now, &policy);
        let fields = [
            ("key", rule.key.to_owned()),
            ("Content-Type", rule.content_type.to_owned()),
            ("x-amz-algorithm", ALGORITHM.to_owned()),
            ("x-amz-credential", credential),
            ("x-amz-date", date),
            ("policy", policy),
            ("x-amz-signature", signature),
        ];
        PostForm {
            url: format!("{}/{}", self.public_url.as_str().trim_end_matches('/'), self.bucket),
            fields: fields.map(|(name, value)| (name.to_owned(), value)).into(),
        }
    }

    /// Returns the path and query, relative to the public URL, with which an object can be fetched for `ttl`.
    #[must_use]
    pub fn get(&self, key: &str, now: DateTime<Utc>, ttl: Duration) -> String {
        let base = self.public_url.path().trim_end_matches('/');
        self.get_path(&format!("{base}/{}/{key}", self.bucket), now, ttl)
    }

    fn get_path(&self, path: &str, now: DateTime<Utc>, ttl: Duration) -> String {
        let path = encode(path, true);
        let scope = self.scope(now);
        let date = now.format("%Y%m%dT%H%M%SZ");
        let query = format!(
            "X-Amz-Algorithm={ALGORITHM}&X-Amz-Credential={}&X-Amz-Date={date}&X-Amz-Expires={}&X-Amz-SignedHeaders=host",
            encode(&format!("{}/{scope}", self.access_key_id), false),
            ttl.as_secs(),
        );
        let canonical = format!("GET\n{path}\n{query}\nhost:{}\n\nhost\nUNSIGNED-PAYLOAD", self.host());
        let hashed = hex::encode(Sha256::digest(canonical));
        let signature = self.sign(now, &format!("{ALGORITHM}\n{date}\n{scope}\n{hashed}"));
        format!("{path}?{query}&X-Amz-Signature={signature}")
    }

    /// Returns the public host as a browser sends it: with a port unless it is the scheme's default.
    fn host(&self) -> String {
        let host = self.public_url.host_str().unwrap_or_default();
        self.public_url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    fn scope(&self, now: DateTime<Utc>) -> String {
        format!("{}/{}/s3/aws4_request", now.format("%Y%m%d"), self.region)
    }

    /// Signs a text with the day's key.
    fn sign(&self, now: DateTime<Utc>, text: &str) -> String {
        let secret = format!("AWS4{}", self.secret_access_key.expose_secret());
        let day = now.format("%Y%m%d").to_string();
        let key = [day.as_str(), &self.region, "s3", "aws4_request"]
            .into_iter()
            .fold(secret.into_bytes(), |key, part| hmac(&key, part.as_bytes()));
        hex::encode(hmac(&key, text.as_bytes()))
    }
}

fn hmac(key: &[u8], text: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of every length");
    mac.update(text);
    mac.finalize().into_bytes().to_vec()
}

/// Percent-encodes as Signature Version 4 requires. A path keeps its slashes.
fn encode(text: &str, keep_slash: bool) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || (keep_slash && byte == b'/') {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a string takes every text");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a signer with the keys of Amazon's documented examples.
    fn documented(public_url: &str) -> Signer {
        Signer {
            public_url: public_url.parse().expect("a URL"),
            region: "us-east-1".to_owned(),
            bucket: "examplebucket".to_owned(),
            access_key_id: "AKIAIOSFODNN7EXAMPLE".to_owned(),
            secret_access_key: SecretString::from("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        }
    }

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("a time")
    }

    #[test]
    fn signed_get_matches_documented_example() {
        let signer = documented("https://examplebucket.s3.amazonaws.com");
        let url = signer.get_path("/test.txt", at("2013-05-24T00:00:00Z"), Duration::from_hours(24));
        let signature = url.split("X-Amz-Signature=").nth(1);
        assert_eq!(signature, Some("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"));
    }

    #[test]
    fn signed_policy_matches_documented_example() {
        let policy = "eyAiZXhwaXJhdGlvbiI6ICIyMDE1LTEyLTMwVDEyOjAwOjAwLjAwMFoiLA0KICAiY29uZGl0aW9ucyI6IFsNCiAgICB7ImJ1Y2tldCI6ICJzaWd2NGV4YW1wbGVidWNrZXQifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRrZXkiLCAidXNlci91c2VyMS8iXSwNCiAgICB7ImFjbCI6ICJwdWJsaWMtcmVhZCJ9LA0KICAgIHsic3VjY2Vzc19hY3Rpb25fcmVkaXJlY3QiOiAiaHR0cDovL3NpZ3Y0ZXhhbXBsZWJ1Y2tldC5zMy5hbWF6b25hd3MuY29tL3N1Y2Nlc3NmdWxfdXBsb2FkLmh0bWwifSwNCiAgICBbInN0YXJ0cy13aXRoIiwgIiRDb250ZW50LVR5cGUiLCAiaW1hZ2UvIl0sDQogICAgeyJ4LWFtei1tZXRhLXV1aWQiOiAiMTQzNjUxMjM2NTEyNzQifSwNCiAgICB7IngtYW16LXNlcnZlci1zaWRlLWVuY3J5cHRpb24iOiAiQUVTMjU2In0sDQogICAgWyJzdGFydHMtd2l0aCIsICIkeC1hbXotbWV0YS10YWciLCAiIl0sDQoNCiAgICB7IngtYW16LWNyZWRlbnRpYWwiOiAiQUtJQUlPU0ZPRE5ON0VYQU1QTEUvMjAxNTEyMjkvdXMtZWFzdC0xL3MzL2F3czRfcmVxdWVzdCJ9LA0KICAgIHsieC1hbXotYWxnb3JpdGhtIjogIkFXUzQtSE1BQy1TSEEyNTYifSwNCiAgICB7IngtYW16LWRhdGUiOiAiMjAxNTEyMjlUMDAwMDAwWiIgfQ0KICBdDQp9";
        let signature = documented("https://s3.amazonaws.com").sign(at("2015-12-29T00:00:00Z"), policy);
        assert_eq!(signature, "8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e");
    }

    #[test]
    fn form_restricts_key_type_and_size() {
        let rule = UploadRule {
            key: "self-check/local/a.jpg",
            content_type: "image/jpeg",
            max_size: 2_097_152,
            expires: Duration::from_mins(5),
        };
        let form = documented("http://localhost:9000/").upload(&rule, at("2026-01-02T03:04:05Z"));
        assert_eq!(form.url, "http://localhost:9000/examplebucket");
        let names: Vec<_> = form.fields.iter().map(|(name, _)| name.as_str()).collect();
        let expected =
            ["key", "Content-Type", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "policy", "x-amz-signature"];
        assert_eq!(names, expected);
        let policy = STANDARD.decode(&form.fields[5].1).expect("base64");
        let policy: serde_json::Value = serde_json::from_slice(&policy).expect("JSON");
        assert_eq!(policy["expiration"], "2026-01-02T03:09:05.000Z");
        assert_eq!(policy["conditions"][1]["key"], "self-check/local/a.jpg");
        assert_eq!(policy["conditions"][2]["Content-Type"], "image/jpeg");
        assert_eq!(policy["conditions"][3], serde_json::json!(["content-length-range", 1, 2_097_152]));
    }

    #[test]
    fn signed_get_is_relative_and_keeps_slashes() {
        let path =
            documented("http://localhost:9000").get("a b/c.jpg", at("2026-01-02T03:04:05Z"), Duration::from_mins(10));
        assert!(path.starts_with("/examplebucket/a%20b/c.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&"), "{path}");
        assert!(path.contains("&X-Amz-Expires=600&"), "{path}");
    }

    #[test]
    fn signed_get_depends_on_key_time_and_ttl() {
        let signer = documented("http://localhost:9000");
        let (now, ttl) = (at("2026-01-02T03:04:05Z"), Duration::from_mins(10));
        let url = signer.get("a.jpg", now, ttl);
        assert_eq!(signer.get("a.jpg", now, ttl), url);
        for other in [
            signer.get("b.jpg", now, ttl),
            signer.get("a.jpg", at("2026-01-02T03:04:06Z"), ttl),
            signer.get("a.jpg", now, Duration::from_mins(11)),
            documented("http://localhost:9001").get("a.jpg", now, ttl),
            documented("http://example.com:9000").get("a.jpg", now, ttl),
        ] {
            let signature = |url: &str| url.split("X-Amz-Signature=").nth(1).map(str::to_owned);
            assert_ne!(signature(&other), signature(&url), "{other}");
        }
    }

    #[test]
    fn signed_get_keeps_path_of_public_url() {
        let path = documented("https://cdn.example.com/assets/").get(
            "a.jpg",
            at("2026-01-02T03:04:05Z"),
            Duration::from_mins(10),
        );
        assert!(path.starts_with("/assets/examplebucket/a.jpg?"), "{path}");
    }

    #[test]
    fn path_is_percent_encoded() {
        assert_eq!(encode("/a b/혀+&?.jpg~", true), "/a%20b/%ED%98%80%2B%26%3F.jpg~");
        assert_eq!(encode("a/b", false), "a%2Fb");
    }

    #[test]
    fn debug_hides_the_secret() {
        let shown = format!("{:?}", documented("http://localhost:9000"));
        assert_eq!(shown, r#"Signer { bucket: "examplebucket", .. }"#);
    }
}
