//! Variables of the parties that come from outside: they win over those of the stand-ins.

use std::collections::BTreeMap;

use clap::error::Error;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

/// Every variable of a party, with the option that gives it too.
const NAMES: [(&str, &str); 25] = [
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

/// The variables that were given, by name. A party whose address was given is not played.
#[derive(Clone, Debug, Default)]
pub struct GivenParties(BTreeMap<&'static str, String>);

impl GivenParties {
    /// The value of a variable that was given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// All that was given.
    #[must_use]
    pub fn variables(&self) -> BTreeMap<&'static str, String> {
        self.0.clone()
    }
}

impl Args for GivenParties {
    fn augment_args(command: Command) -> Command {
        NAMES.iter().fold(command, |command, (name, option)| {
            // a table in place of 25 fields; each is passed on as it is, and none is shown
            let argument = Arg::new(*name).long(*option).env(*name).hide_env_values(true).hide(true);
            command.arg(argument)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GivenParties {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Self::default();
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for (name, _) in NAMES {
            if let Some(value) = matches.get_one::<String>(name) {
                self.0.insert(name, value.clone());
            }
        }
        Ok(())
    }
}
