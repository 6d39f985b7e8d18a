-- What the checks of the access log's hash chain found. The reports of a month read it, because hashing the rows of a
-- month takes too long for a request.
create table access_log_checks (
    tenant_id bigint not null default current_tenant() references tenants,
    month date not null check (extract(day from month) = 1),
    checked_until date check (checked_until >= month),
    broken_seq bigint check (broken_seq > 0),
    primary key (tenant_id, month)
);
comment on table access_log_checks is 'What the nightly checks found in a month of a tenant''s access log.';
comment on column access_log_checks.month is 'The first day of the month, in Korea.';
comment on column access_log_checks.checked_until is
    'Each day from the first to this one was checked at least once; null before the check of the first day.';
comment on column access_log_checks.broken_seq is
    'The first row that a check found broken; null for none. A later check does not clear it.';

alter table access_log_checks enable row level security;
alter table access_log_checks force row level security;
create policy own_tenant on access_log_checks to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update on access_log_checks to hyeobom_app;
