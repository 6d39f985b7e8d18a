-- The roles that the product runs as. None of them can log in or owns a table: a login is a member of one of them and
-- takes it at connection start (`role` in the start-up options), so that row-level security always applies.
do $$
begin
    -- what a tenant's requests and jobs run as; sees one tenant's rows, chosen by the setting app.tenant_id
    if not exists (select from pg_roles where rolname = 'hyeobom_app') then
        create role hyeobom_app nologin nobypassrls;
    end if;
    -- what the tenant directory, the job relay and the queue board run as; sees tenants, hosts and jobs, nothing else
    if not exists (select from pg_roles where rolname = 'hyeobom_system') then
        create role hyeobom_system nologin nobypassrls;
    end if;
exception
    -- roles belong to the whole server: another database's migration may have just made them
    when duplicate_object or unique_violation then null;
end
$$;

-- The migrating login may take both roles. Granted only where it is missing: a login that was made a member by an
-- administrator need not be allowed to grant.
do $$
declare r text;
begin
    foreach r in array array['hyeobom_app', 'hyeobom_system'] loop
        if not pg_has_role(current_user, r, 'usage') then
            execute format('grant %I to %I', r, current_user);
        end if;
    end loop;
exception
    when unique_violation or object_in_use then null;
end
$$;

grant usage on schema public to hyeobom_app, hyeobom_system;

-- The tenant that this connection or transaction acts for; null when none was set, and then no row is visible.
create function current_tenant() returns bigint
    language sql stable parallel safe
    return nullif(current_setting('app.tenant_id', true), '')::bigint;
