-- Temporary passwords of staff end and sign in once. Sessions of staff end without use, and their owners see them.

alter table staff
    -- until when a temporary password may be used; means nothing once the person chose one. Accounts from before this column
    -- count from the migration
    add column temporary_until timestamptz not null default now() + interval '72 hours',
    -- when the temporary password signed in: it does so once. Null while it did not, and for a chosen one
    add column temporary_used_at timestamptz;

alter table staff_sessions
    -- the last call that a person caused, with up to a minute's delay; calls that a page repeats on its own do not count
    add column last_used_at timestamptz not null default now(),
    -- where it signed in from; null for sessions from before this column
    add column client_address inet,
    -- browser and system, as the client names them, for its owner to recognise the session
    add column browser text not null default 'other',
    add column platform text not null default 'other',
    -- the password was right and the second factor is still to come: until then it opens nothing else
    add column second_factor_pending boolean not null default false,
    -- what belongs to a session refers to it with its tenant
    add constraint staff_sessions_of_tenant unique (tenant_id, id);
