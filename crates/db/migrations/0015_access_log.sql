-- Who saw or changed whose data: append-only, each row chained to the one before by its hash.

-- One sign-in of staff, or one reading or change of patients' records by staff.
create table access_log (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- 1, 2, 3 … in each tenant, given by the trigger
    seq bigint not null default 0,
    at timestamptz not null,
    -- whose account; null for a sign-in that failed
    staff_id bigint,
    -- the sign-in name that was tried, when it has the form of one
    login_id text check (login_id ~ '^[A-Za-z0-9]{4,20}$'),
    client_address inet,
    -- what was done
    action text not null check (action in
        ('sign_in', 'sign_in_failed', 'password_changed', 'applications_listed', 'application_read', 'application_made',
         'application_changed', 'picture_added', 'analysis_saved', 'analysis_released', 'staff_made', 'staff_changed')),
    -- whose data: patients with an account
    patient_ids bigint[] not null default '{}',
    -- the applications it was about; no names, so that the log outlives the persons
    application_ids bigint[] not null default '{}',
    -- joins the logs of the request
    request_id text,
    -- SHA-256 of the row before and of this row; the trigger writes both
    previous_hash bytea not null default ''::bytea check (octet_length(previous_hash) = 32),
    hash bytea not null default ''::bytea check (octet_length(hash) = 32)
);
-- the chain, and its last row
create unique index access_log_seq on access_log (tenant_id, seq);
-- what an account did
create index access_log_staff on access_log (tenant_id, staff_id, id desc);
-- the review of a month
create index access_log_at on access_log (tenant_id, at);

-- A row's hash, from its content and the hash before it.
create function access_log_hash(entry access_log) returns bytea
    language sql stable parallel safe
    return sha256(entry.previous_hash || convert_to(jsonb_build_array(
        entry.tenant_id, entry.seq, extract(epoch from entry.at), entry.staff_id, entry.login_id,
        host(entry.client_address), entry.action, entry.patient_ids, entry.application_ids, entry.request_id)::text, 'utf8'));

create function access_log_chain() returns trigger
    language plpgsql as $$
declare last access_log;
begin
    -- one after the other in a tenant, until the end of the transaction
    perform pg_advisory_xact_lock(hashtextextended('access_log', new.tenant_id));
    select * into last from access_log where tenant_id = new.tenant_id order by seq desc limit 1;
    new.seq := coalesce(last.seq, 0) + 1;
    new.previous_hash := coalesce(last.hash, sha256('access_log'));
    new.hash := access_log_hash(new);
    return new;
end
$$;
create trigger access_log_chain before insert on access_log for each row execute function access_log_chain();

create function access_log_stays() returns trigger
    language plpgsql as $$
begin
    -- the only way out is the end of the period that it is kept
    if tg_op = 'DELETE' and old.at < now() - interval '2 years' then
        return old;
    end if;
    raise exception 'the access log is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger access_log_stays before update or delete on access_log
    for each row execute function access_log_stays();
create function access_log_is_kept() returns trigger
    language plpgsql as $$
begin
    raise exception 'the access log is only added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger access_log_is_kept before truncate on access_log
    for each statement execute function access_log_is_kept();

alter table access_log enable row level security;
alter table access_log force row level security;
create policy own_tenant on access_log to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on access_log to hyeobom_app;
