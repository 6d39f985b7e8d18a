//! The invariants at the end of a run: every accepted request has exactly one effect, and related data is consistent.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use reqwest::Client;
use serde_json::Value;

use super::hotel::BATTERY_PERCENT;
use super::{AcceptedRequests, Users};
use crate::external;
use crate::payments::{self, SECRET_KEY};
use crate::people::{self, PREFIX};
use crate::report::{Metric, Report};

/// The patients of this run.
const TEST_PATIENTS: &str = "select id from patients where login_user_id ~ '^$PREFIX[0-9]+$'";

/// A count that must be zero.
struct Check {
    name: &'static str,
    note: &'static str,
    /// The statement of the count; `$TEST_PATIENTS` stands for the patients of this run.
    statement: &'static str,
}

const CHECKS: [Check; 18] = [
    Check {
        name: "self-checks without result or failure",
        note: "accepted, and nothing followed",
        statement: "select count(*) from tcis t join pictures p on p.tci_id = t.id and p.current
            left join results r on r.picture_id = p.id
            where t.patient_id in ($TEST_PATIENTS) and r.picture_id is null and t.failure_code is null",
    },
    Check {
        name: "self-checks with result and failure",
        note: "",
        statement:
            "select count(*) from tcis t join pictures p on p.tci_id = t.id and p.current
            join results r on r.picture_id = p.id where t.patient_id in ($TEST_PATIENTS) and t.failure_code is not null",
    },
    Check {
        name: "photos without exactly one notification",
        note: "of the result or of the failure",
        statement:
            "select count(*) from pictures p join tcis t on t.id = p.tci_id where t.patient_id in ($TEST_PATIENTS)
            and (select count(*) from notifications n where n.picture_id = p.id) <> 1",
    },
    Check {
        name: "orders that are not paid",
        note: "the payer paid",
        statement: "select count(*) from orders where patient_id in ($TEST_PATIENTS) and status <> 'paid'",
    },
    Check {
        name: "orders without exactly one charge",
        note: "of their amount",
        statement: "select count(*) from orders o where o.patient_id in ($TEST_PATIENTS)
            and (select array_agg(l.amount) from ledger l where l.order_id = o.id and l.kind <> 'fee')
                is distinct from array[o.amount]",
    },
    Check {
        name: "orders without exactly one claim",
        note: "",
        statement: "select count(*) from orders o where o.patient_id in ($TEST_PATIENTS)
            and (select count(*) from claims c where c.paid_order_id = o.id) <> 1",
    },
    Check {
        name: "claims without their order",
        note: "",
        statement: "select count(*) from claims where patient_id in ($TEST_PATIENTS) and paid_order_id is null",
    },
    Check {
        name: "messages that were not sent",
        note: "",
        statement: "select count(*) from messages where patient_id in ($TEST_PATIENTS) and sent_at is null",
    },
    Check { name: "batches of readings not folded", note: "", statement: "select count(*) from hotel_reading_batches" },
    Check {
        name: "hotel orders without exactly one delivery",
        note: "each line is booked into the stock once",
        statement: "select count(*) from hotel_order_lines l join hotel_orders o on o.id = l.order_id
            where o.state = 'delivery_complete'
            and (select count(*) from hotel_stock_entries e where e.order_line_id = l.id and e.ml = l.total_ml) <> 1",
    },
    Check {
        name: "stocks unlike the sum of their entries",
        note: "",
        statement: "select count(*) from hotel_stocks s where s.ml <> (select coalesce(sum(e.ml), 0)
            from hotel_stock_entries e where e.hotel_id = s.hotel_id and e.product_id = s.product_id)",
    },
    Check {
        name: "bookings that do not balance",
        note: "or an invoice that is not booked once",
        statement: "select count(*) from hotel_orders o where o.invoiced_at is not null and not coalesce((
            select sum(e.amount) = 0 and count(*) filter (where e.account = 'receivable' and e.amount = o.total) = 1
            from hotel_money_entries e where e.order_id = o.id and e.booking = 'invoice'), false)",
    },
    Check {
        name: "jobs that are due and not at their end",
        note: "",
        statement: "select count(*) from jobs where state in ('queued', 'running') and run_at <= now()",
    },
    Check {
        name: "ended jobs without exactly one end",
        note: "a job is an entry of the outbox: it ends once",
        statement: "select count(*) from jobs j where j.state in ('done', 'dead', 'canceled') and (select count(*)
            from job_events e where e.job_id = j.id and e.event in ('done', 'dead', 'canceled')) <> 1",
    },
    Check {
        name: "events without their job",
        note: "",
        statement: "select count(*) from job_events e where not exists (select from jobs j where j.id = e.job_id)",
    },
    Check {
        name: "dead jobs",
        note: "except photos, whose failure is stated",
        statement: "select count(*) from jobs where state = 'dead' and kind <> 'read_picture'",
    },
    Check {
        name: "discrepancies of payments",
        note: "the day was compared with the provider's list",
        statement: "select count(*) from payment_findings",
    },
    Check {
        name: "broken rows in the chains of the access log",
        note: "",
        statement: "select count(*) from (
            select previous_hash, hash, access_log_hash(l) as own,
                   lag(hash, 1, previous_hash) over (partition by tenant_id order by seq) as before
            from access_log l) chained where hash <> own or previous_hash <> before",
    },
];

/// Metrics of the run without a target.
const FIGURES: [(&str, &str, &str); 5] = [
    (
        "self-checks failed with a reason",
        "",
        "select count(*) from tcis where patient_id in ($TEST_PATIENTS) and failure_code is not null",
    ),
    ("jobs done", "", "select count(*) from jobs where state = 'done'"),
    ("jobs started again", "after a killed worker or a failure", "select count(*) from jobs where attempts > 1"),
    (
        "jobs repaired",
        "lost in Redis, or left by a killed worker",
        "select count(*) from job_events where event = 'repaired'",
    ),
    (
        "self-check to result, slowest",
        "seconds",
        "select coalesce(extract(epoch from max(r.created_at - t.created_at)), 0) from results r
         join pictures p on p.id = r.picture_id join tcis t on t.id = p.tci_id where t.patient_id in ($TEST_PATIENTS)",
    ),
];

/// Compares the day's payments with the provider's, and adds every check to the report.
///
/// # Errors
/// A server does not respond.
pub async fn check(users: &Users, fault_count: usize, report: &mut Report) -> Result<()> {
    let day = external::query("select (now() at time zone 'Asia/Seoul')::date")?;
    payments::compare_day(day.trim()).await?;
    let accepted = std::mem::take(&mut *users.accepted.lock());
    check_accepted(&accepted, report)?;
    for check in CHECKS {
        report.add_check(check.name, count(check.statement)?, check.note);
    }
    report.add_check(
        "movements of money unlike the provider's",
        count_foreign_movements(users).await?,
        "by their keys",
    );
    report.add_count("messages", accepted.messages.len(), Metric::new("", ""), "accepted");
    check_repeated_mails(count_repeated_mails(users, &accepted).await?, fault_count, report);
    for (name, note, statement) in FIGURES {
        let value = query(statement)?.trim().parse()?;
        report.add(name, value, Metric::new("", ""), note);
    }
    let (calls, repetitions) = users.caller.counts();
    report.add_count("calls", usize::try_from(calls)?, Metric::new("", ""), &format!("{repetitions} repetitions"));
    for error in &accepted.errors {
        println!("error: {error}");
    }
    report.add_check(
        "calls refused, or not answered for minutes",
        accepted.errors.len(),
        "the messages are printed above",
    );
    Ok(())
}

/// Compares the accepted requests with the database.
fn check_accepted(accepted: &AcceptedRequests, report: &mut Report) -> Result<()> {
    let ids = |ids: &[i64]| ids.iter().map(i64::to_string).collect::<BTreeSet<_>>();
    let sets = [
        ("self-checks", ids(&accepted.self_checks), "select id from tcis where patient_id in ($TEST_PATIENTS)"),
        (
            "orders",
            accepted.orders.iter().cloned().collect(),
            "select oid from orders where patient_id in ($TEST_PATIENTS)",
        ),
        (
            "hotel orders delivered",
            ids(&accepted.hotel_orders),
            "select id from hotel_orders where state = 'delivery_complete' and ordered_at >= $START",
        ),
    ];
    let start = query("select min(created_at) from patients where id in ($TEST_PATIENTS)")?;
    for (name, accepted, statement) in sets {
        let rows = query(&statement.replace("$START", &format!("'{}'", start.trim())))?;
        let there: BTreeSet<String> = rows.lines().map(str::to_owned).collect();
        report.add_effects(name, &accepted, &there);
    }
    let stored = count(&format!("select count(*) from hotel_readings where battery_percent = {BATTERY_PERCENT}"))?;
    report.add_count("sensors' readings", accepted.readings, Metric::new("", ""), "accepted");
    report.add_check("sensors' readings, lost or doubled", stored.abs_diff(accepted.readings), "against the rows");
    Ok(())
}

/// Counts the mails that were sent twice.
async fn count_repeated_mails(users: &Users, accepted: &AcceptedRequests) -> Result<usize> {
    // the inbox only keeps the newest messages
    let mut twice = 0;
    for number in accepted.messages.iter().rev().take(100) {
        let statement = format!(
            "select count(*) from messages where patient_id in ($TEST_PATIENTS) and patient_id = (
            select id from patients where login_user_id = '{PREFIX}{number}')"
        );
        twice += users.product.count_messages(&people::email(*number)).await?.saturating_sub(count(&statement)?);
    }
    Ok(twice)
}

/// Adds the mails that came twice to the report. A fault between sending a mail and recording it sends another, and one
/// mail is sent at a time, so there may be one for each fault.
fn check_repeated_mails(twice: usize, fault_count: usize, report: &mut Report) {
    let note = "of the last 100: a fault between sending and recording (docs/jobs.md)";
    report.add_count("messages that came twice", twice, Metric::new("", "<= faults"), note);
    let excess = twice.saturating_sub(fault_count);
    report.add_check("messages that came twice without a fault", excess, "more of them than faults");
}

/// Counts the movements that exist only in our ledger or only in the provider's.
async fn count_foreign_movements(users: &Users) -> Result<usize> {
    let rows = query(
        "select transaction_key || ' ' || amount from ledger where kind <> 'fee'
        and tenant_id = (select min(id) from tenants)",
    )?;
    let ours: BTreeSet<String> = rows.lines().map(str::to_owned).collect();
    let url = format!("{}/sandbox/book?secret={SECRET_KEY}&orderId=", users.toss);
    let book: Value = Client::new().get(url).send().await?.json().await?;
    let movements = book["transactions"].as_array().context("the provider's ledger")?;
    let theirs: BTreeSet<String> = movements
        .iter()
        .map(|row| format!("{} {}", row["transactionKey"].as_str().unwrap_or_default(), row["amount"]))
        .collect();
    Ok(ours.symmetric_difference(&theirs).count())
}

fn count(statement: &str) -> Result<usize> {
    Ok(query(statement)?.trim().parse()?)
}

fn query(statement: &str) -> Result<String> {
    external::query(&statement.replace("$TEST_PATIENTS", TEST_PATIENTS).replace("$PREFIX", PREFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_may_repeat_one_mail() {
        for (twice, failed) in [(0, 0), (3, 0), (4, 1)] {
            let mut report = Report::new("chaos");
            check_repeated_mails(twice, 3, &mut report);
            assert_eq!(report.failed_checks().len(), failed, "{twice}: {}", report.table());
        }
    }
}
