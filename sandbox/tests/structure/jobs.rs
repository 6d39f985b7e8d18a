//! The list of job kinds.

use std::collections::BTreeSet;

use syn::{Expr, Item, Type};

use crate::source::rust_files;

/// A kind that the list lacks would start without a handler, and its jobs would wait forever.
#[test]
fn every_job_is_in_the_list_of_kinds() {
    let files = rust_files().expect("the sources");
    let file = files.iter().find(|file| file.path == "crates/queue/src/jobs.rs").expect("the jobs");
    let (mut jobs, mut listed) = (BTreeSet::new(), BTreeSet::new());
    for item in &file.syntax.items {
        match item {
            Item::Impl(item) if is_job(item) => {
                jobs.extend(name(&item.self_ty));
            }
            Item::Const(item) if item.ident == "KINDS" => listed.extend(kinds(&item.expr)),
            _ => {}
        }
    }
    assert_eq!(jobs, listed);
    assert!(!jobs.is_empty(), "no job was found");
}

fn is_job(item: &syn::ItemImpl) -> bool {
    item.trait_.as_ref().is_some_and(|(_, path, _)| path.is_ident("Job"))
}

fn name(implementer: &Type) -> Option<String> {
    let Type::Path(path) = implementer else { return None };
    path.path.get_ident().map(ToString::to_string)
}

/// The types `T` of an array `[T::KIND, …]`.
fn kinds(array: &Expr) -> Vec<String> {
    let Expr::Array(array) = array else { panic!("KINDS is no array") };
    let type_of = |element: &Expr| {
        let Expr::Path(path) = element else { panic!("KINDS has an element that is no constant") };
        path.path.segments.first().map(|segment| segment.ident.to_string())
    };
    array.elems.iter().filter_map(type_of).collect()
}
