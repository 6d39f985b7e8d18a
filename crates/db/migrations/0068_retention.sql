-- The access log ends month by month after two years, and what remains still proves that nothing else is missing.

-- The end of a month of the access log that was deleted: number and hash of its last row.
create table access_log_seals (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- the first day of the month, in Korea
    month date not null check (extract(day from month) = 1),
    -- the first and the last row that were deleted
    first_seq bigint not null check (first_seq > 0),
    last_seq bigint not null check (last_seq >= first_seq),
    -- the hash before the first row, and that of the last: the next row's link
    previous_hash bytea not null check (octet_length(previous_hash) = 32),
    last_hash bytea not null check (octet_length(last_hash) = 32),
    sealed_at timestamptz not null
);
-- the link of the first row that is left
create unique index access_log_seals_last on access_log_seals (tenant_id, last_seq);

alter table access_log_seals enable row level security;
alter table access_log_seals force row level security;
create policy own_tenant on access_log_seals to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert on access_log_seals to hyeobom_app;

create function access_log_seals_stay() returns trigger
    language plpgsql as $$
begin
    raise exception 'seals of the access log are only added' using errcode = 'insufficient_privilege';
end
$$;
create trigger access_log_seals_stay before update or delete on access_log_seals
    for each row execute function access_log_seals_stay();
create trigger access_log_seals_are_kept before truncate on access_log_seals
    for each statement execute function access_log_seals_stay();

-- A row of the log goes once it is two years old by the database's clock, and under a seal.
create function access_log_ends() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'DELETE' and old.at < now() - interval '2 years'
       and exists (select from access_log_seals s where s.tenant_id = old.tenant_id and s.last_seq >= old.seq) then
        return old;
    end if;
    raise exception 'the access log is only added to' using errcode = 'insufficient_privilege';
end
$$;
drop trigger access_log_stays on access_log;
create trigger access_log_stays before update or delete on access_log
    for each row execute function access_log_ends();
grant delete on access_log, access_reviews to hyeobom_app;

-- walk-ins whose time is over
create index applications_walk_ins on applications (tenant_id, updated_at) where patient_id is null;
-- sessions whose time is over
create index patient_sessions_expires on patient_sessions (tenant_id, expires_at);
