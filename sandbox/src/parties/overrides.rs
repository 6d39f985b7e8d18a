//! The parties' variables that the environment or the command line sets. They take precedence over the sandbox's.

use std::collections::BTreeMap;

use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// Every variable of a party, with its command line option.
const VARIABLES: [(&str, &str); 25] = [
    ("PORTONE_URL", "portone-url"),
    ("PORTONE_SDK_URL", "portone-sdk-url"),
    ("PORTONE_API_SECRET", "portone-api-secret"),
    ("PORTONE_STORE_ID", "portone-store-id"),
    ("PORTONE_CHANNEL_KEY", "portone-channel-key"),
    ("KAKAO_AUTH_URL", "kakao-auth-url"),
    ("KAKAO_API_URL", "kakao-api-url"),
    ("KAKAO_CLIENT_ID", "kakao-client-id"),
    ("KAKAO_CLIENT_SECRET", "kakao-client-secret"),
    ("NAVER_AUTH_URL", "naver-auth-url"),
    ("NAVER_API_URL", "naver-api-url"),
    ("NAVER_CLIENT_ID", "naver-client-id"),
    ("NAVER_CLIENT_SECRET", "naver-client-secret"),
    ("GOOGLE_AUTH_URL", "google-auth-url"),
    ("GOOGLE_TOKEN_URL", "google-token-url"),
    ("GOOGLE_API_URL", "google-api-url"),
    ("GOOGLE_CLIENT_ID", "google-client-id"),
    ("GOOGLE_CLIENT_SECRET", "google-client-secret"),
    ("JUSO_URL", "juso-url"),
    ("JUSO_KEY", "juso-key"),
    ("TOSS_URL", "toss-url"),
    ("INICIS_URL", "inicis-url"),
    ("INICIS_API_URL", "inicis-api-url"),
    ("SEAL_KEYS", "seal-keys"),
    ("CI_PEPPER", "ci-pepper"),
];

/// The set variables, by name. A party whose URL is set is not emulated.
#[derive(Clone, Debug, Default)]
pub struct PartyOverrides(BTreeMap<&'static str, String>);

impl PartyOverrides {
    /// Returns the value of a variable, if it is set.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns all set variables.
    #[must_use]
    pub fn variables(&self) -> BTreeMap<&'static str, String> {
        self.0.clone()
    }
}

impl Args for PartyOverrides {
    fn augment_args(command: Command) -> Command {
        VARIABLES.iter().fold(command, |command, (name, option)| {
            // a table instead of 25 fields; all are hidden from the help
            let argument = Arg::new(*name).long(*option).env(*name).hide_env_values(true).hide(true);
            command.arg(argument)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PartyOverrides {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut overrides = Self::default();
        overrides.update_from_arg_matches(matches)?;
        Ok(overrides)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (name, _) in VARIABLES {
            if let Some(value) = matches.get_one::<String>(name) {
                self.0.insert(name, value.clone());
            }
        }
        Ok(())
    }
}
