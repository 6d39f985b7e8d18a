//! The device of a session, as its owner recognizes it: browser, system and a part of the network address.

use std::net::IpAddr;

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A browser, or an app that shows web pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Browser {
    /// The messenger of Kakao.
    Kakaotalk,
    /// The app of Naver.
    Naver,
    /// The browser of Samsung phones.
    Samsung,
    /// Whale, the browser of Naver.
    Whale,
    /// Microsoft Edge.
    Edge,
    /// Mozilla Firefox.
    Firefox,
    /// Google Chrome.
    Chrome,
    /// Apple Safari.
    Safari,
    /// Any other client.
    Other,
}

/// An operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Platform {
    /// Android.
    Android,
    /// iOS or iPadOS.
    Ios,
    /// Windows.
    Windows,
    /// macOS.
    Macos,
    /// Linux or Chrome OS.
    Linux,
    /// Any other system.
    Other,
}

/// What a client's `User-Agent` claims. It can be forged, so it is only shown to the session's owner and decides
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// The browser.
    pub browser: Browser,
    /// The operating system.
    pub platform: Platform,
}

/// Substrings that identify browsers, the most specific first: most browsers also name those that they imitate.
const BROWSER_MARKS: [(&str, Browser); 13] = [
    ("KAKAOTALK", Browser::Kakaotalk),
    ("NAVER(", Browser::Naver),
    ("SamsungBrowser/", Browser::Samsung),
    ("Whale/", Browser::Whale),
    ("Edg/", Browser::Edge),
    ("EdgA/", Browser::Edge),
    ("EdgiOS/", Browser::Edge),
    ("FxiOS/", Browser::Firefox),
    ("Firefox/", Browser::Firefox),
    ("CriOS/", Browser::Chrome),
    ("OPR/", Browser::Other),
    ("Chrome/", Browser::Chrome),
    ("Safari/", Browser::Safari),
];

/// Substrings that identify systems, the most specific first.
const PLATFORM_MARKS: [(&str, Platform); 8] = [
    ("Android", Platform::Android),
    ("iPhone", Platform::Ios),
    ("iPad", Platform::Ios),
    ("Windows", Platform::Windows),
    ("Macintosh", Platform::Macos),
    ("Mac OS X", Platform::Macos),
    ("CrOS", Platform::Linux),
    ("Linux", Platform::Linux),
];

impl Device {
    /// Reads a `User-Agent`.
    #[must_use]
    pub fn from_user_agent(text: &str) -> Self {
        let browser = BROWSER_MARKS.iter().find(|(mark, _)| text.contains(mark));
        let platform = PLATFORM_MARKS.iter().find(|(mark, _)| text.contains(mark));
        Self {
            browser: browser.map_or(Browser::Other, |(_, browser)| *browser),
            platform: platform.map_or(Platform::Other, |(_, platform)| *platform),
        }
    }
}

/// Returns the part of an address that identifies a network but no subscriber: three bytes of IPv4, 48 bits of IPv6.
#[must_use]
pub fn mask_address(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            format!("{a}.{b}.{c}.*")
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:*")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_recognized() {
        let android = "Mozilla/5.0 (Linux; Android 14; SM-S928N) AppleWebKit/537.36 (KHTML, like Gecko)";
        let iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
        let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        for (text, browser, platform) in [
            (format!("{android} Chrome/131.0.0.0 Mobile Safari/537.36"), Browser::Chrome, Platform::Android),
            (
                format!("{android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36"),
                Browser::Samsung,
                Platform::Android,
            ),
            (
                format!("{android} Chrome/131.0.0.0 Mobile Safari/537.36;KAKAOTALK 2511050"),
                Browser::Kakaotalk,
                Platform::Android,
            ),
            (format!("{iphone} Version/18.1 Mobile/15E148 Safari/604.1"), Browser::Safari, Platform::Ios),
            (format!("{iphone} NAVER(inapp; search; 2000; 12.9.0; 16)"), Browser::Naver, Platform::Ios),
            (format!("{iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1"), Browser::Chrome, Platform::Ios),
            (format!("{windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"), Browser::Edge, Platform::Windows),
            (format!("{windows} Chrome/130.0.0.0 Whale/4.29.282.14 Safari/537.36"), Browser::Whale, Platform::Windows),
            (format!("{windows} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0"), Browser::Other, Platform::Windows),
            (format!("{mac} Version/18.1 Safari/605.1.15"), Browser::Safari, Platform::Macos),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0".to_owned(),
                Browser::Firefox,
                Platform::Linux,
            ),
            ("curl/8.5.0".to_owned(), Browser::Other, Platform::Other),
            (String::new(), Browser::Other, Platform::Other),
        ] {
            assert_eq!(Device::from_user_agent(&text), Device { browser, platform }, "{text}");
        }
    }

    #[test]
    fn masked_address_names_no_subscriber() {
        for (address, masked) in [
            ("203.0.113.9", "203.0.113.*"),
            ("::ffff:203.0.113.9", "203.0.113.*"),
            ("2001:db8:1234:5678::9", "2001:db8:1234:*"),
        ] {
            assert_eq!(mask_address(address.parse().expect("an address")), masked);
        }
    }
}
