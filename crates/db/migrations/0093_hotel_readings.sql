-- Readings of sensors: by month while they are new, by day for good.

-- The months of readings. The product's roles have no access to this schema: they reach the rows through hotel_readings, where
-- row-level security holds.
create schema hotel_reading_months;

-- What a sensor measured. Its months are made and dropped by the two functions below.
create table hotel_readings (
    tenant_id bigint not null default current_tenant() references tenants,
    sensor_id bigint not null,
    read_at timestamptz not null,
    level_percent real not null check (level_percent between 0 and 100),
    battery_percent real check (battery_percent between 0 and 100),
    -- a reading that is sent again is the same one
    primary key (sensor_id, read_at),
    foreign key (tenant_id, sensor_id) references hotel_sensors (tenant_id, id)
) partition by range (read_at);

-- the readings of a day: they come in the order of time
create index hotel_readings_read on hotel_readings using brin (read_at);

-- Readings that came together and are to be folded into the states of sensors, dispensers and rooms. Folding deletes the row.
create table hotel_reading_batches (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    api_key_id bigint not null,
    sensor_ids bigint[] not null,
    -- the oldest reading of the batch
    first_at timestamptz not null,
    received_at timestamptz not null,
    foreign key (tenant_id, api_key_id) references hotel_api_keys (tenant_id, id)
);

-- A sensor's readings of a day.
create table hotel_reading_days (
    tenant_id bigint not null default current_tenant() references tenants,
    sensor_id bigint not null,
    -- the day, in Korea
    day date not null,
    readings integer not null check (readings > 0),
    min_percent real not null,
    max_percent real not null,
    -- the last of the day
    last_percent real not null,
    battery_percent real,
    primary key (sensor_id, day),
    foreign key (tenant_id, sensor_id) references hotel_sensors (tenant_id, id)
);

-- Up to which day a tenant's readings are folded. A month is dropped when every tenant has folded it.
create table hotel_reading_folds (
    tenant_id bigint primary key default current_tenant() references tenants,
    -- the last folded day, in Korea
    folded_to date not null
);

do $$
declare t text;
begin
    foreach t in array array['hotel_readings', 'hotel_reading_batches', 'hotel_reading_days', 'hotel_reading_folds'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert on %I to hyeobom_app', t);
    end loop;
end
$$;
grant delete on hotel_reading_batches to hyeobom_app;
grant update (readings, min_percent, max_percent, last_percent, battery_percent) on hotel_reading_days to hyeobom_app;
grant update (folded_to) on hotel_reading_folds to hyeobom_app;

-- Makes the table of the month that holds `at`, unless it is there. Months are those of UTC.
create function hotel_make_reading_month(at timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    first timestamptz := date_trunc('month', at, 'UTC');
    name text := to_char(first at time zone 'UTC', '"m"YYYY_MM');
begin
    if to_regclass('hotel_reading_months.' || name) is not null then
        return;
    end if;
    -- one of several callers makes it
    perform pg_advisory_xact_lock(hashtext('hotel_reading_months'));
    if to_regclass('hotel_reading_months.' || name) is not null then
        return;
    end if;
    execute format('create table hotel_reading_months.%I partition of public.hotel_readings for values from (%L) to (%L)',
                   name, first, date_trunc('month', first + interval '32 days', 'UTC'));
end
$$;

-- Drops the months that ended before `before`, and returns how many.
create function hotel_drop_reading_months(before timestamptz) returns integer
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    name text;
    dropped integer := 0;
begin
    for name in
        select c.relname from pg_class c
        where c.relnamespace = 'hotel_reading_months'::regnamespace and c.relkind = 'r'
          and (to_date(c.relname, '"m"YYYY_MM') + interval '1 month') at time zone 'UTC' <= before
    loop
        execute format('drop table hotel_reading_months.%I', name);
        dropped := dropped + 1;
    end loop;
    return dropped;
end
$$;

revoke all on function hotel_make_reading_month(timestamptz), hotel_drop_reading_months(timestamptz) from public;
grant execute on function hotel_make_reading_month(timestamptz) to hyeobom_app;
grant execute on function hotel_drop_reading_months(timestamptz) to hyeobom_system;
-- months are dropped for all tenants together
create policy every_tenant on hotel_reading_folds to hyeobom_system using (true);
grant select on hotel_reading_folds to hyeobom_system;
