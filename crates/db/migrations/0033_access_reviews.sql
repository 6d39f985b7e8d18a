-- Clinics search what their own staff saw and changed, and review each month of it.

alter table access_log
    drop constraint access_log_action_check,
    add constraint access_log_action_check check (action in
        ('sign_in', 'sign_in_failed', 'password_changed', 'applications_listed', 'application_read', 'application_made',
         'application_changed', 'picture_added', 'analysis_saved', 'analysis_released', 'staff_made', 'staff_changed',
         'claims_listed', 'claim_read', 'claim_changed', 'document_added', 'documents_released', 'document_downloaded',
         'findings_listed', 'finding_resolved', 'access_log_read', 'access_reviewed'));

-- The rows of a clinic: what its staff did, failed sign-ins under one of its names, patients' downloads of its documents.
create view clinic_access_log with (security_invoker) as
    select l.seq, l.at, l.action, l.client_address, l.patient_ids, l.application_ids, l.claim_ids, l.reason,
           coalesce(did.id, tried.id) as staff_id,
           coalesce(did.institution_id, tried.institution_id, claim.institution_id) as institution_id
    from access_log l
         left join staff did on did.id = l.staff_id
         left join staff tried on l.staff_id is null and tried.tenant_id = l.tenant_id and tried.login_key = lower(l.login_id)
         left join claims claim on l.staff_id is null and claim.id = l.claim_ids[1];
grant select on clinic_access_log to hyeobom_app;

-- Who of a clinic looked over what a month's rows say, and what was found.
create table access_reviews (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    institution_id bigint not null,
    -- the first day of the month, in Korea
    month date not null check (extract(day from month) = 1),
    -- who looked it over, and what was found and done about it; no names
    staff_id bigint not null,
    note text not null check (length(note) <= 500),
    -- the tenant's last row then: whatever is later taken from the log's end is missed
    last_seq bigint not null,
    last_hash bytea not null check (octet_length(last_hash) = 32),
    at timestamptz not null,
    foreign key (tenant_id, institution_id, staff_id) references staff (tenant_id, institution_id, id)
);
-- a month is looked over once
create unique index access_reviews_month on access_reviews (institution_id, month);

-- as the log itself
create trigger access_reviews_stay before update or delete on access_reviews
    for each row execute function access_log_stays();
create trigger access_reviews_are_kept before truncate on access_reviews
    for each statement execute function access_log_is_kept();

alter table access_reviews enable row level security;
alter table access_reviews force row level security;
create policy own_tenant on access_reviews to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on access_reviews to hyeobom_app;
