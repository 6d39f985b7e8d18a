//! An authenticator with one key, which responds like a phone or a security key (`WebAuthn`, P-256).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags: the user is present and verified.
const VERIFIED: u8 = 0b101;
/// Flag: the response contains the key.
const WITH_KEY: u8 = 0b100_0000;
const CREDENTIAL_ID: [u8; 32] = [7; 32];

pub struct Authenticator {
    key: EcdsaKeyPair,
    random: SystemRandom,
    uses: u32,
}

impl Authenticator {
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random).expect("a key");
        Self { key, random, uses: 0 }
    }

    /// Responds to `navigator.credentials.create` of a page at `origin`.
    pub fn create(&mut self, options: &Value, origin: &str) -> Value {
        let mut data = self.data(text(&options["rp"]["id"]), VERIFIED | WITH_KEY);
        // AAGUID of zeros, length of the id, id, key
        data.extend([0; 16]);
        data.extend([0, 32]);
        data.extend(CREDENTIAL_ID);
        data.extend(self.cose_key());
        let length = u8::try_from(data.len()).expect("a short text");
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(length);
        object.extend(data);
        let client = client_data("webauthn.create", options, origin);
        build_credential(&json!({"attestationObject": encode(&object), "clientDataJSON": encode(client.as_bytes())}))
    }

    /// Responds to `navigator.credentials.get` of a page at `origin`.
    pub fn sign(&mut self, options: &Value, origin: &str) -> Value {
        let data = self.data(text(&options["rpId"]), VERIFIED);
        let client = client_data("webauthn.get", options, origin);
        let signed = [data.as_slice(), Sha256::digest(&client).as_slice()].concat();
        let signature = self.key.sign(&self.random, &signed).expect("a signature");
        build_credential(&json!({
            "authenticatorData": encode(&data),
            "clientDataJSON": encode(client.as_bytes()),
            "signature": encode(signature.as_ref()),
            "userHandle": null,
        }))
    }

    /// Returns the relying party's hash, flags and counter.
    fn data(&mut self, party: &str, flags: u8) -> Vec<u8> {
        self.uses += 1;
        let mut data = Sha256::digest(party).to_vec();
        data.push(flags);
        data.extend(self.uses.to_be_bytes());
        data
    }

    /// CBOR: {kty: EC2, alg: ES256, crv: P-256, x, y}
    fn cose_key(&self) -> Vec<u8> {
        // after the byte that marks an uncompressed point
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".as_slice(), x, b"\x22\x58\x20", y].concat()
    }
}

fn client_data(kind: &str, options: &Value, origin: &str) -> String {
    json!({"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": false}).to_string()
}

fn build_credential(response: &Value) -> Value {
    let id = encode(&CREDENTIAL_ID);
    json!({"id": id, "rawId": id, "type": "public-key", "response": response})
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}
