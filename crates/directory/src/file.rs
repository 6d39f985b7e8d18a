//! Files that describe an installation.
//!
//! ```toml
//! [[tenants]]
//! key = "bom"                        # the fields of domain::directory::TenantInput
//! logo = "logo.png"                  # files next to this one
//! bannerPicture = "banner.jpg"
//! insurers = ["삼성화재"]             # default: Korea's insurers
//! [tenants.kakao]                    # domain::directory::KakaoInput
//! [[tenants.paymentAccounts]]        # provider, clientId, secret or secretVariable
//! [[tenants.clinics]]                # domain::directory::ClinicInput
//! [[tenants.clinics.admins]]         # loginId, name
//! ```

use domain::Invalid;
use domain::directory::{AccountInput, ClinicInput, InsurerInput, KakaoInput, TenantInput, parse_secret};
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::error::{FileErrors, explain};
use crate::{AdminInput, Error, Picture, parse_banner_picture, parse_logo};

/// The sources of values that a file only refers to.
#[expect(missing_debug_implementations, reason = "functions")]
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Reads a file in the same folder.
    pub read_file: &'a dyn Fn(&str) -> std::io::Result<Vec<u8>>,
    /// Returns the value of an environment variable.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
    /// The operators' own host, which no tenant can have.
    pub ops_host: &'a str,
}

/// A validated installation.
#[derive(Clone, Debug)]
pub struct Installation {
    /// The tenants.
    pub tenants: Vec<TenantFile>,
}

/// A tenant with its insurers, channel, accounts and clinics.
#[derive(Clone, Debug)]
pub struct TenantFile {
    /// Its settings.
    pub input: TenantInput,
    /// Its logo.
    pub logo: Option<Picture>,
    /// The picture of its banner.
    pub banner_picture: Option<Picture>,
    /// Its insurers in their order. `None` means Korea's insurers for a new tenant and no change for an existing one.
    pub insurers: Option<Vec<String>>,
    /// Its `KakaoTalk` channel.
    pub kakao: Option<KakaoInput>,
    /// Its payment accounts.
    pub accounts: Vec<AccountFile>,
    /// Its clinics.
    pub clinics: Vec<ClinicFile>,
}

/// An account at a payment provider.
#[derive(Clone, Debug)]
pub struct AccountFile {
    /// The settings.
    pub input: AccountInput,
    /// The secret.
    pub secret: SecretString,
}

/// A clinic with its first admins.
#[derive(Clone, Debug)]
pub struct ClinicFile {
    /// The settings.
    pub input: ClinicInput,
    /// The admins. An existing account is not changed.
    pub admins: Vec<AdminInput>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RawAccount {
    provider: String,
    client_id: String,
    secret: Option<SecretString>,
    secret_variable: Option<String>,
}

impl Installation {
    /// Parses and checks a file.
    ///
    /// # Errors
    /// Every invalid entry.
    pub fn parse(text: &str, sources: &Sources<'_>) -> Result<Self, FileErrors> {
        let table = text.parse::<Table>().map_err(|error| FileErrors(vec![error.to_string().trim().to_owned()]))?;
        Self::from_table(table, sources)
    }

    /// Validates the parsed tables of a file.
    ///
    /// # Errors
    /// Every invalid entry.
    pub fn from_table(mut table: Table, sources: &Sources<'_>) -> Result<Self, FileErrors> {
        let mut reader = FileReader { sources, errors: Vec::new() };
        let tenants = take_tables(&mut table, "tenants", "tenants", &mut reader);
        for key in table.keys() {
            reader.errors.push(format!("{key}: is not known here"));
        }
        if tenants.is_empty() && reader.errors.is_empty() {
            reader.errors.push("tenants: is missing".to_owned());
        }
        let tenants: Vec<_> = tenants
            .into_iter()
            .enumerate()
            .filter_map(|(index, table)| reader.tenant(&place_of(index, &table), table))
            .collect();
        if reader.errors.is_empty() { Ok(Self { tenants }) } else { Err(FileErrors(reader.errors)) }
    }
}

/// Describes a tenant of the file by its number, and its key if it has one.
fn place_of(index: usize, table: &Table) -> String {
    match table.get("key").and_then(Value::as_str) {
        Some(key) => format!("tenants[{index}] ({key})"),
        None => format!("tenants[{index}]"),
    }
}

struct FileReader<'a> {
    sources: &'a Sources<'a>,
    errors: Vec<String>,
}

impl FileReader<'_> {
    fn tenant(&mut self, place: &str, mut table: Table) -> Option<TenantFile> {
        let logo = self.picture(place, &mut table, "logo", parse_logo);
        let banner_picture = self.picture(place, &mut table, "bannerPicture", parse_banner_picture);
        let insurers = self.take::<Vec<String>>(place, &mut table, "insurers");
        let kakao = self.take::<KakaoInput>(place, &mut table, "kakao");
        let accounts = take_tables(&mut table, place, "paymentAccounts", self);
        let clinics = take_tables(&mut table, place, "clinics", self);
        let input = self.convert::<TenantInput>(place, Value::Table(table));

        if let Some(input) = &input {
            self.check(place, input.parse(self.sources.ops_host));
        }
        if let Some(kakao) = &kakao {
            self.check(&format!("{place}.kakao"), kakao.parse());
        }
        for (index, name) in insurers.iter().flatten().enumerate() {
            let insurer = InsurerInput { name: name.clone(), position: 0, active: true };
            self.check(&format!("{place}.insurers[{index}]"), insurer.parse());
        }
        let accounts = accounts
            .into_iter()
            .enumerate()
            .filter_map(|(index, table)| self.account(&format!("{place}.paymentAccounts[{index}]"), table))
            .collect();
        let clinics = clinics
            .into_iter()
            .enumerate()
            .filter_map(|(index, table)| self.clinic(&format!("{place}.clinics[{index}]"), table))
            .collect();
        Some(TenantFile { input: input?, logo, banner_picture, insurers, kakao, accounts, clinics })
    }

    fn account(&mut self, place: &str, table: Table) -> Option<AccountFile> {
        let raw = self.convert::<RawAccount>(place, Value::Table(table))?;
        let input = AccountInput { provider: raw.provider, client_id: raw.client_id, active: true };
        self.check(place, input.parse());
        let secret = match (raw.secret, raw.secret_variable) {
            (Some(secret), None) => secret,
            (None, Some(name)) => {
                let Some(value) = (self.sources.variable)(&name) else {
                    self.errors.push(format!("{place}.secretVariable: {name} is not set"));
                    return None;
                };
                SecretString::from(value)
            }
            _ => {
                self.errors.push(format!("{place}: has to have either secret or secretVariable"));
                return None;
            }
        };
        if let Err(invalid) = parse_secret(secret.expose_secret()) {
            self.refuse(place, &[invalid]);
        }
        Some(AccountFile { input, secret })
    }

    fn clinic(&mut self, place: &str, mut table: Table) -> Option<ClinicFile> {
        let admins = take_tables(&mut table, place, "admins", self);
        let input = self.convert::<ClinicInput>(place, Value::Table(table));
        if let Some(input) = &input {
            self.check(place, input.parse(true));
        }
        let mut parsed = Vec::new();
        for (index, admin) in admins.into_iter().enumerate() {
            let place = format!("{place}.admins[{index}]");
            let Some(admin) = self.convert::<AdminInput>(&place, Value::Table(admin)) else { continue };
            if let Err(Error::Refused(refused)) = admin.parse() {
                self.refuse(&place, &refused);
            }
            parsed.push(admin);
        }
        Some(ClinicFile { input: input?, admins: parsed })
    }

    fn picture(
        &mut self,
        place: &str,
        table: &mut Table,
        key: &'static str,
        parse: fn(Vec<u8>) -> Result<Picture, Invalid>,
    ) -> Option<Picture> {
        let name = self.take::<String>(place, table, key)?;
        let file = (self.sources.read_file)(&name);
        let file =
            file.map_err(|error| self.errors.push(format!("{place}.{key}: {name} cannot be read: {error}"))).ok()?;
        parse(file).map_err(|invalid| self.refuse(place, &[invalid])).ok()
    }

    /// Removes a value from a table and converts it.
    fn take<T: DeserializeOwned>(&mut self, place: &str, table: &mut Table, key: &str) -> Option<T> {
        let value = table.remove(key)?;
        self.convert(&format!("{place}.{key}"), value)
    }

    fn convert<T: DeserializeOwned>(&mut self, place: &str, value: Value) -> Option<T> {
        value.try_into().map_err(|error| self.errors.push(format!("{place}: {}", error.to_string().trim()))).ok()
    }

    fn check<T>(&mut self, place: &str, parsed: Result<T, Vec<Invalid>>) {
        if let Err(refused) = parsed {
            self.refuse(place, &refused);
        }
    }

    fn refuse(&mut self, place: &str, refused: &[Invalid]) {
        let lines = refused.iter().map(|invalid| format!("{place}.{}: {}", invalid.field, explain(invalid)));
        self.errors.extend(lines);
    }
}

/// Removes a list of tables from a table.
fn take_tables(table: &mut Table, place: &str, key: &str, reader: &mut FileReader<'_>) -> Vec<Table> {
    let Some(value) = table.remove(key) else { return Vec::new() };
    let place = if place == key { key.to_owned() } else { format!("{place}.{key}") };
    reader.convert(&place, value).unwrap_or_default()
}

/// Adds the place in a file to a refusal that only the database can find.
pub(crate) fn locate(error: Error, place: &str) -> Error {
    match error {
        Error::Refused(refused) => Error::File(FileErrors(
            refused.iter().map(|invalid| format!("{place}.{}: {}", invalid.field, explain(invalid))).collect(),
        )),
        other => other,
    }
}

#[cfg(test)]
mod tests;
