//! Amenity products: the contents of a bottle, the bottles in a box, and the price of the box.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::krw::Krw;
use crate::text::parse_line;
use crate::validation::{Invalid, InvalidCode};

/// The largest bottle, in millilitres.
const MAX_BOTTLE_ML: i32 = 20_000;
/// The maximum number of bottles in a box.
const MAX_BOTTLES_PER_BOX: i32 = 1_000;
/// The highest price of a box.
const MAX_UNIT_PRICE: Krw = Krw::new(100_000_000);
/// The longest name and fragrance, in characters.
const MAX_NAME_CHARS: usize = 80;
/// The longest code, in characters.
const MAX_CODE_CHARS: usize = 20;

/// What a product is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ProductType {
    /// Shampoo.
    Shampoo,
    /// Hair treatment.
    Treatment,
    /// Body wash.
    BodyWash,
    /// Body cream.
    BodyCream,
    /// Hand wash.
    HandWash,
    /// Toothpaste.
    Toothpaste,
}

/// A product as somebody entered it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProductInput<'a> {
    /// The product code.
    pub code: &'a str,
    /// The type's code.
    pub kind: &'a str,
    /// The name.
    pub name: &'a str,
    /// The fragrance.
    pub fragrance: &'a str,
    /// The contents of a bottle, in millilitres.
    pub bottle_ml: i32,
    /// The bottles in a box.
    pub bottles_per_box: i32,
    /// The price of a box in won, without VAT.
    pub unit_price: i64,
}

/// A valid product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductSpec {
    /// The product code.
    pub code: String,
    /// The type.
    pub kind: ProductType,
    /// The name.
    pub name: String,
    /// The fragrance.
    pub fragrance: String,
    /// The contents of a bottle, in millilitres.
    pub bottle_ml: i32,
    /// The bottles in a box.
    pub bottles_per_box: i32,
    /// The price of a box, without VAT.
    pub unit_price: Krw,
}

impl ProductSpec {
    /// Parses a product.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn parse(input: &ProductInput<'_>) -> Result<Self, Vec<Invalid>> {
        let mut errors = Vec::new();
        let mut check =
            |parsed: Result<String, Invalid>| parsed.map_err(|error| errors.push(error)).unwrap_or_default();
        let code = check(parse_code(input.code));
        let name = check(parse_line("name", input.name, MAX_NAME_CHARS));
        let fragrance = check(parse_line("fragrance", input.fragrance, MAX_NAME_CHARS));
        let kind =
            input.kind.parse::<ProductType>().map_err(|_| errors.push(Invalid::new("type", InvalidCode::Unknown)));
        let mut range = |field, is_valid: bool| {
            if !is_valid {
                errors.push(Invalid::new(field, InvalidCode::Range));
            }
        };
        range("bottleMl", (1..=MAX_BOTTLE_ML).contains(&input.bottle_ml));
        range("bottlesPerBox", (1..=MAX_BOTTLES_PER_BOX).contains(&input.bottles_per_box));
        let unit_price = Krw::new(input.unit_price);
        range("unitPrice", (Krw::ZERO..=MAX_UNIT_PRICE).contains(&unit_price));
        match kind {
            Ok(kind) if errors.is_empty() => Ok(Self {
                code,
                kind,
                name,
                fragrance,
                bottle_ml: input.bottle_ml,
                bottles_per_box: input.bottles_per_box,
                unit_price,
            }),
            _ => Err(errors),
        }
    }
}

/// Parses a product code: capital letters, digits and hyphens.
fn parse_code(text: &str) -> Result<String, Invalid> {
    let code = parse_line("code", text, MAX_CODE_CHARS)?.to_ascii_uppercase();
    let is_code = code.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-');
    if is_code { Ok(code) } else { Err(Invalid::new("code", InvalidCode::Format)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: ProductInput<'static> = ProductInput {
        code: "sh-300",
        kind: "shampoo",
        name: "Shampoo",
        fragrance: "White tea",
        bottle_ml: 300,
        bottles_per_box: 20,
        unit_price: 48_000,
    };

    #[test]
    fn product_is_parsed() {
        let product = ProductSpec::parse(&INPUT).expect("a product");
        assert_eq!((product.code.as_str(), product.kind), ("SH-300", ProductType::Shampoo));
        assert!(ProductSpec::parse(&ProductInput { unit_price: 0, ..INPUT }).is_ok());
    }

    #[test]
    fn product_names_every_bad_field() {
        let empty = ProductSpec::parse(&ProductInput { unit_price: -1, ..ProductInput::default() });
        let errors: Vec<String> = empty.expect_err("nothing").iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            [
                "code: required",
                "name: required",
                "fragrance: required",
                "type: unknown",
                "bottleMl: range",
                "bottlesPerBox: range",
                "unitPrice: range"
            ]
        );
        let code = ProductSpec::parse(&ProductInput { code: "=1+1", ..INPUT });
        assert_eq!(code, Err(vec![Invalid::new("code", InvalidCode::Format)]));
    }
}
