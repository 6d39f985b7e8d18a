//! Names: short names of tests, and no words of the private vocabulary that this code once had.

use anyhow::Result;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Ident, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemMod, ItemStatic, ItemStruct, ItemTrait, ItemType,
    PatIdent, TraitItemFn,
};

use crate::source::{is_test_function, rust_files};

const MAX_TEST_NAME_LENGTH: usize = 45;
/// Words that no name of a function, type, constant, module or variable contains. The spelling is American.
const FORBIDDEN_WORDS: [&str; 16] = [
    "asked", "beside", "bury", "centre", "colour", "desk", "given", "grey", "handed", "house", "nought", "patience",
    "said", "told", "victim", "world",
];
/// Words that no constant begins with: it says `MAX_`, `MIN_`, `…_TIMEOUT` or `…_INTERVAL`.
const FORBIDDEN_PREFIXES: [&str; 6] = ["fewest", "largest", "longest", "look", "most", "smallest"];

/// Collects the names that a file defines. The names of fields are those of JSON and of columns, and do not count.
#[derive(Default)]
struct Definitions {
    names: Vec<String>,
    tests: Vec<String>,
}

impl Definitions {
    fn add(&mut self, name: &Ident) {
        self.names.push(name.to_string());
    }

    fn add_function(&mut self, name: &Ident, attributes: &[Attribute]) {
        self.add(name);
        if is_test_function(attributes) {
            self.tests.push(name.to_string());
        }
    }
}

impl<'ast> Visit<'ast> for Definitions {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add_function(&item.sig.ident, &item.attrs);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(&item.sig.ident);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.add(&item.sig.ident);
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.add(&item.ident);
        visit::visit_item_const(self, item);
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        self.add(&item.ident);
        visit::visit_item_static(self, item);
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.add(&item.ident);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.add(&item.ident);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.add(&item.ident);
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.add(&item.ident);
        visit::visit_item_type(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.add(&item.ident);
        visit::visit_item_mod(self, item);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.add(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }
}

/// Splits `snake_case`, `SCREAMING_CASE` and `CamelCase` into lower-case words.
fn words(name: &str) -> Vec<String> {
    let is_camel_case = name.contains(char::is_lowercase);
    let mut words = vec![String::new()];
    for c in name.chars() {
        if c == '_' || (is_camel_case && c.is_uppercase()) {
            words.push(String::new());
        }
        if c != '_' {
            let word = words.last_mut().expect("at least one word");
            word.extend(c.to_lowercase());
        }
    }
    words
}

fn is_forbidden(name: &str) -> bool {
    let words = words(name);
    let is_constant = !name.contains(char::is_lowercase);
    words.iter().any(|word| FORBIDDEN_WORDS.contains(&word.as_str()))
        || (is_constant && FORBIDDEN_PREFIXES.contains(&words[0].as_str()))
}

#[test]
fn names_use_the_vocabulary() -> Result<()> {
    let mut errors = Vec::new();
    for file in rust_files()? {
        let mut definitions = Definitions::default();
        definitions.visit_file(&file.syntax);
        definitions.names.retain(|name| is_forbidden(name));
        definitions.names.sort();
        definitions.names.dedup();
        if !definitions.names.is_empty() {
            errors.push(format!("{}: {}: {}", file.package, file.path, definitions.names.join(", ")));
        }
    }
    assert!(errors.is_empty(), "names with forbidden words:\n{}", errors.join("\n"));
    Ok(())
}

#[test]
fn test_names_are_short() -> Result<()> {
    let mut errors = Vec::new();
    for file in rust_files()? {
        let mut definitions = Definitions::default();
        definitions.visit_file(&file.syntax);
        let long = definitions.tests.iter().filter(|name| name.len() > MAX_TEST_NAME_LENGTH);
        errors.extend(long.map(|name| format!("{}: {}: {name}", file.package, file.path)));
    }
    assert!(errors.is_empty(), "more than {MAX_TEST_NAME_LENGTH} characters:\n{}", errors.join("\n"));
    Ok(())
}

#[test]
fn forbidden_names_are_found() {
    for name in ["PATIENCE", "LOOK_EVERY", "MOST_LINES", "TestWorld", "House", "is_told", "given", "brand_colour"] {
        assert!(is_forbidden(name), "{name}");
    }
    for name in ["MAX_LINES", "TestApp", "household", "largest_component", "POLL_INTERVAL"] {
        assert!(!is_forbidden(name), "{name}");
    }
}
