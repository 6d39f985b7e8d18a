-- Clinics see what comparisons found of their own orders and say that it is put right; records of contracts and payments end
-- after five years.

alter table payment_findings
    -- what the clinic says was done, when it is the clinic that put it right
    add column note text check (length(note) between 1 and 500),
    -- who of the clinic said so; null when an operator did
    add column resolved_by bigint,
    add constraint payment_findings_resolved_by foreign key (tenant_id, resolved_by) references staff (tenant_id, id),
    add constraint payment_findings_note_resolved check (note is null or resolved_at is not null);
-- an order's findings: the clinic's list, and the end of the order
create index payment_findings_order on payment_findings (order_id) where order_id is not null;

-- the end of what was said and paid; each is looked for by its last change
create index claims_ended on claims (updated_at);
create index orders_ended on orders (updated_at);
create index settlements_ended on settlements (created_at);
create index payment_findings_ended on payment_findings (found_at);
-- an order's movements, its fees too
create index ledger_of_order on ledger (order_id);
-- what refers to a claim before
create index claim_drafts_prior on claim_drafts (prior_claim_id) where prior_claim_id is not null;

-- What was paid out stays as it was written, and ends as the ledger does.
create function settlements_stay() returns trigger
    language plpgsql as $$
begin
    -- the only way out is the end of the period that records of payments are kept
    if tg_op = 'DELETE' and old.created_at < now() - interval '5 years' then
        return old;
    end if;
    raise exception 'settlements are only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger settlements_stay before update or delete on settlements for each row execute function settlements_stay();
grant delete on settlements to hyeobom_app;

alter table access_log
    drop constraint access_log_action_check,
    add constraint access_log_action_check check (action in
        ('sign_in', 'sign_in_failed', 'password_changed', 'applications_listed', 'application_read', 'application_made',
         'application_changed', 'picture_added', 'analysis_saved', 'analysis_released', 'staff_made', 'staff_changed',
         'claims_listed', 'claim_read', 'claim_changed', 'document_added', 'documents_released', 'document_downloaded',
         'findings_listed', 'finding_resolved'));
