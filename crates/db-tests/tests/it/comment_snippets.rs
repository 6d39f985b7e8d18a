//! Comment snippets: their owners, who sees them, and their maximum number.

use db::TenantDb;
use db::comment_snippets::{self, SnippetOwner, SnippetTexts};
use domain::{InstitutionId, SnippetId, StaffId};
use testing::{Clinic, factory};

use crate::support::connect;

fn texts(title: &str) -> SnippetTexts {
    SnippetTexts { title: title.to_owned(), body: format!("{title} 본문") }
}

async fn insert(db: &TenantDb, clinic: InstitutionId, owner: SnippetOwner, title: &str) -> Option<SnippetId> {
    let mut conn = connect(db).await;
    comment_snippets::insert(&mut conn, clinic, owner, &texts(title), factory::now()).await.expect("a result")
}

async fn titles(db: &TenantDb, clinic: InstitutionId, staff: StaffId) -> Vec<String> {
    let listed = comment_snippets::list(&mut connect(db).await, clinic, staff).await.expect("a list");
    listed.into_iter().map(|snippet| snippet.title).collect()
}

#[tokio::test]
async fn member_sees_own_and_clinic_snippets() {
    let fixture = Clinic::new().await;
    let (db, member) = (&fixture.db, SnippetOwner::Member(fixture.staff));
    let [clinic, elsewhere] = fixture.database.first.institutions[..] else { panic!("two clinics") };
    let shared = insert(db, clinic, SnippetOwner::Clinic, "나").await.expect("inserted");
    let own = insert(db, clinic, member, "가").await.expect("inserted");
    assert_eq!(titles(db, clinic, fixture.staff).await, ["가", "나"], "by title");
    let stranger = StaffId::new(fixture.staff.get() + 1);
    assert_eq!(titles(db, clinic, stranger).await, ["나"]);
    assert!(titles(db, elsewhere, fixture.staff).await.is_empty());
    for (clinic, staff, id, owner) in [
        (clinic, fixture.staff, shared, Some(SnippetOwner::Clinic)),
        (clinic, fixture.staff, own, Some(member)),
        (clinic, stranger, own, None),
        (elsewhere, fixture.staff, shared, None),
    ] {
        let found = comment_snippets::find_owner(&mut connect(db).await, clinic, staff, id).await.expect("a result");
        assert_eq!(found, owner, "{clinic} {staff} {id}");
    }
}

#[tokio::test]
async fn snippet_texts_change_until_deleted() {
    let fixture = Clinic::new().await;
    let clinic = fixture.database.first.institutions[0];
    let id = insert(&fixture.db, clinic, SnippetOwner::Clinic, "처음").await.expect("inserted");
    let mut conn = connect(&fixture.db).await;
    assert!(comment_snippets::set_texts(&mut conn, id, &texts("나중"), factory::now()).await.expect("a result"));
    assert_eq!(titles(&fixture.db, clinic, fixture.staff).await, ["나중"]);
    comment_snippets::delete(&mut conn, id).await.expect("deleted");
    assert!(!comment_snippets::set_texts(&mut conn, id, &texts("다시"), factory::now()).await.expect("a result"));
    assert!(titles(&fixture.db, clinic, fixture.staff).await.is_empty());
}

#[tokio::test]
async fn owner_has_at_most_fifty_snippets() {
    let fixture = Clinic::new().await;
    let clinic = fixture.database.first.institutions[0];
    for number in 0..50 {
        let title = format!("{number:02}");
        assert!(insert(&fixture.db, clinic, SnippetOwner::Clinic, &title).await.is_some(), "{title}");
    }
    assert!(insert(&fixture.db, clinic, SnippetOwner::Clinic, "50").await.is_none());
    assert!(
        insert(&fixture.db, clinic, SnippetOwner::Member(fixture.staff), "50").await.is_some(),
        "members have their own"
    );
}
