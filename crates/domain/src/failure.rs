//! Why a picture could not be read.

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The value as the database and the API spell it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// The value spelled `text`.
            #[must_use]
            pub fn from_code(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}
pub(crate) use codes;

codes! {
    /// Why a picture could not be read, so that the patient can take a better one.
    FailureCode {
        /// No tongue was found in the picture.
        NoTongue = "no_tongue",
        /// The picture is too dark.
        TooDark = "too_dark",
        /// The picture is too bright.
        TooBright = "too_bright",
        /// The picture is blurred.
        Blurred = "blurred",
        /// The tongue covers too few pixels.
        TooSmall = "too_small",
        /// A part of the tongue lies outside the picture.
        CutOff = "cut_off",
        /// The file is not a picture that can be decoded.
        NotAnImage = "not_an_image",
        /// The file or its sides are larger than is read.
        TooLarge = "too_large",
        /// The analysis failed after its retries, for no fault of the picture.
        AnalysisFailed = "analysis_failed",
    }
}
