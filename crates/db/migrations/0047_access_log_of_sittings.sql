-- A page that looks again is no further reading: a sitting logs each record once. More actions are logged.

alter table access_log
    drop constraint access_log_action_check,
    -- the program knows the actions; a list here had to be repeated with each new one
    add constraint access_log_action_check check (action ~ '^[a-z]+(_[a-z]+)*$');

-- The records that a session of staff read and the access log has, so that polling adds no rows. Ends with the session.
create table staff_session_reads (
    tenant_id bigint not null default current_tenant() references tenants,
    session_id bigint not null,
    -- the action in the access log
    action text not null,
    -- the application or claim, as the action says; 0 for a list that was empty
    record_id bigint not null,
    primary key (tenant_id, session_id, action, record_id),
    foreign key (tenant_id, session_id) references staff_sessions (tenant_id, id) on delete cascade
);

alter table staff_session_reads enable row level security;
alter table staff_session_reads force row level security;
create policy own_tenant on staff_session_reads to hyeobom_app
    using (tenant_id = current_tenant()) with check (tenant_id = current_tenant());
grant select, insert, update, delete on staff_session_reads to hyeobom_app;
