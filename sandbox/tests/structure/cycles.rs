//! No cycles between the top-level modules of a crate.
//!
//! A module depends on another one that it names: `crate::other::…`, `super::other::…`, or a name that the root of the crate
//! re-exports from it. Items for tests, `lib.rs` and `main.rs` do not count.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use syn::visit::{self, Visit};
use syn::{ItemMod, ItemUse, Macro, Path, UseTree};

use crate::source::{RustFile, is_test_only, rust_files};

/// The modules that each module depends on, with a file that shows it.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn modules_have_no_cycles() -> Result<()> {
    let files = rust_files()?;
    let packages: BTreeSet<&str> = files.iter().map(|file| file.package.as_str()).collect();
    let mut errors = Vec::new();
    for package in packages {
        let files: Vec<&RustFile> = files.iter().filter(|file| file.package == package).collect();
        let graph = dependency_graph(&files);
        errors.extend(find_cycles(&graph).into_iter().map(|cycle| format!("{package}: {}", describe(&graph, &cycle))));
    }
    assert!(errors.is_empty(), "modules depend on each other:\n{}", errors.join("\n"));
    Ok(())
}

fn dependency_graph(files: &[&RustFile]) -> Graph {
    let modules: BTreeSet<&str> = files.iter().filter_map(|file| Some(module_segments(file)?[0])).collect();
    let is_root = |file: &&&RustFile| matches!(file.module_path.as_deref(), Some("lib.rs" | "main.rs"));
    let mut exports = BTreeMap::new();
    for item in files.iter().filter(is_root).flat_map(|file| &file.syntax.items) {
        if let syn::Item::Use(item) = item {
            for name in collect_used_names(&item.tree, &[]) {
                let module = name.path.iter().find(|segment| modules.contains(segment.as_str()));
                exports.extend(module.map(|module| (name.alias.clone(), module.clone())));
            }
        }
    }
    let mut graph = Graph::new();
    for file in files {
        let Some(segments) = module_segments(file) else { continue };
        let mut names = RootNames { depth: segments.len(), names: BTreeSet::new() };
        names.visit_file(&file.syntax);
        let edges = graph.entry(segments[0].to_owned()).or_default();
        for name in names.names {
            let module = if modules.contains(name.as_str()) { Some(&name) } else { exports.get(&name) };
            if let Some(module) = module.filter(|module| *module != segments[0]) {
                edges.entry(module.clone()).or_insert_with(|| file.path.clone());
            }
        }
    }
    graph
}

/// Returns the names of the modules of a file, from the top level down; `None` for roots of crates and for tests.
fn module_segments(file: &RustFile) -> Option<Vec<&str>> {
    let path = file.module_path.as_deref()?.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let segments: Vec<&str> = path.split('/').collect();
    let is_test = segments.contains(&"tests");
    let is_root = segments[0] == "bin" || (segments.len() == 1 && ["lib", "main"].contains(&segments[0]));
    (!is_test && !is_root).then_some(segments)
}

/// Collects the names of a file that are resolved at the root of the crate.
struct RootNames {
    /// The depth of the current module: 1 at the top level.
    depth: usize,
    names: BTreeSet<String>,
}

impl RootNames {
    fn add(&mut self, segments: &[String]) {
        let supers = segments.iter().take_while(|segment| *segment == "super").count();
        let name = match segments.first().map(String::as_str) {
            Some("crate") => segments.get(1),
            Some("super") if supers == self.depth => segments.get(supers),
            _ => None,
        };
        self.names.extend(name.cloned());
    }
}

impl<'ast> Visit<'ast> for RootNames {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test_only(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for name in collect_used_names(&item.tree, &[]) {
            self.add(&name.path);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        self.add(&path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        // the arguments of a macro are tokens: `crate :: name`
        let tokens = item.tokens.to_string();
        for rest in tokens.split("crate :: ").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            self.names.insert(name);
        }
        visit::visit_macro(self, item);
    }
}

/// A name that a `use` item imports.
struct UsedName {
    path: Vec<String>,
    alias: String,
}

fn collect_used_names(tree: &UseTree, prefix: &[String]) -> Vec<UsedName> {
    let extended = |name: String| [prefix, &[name]].concat();
    match tree {
        UseTree::Path(path) => collect_used_names(&path.tree, &extended(path.ident.to_string())),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| collect_used_names(tree, prefix)).collect(),
        UseTree::Name(name) => {
            let alias = name.ident.to_string();
            vec![UsedName { path: extended(alias.clone()), alias }]
        }
        UseTree::Rename(rename) => {
            vec![UsedName { path: extended(rename.ident.to_string()), alias: rename.rename.to_string() }]
        }
        UseTree::Glob(_) => vec![UsedName { path: extended("*".to_owned()), alias: "*".to_owned() }],
    }
}

/// Returns the sets of modules that reach each other.
fn find_cycles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let reachable: BTreeMap<&String, BTreeSet<String>> =
        graph.keys().map(|module| (module, reachable_from(graph, module))).collect();
    let mut cycles = BTreeSet::new();
    for (module, reached) in &reachable {
        if reached.contains(*module) {
            let is_mutual = |other: &&String| reachable.get(*other).is_some_and(|back| back.contains(*module));
            cycles.insert(reached.iter().filter(is_mutual).cloned().collect::<BTreeSet<_>>());
        }
    }
    cycles.into_iter().collect()
}

fn reachable_from(graph: &Graph, module: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![module.to_owned()];
    while let Some(next) = open.pop() {
        for target in graph.get(&next).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(target.clone()) {
                open.push(target.clone());
            }
        }
    }
    reached
}

fn describe(graph: &Graph, cycle: &BTreeSet<String>) -> String {
    let mut lines = vec![cycle.iter().cloned().collect::<Vec<_>>().join(", ")];
    for (module, edges) in graph.iter().filter(|(module, _)| cycle.contains(*module)) {
        let edges = edges.iter().filter(|(target, _)| cycle.contains(*target));
        lines.extend(edges.map(|(target, file)| format!("    {module} -> {target} ({file})")));
    }
    lines.join("\n")
}

#[test]
fn cycles_are_found() -> Result<()> {
    let file = |path: &str, text: &str| -> Result<RustFile> {
        let (package, path, module_path) = ("x".to_owned(), path.to_owned(), Some(path.to_owned()));
        Ok(RustFile { package, path, module_path, syntax: syn::parse_file(text)? })
    };
    let files = [
        file("lib.rs", "mod a; mod b; mod c; mod d; pub use c::C;")?,
        file("a/mod.rs", "use crate::{b::B, d}; #[cfg(test)] mod tests { use crate::a; }")?,
        file("a/deep.rs", "use super::super::b;")?,
        file("b.rs", "fn f() { let _ = crate::C; }")?,
        file("c.rs", "fn f() { assert!(crate::a::is_true()); }")?,
        file("d.rs", "#[cfg(test)] mod tests { use crate::a; }")?,
    ];
    let graph = dependency_graph(&files.iter().collect::<Vec<_>>());
    let expected: BTreeSet<String> = ["a", "b", "c"].map(str::to_owned).into();
    assert_eq!(find_cycles(&graph), [expected]);
    Ok(())
}
