-- Rooms of hotels, their dispensers and sensors, refills, and what refilling saved.

-- A room of a hotel.
create table hotel_rooms (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    number text not null check (number ~ '^[A-Z0-9-]{1,10}$'),
    floor integer not null check (floor between -9 and 199),
    -- derived from its dispensers and their sensors whenever one of them changes
    state text not null default 'stable' check (state in ('require', 'stable')),
    created_at timestamptz not null,
    -- a removed room is kept for its refills
    removed_at timestamptz,
    unique (tenant_id, id),
    unique (tenant_id, hotel_id, id),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id)
);
-- decides the race of two rooms with one number
create unique index hotel_rooms_number on hotel_rooms (hotel_id, number) where removed_at is null;
-- the rooms that require somebody
create index hotel_rooms_state on hotel_rooms (hotel_id, state) where removed_at is null;

-- A dispenser in a room.
create table hotel_dispensers (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    room_id bigint not null,
    product_id bigint not null,
    capacity_ml integer not null check (capacity_ml between 1 and 20000),
    -- as its sensor or the last refill says
    level_ml integer not null check (level_ml between 0 and capacity_ml),
    -- when the level was measured or filled up
    level_at timestamptz not null,
    -- below this share of the capacity it is to be refilled
    threshold_percent integer not null check (threshold_percent between 0 and 100),
    created_at timestamptz not null,
    -- a removed dispenser is kept for its refills
    removed_at timestamptz,
    unique (tenant_id, id),
    unique (tenant_id, hotel_id, id),
    foreign key (tenant_id, hotel_id, room_id) references hotel_rooms (tenant_id, hotel_id, id),
    foreign key (tenant_id, product_id) references hotel_products (tenant_id, id)
);
-- a room's dispensers; a product has one in a room
create unique index hotel_dispensers_room on hotel_dispensers (room_id, product_id) where removed_at is null;

-- A sensor of a hotel, in a dispenser or in store.
create table hotel_sensors (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    -- the serial number, in capital letters
    serial text not null check (serial ~ '^[A-Z0-9-]{1,40}$'),
    -- what it measures a level by
    type text not null check (type in ('level', 'weight')),
    -- the installation location
    location text not null default '' check (length(location) <= 80),
    -- null while it is in none
    dispenser_id bigint,
    -- when it is to be replaced
    replace_date date,
    -- derived from what follows
    state text not null default 'normal' check (state in ('normal', 'abnormal', 'need_check')),
    -- when it was installed or somebody checked it last
    checked_at timestamptz not null,
    -- the newest reading; null before the first
    last_reading_at timestamptz,
    level_percent real check (level_percent between 0 and 100),
    battery_percent real check (battery_percent between 0 and 100),
    created_at timestamptz not null,
    unique (tenant_id, id),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id),
    -- it is in a dispenser of its own hotel
    foreign key (tenant_id, hotel_id, dispenser_id) references hotel_dispensers (tenant_id, hotel_id, id)
);
-- the look-up of every reading
create unique index hotel_sensors_serial on hotel_sensors (tenant_id, serial);
-- a dispenser has one sensor
create unique index hotel_sensors_dispenser on hotel_sensors (dispenser_id) where dispenser_id is not null;
-- a hotel's sensors, counted by state
create index hotel_sensors_state on hotel_sensors (hotel_id, state);
-- the sensors that fall silent next
create index hotel_sensors_heard on hotel_sensors (tenant_id, greatest(checked_at, last_reading_at))
    where state <> 'need_check';

-- A refill of a dispenser. Only added to.
create table hotel_refills (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    dispenser_id bigint not null,
    product_id bigint not null,
    user_id bigint not null,
    -- what was poured; 0 where somebody found the dispenser full
    ml integer not null check (ml between 0 and 20000),
    at timestamptz not null,
    unique (tenant_id, id),
    foreign key (tenant_id, hotel_id, dispenser_id) references hotel_dispensers (tenant_id, hotel_id, id),
    foreign key (tenant_id, product_id) references hotel_products (tenant_id, id),
    foreign key (tenant_id, user_id) references hotel_users (tenant_id, id)
);
-- a hotel's refills of a time, with what a sum of them needs
create index hotel_refills_hotel on hotel_refills (hotel_id, at) include (product_id, ml);

alter table hotel_stock_entries
    add constraint hotel_stock_entries_of_refill foreign key (tenant_id, refill_id) references hotel_refills (tenant_id, id);

create trigger hotel_refills_stay before update or delete on hotel_refills
    for each row execute function hotel_ledgers_stay();

-- The environmental report of a hotel for a month that is over.
create table hotel_environment_months (
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    -- the first day of the month, in Korea
    month date not null check (extract(day from month) = 1),
    refill_ml bigint not null check (refill_ml >= 0),
    -- by the formula of `domain::hotel::environment` at that time
    bottles_replaced bigint not null check (bottles_replaced >= 0),
    plastic_grams bigint not null check (plastic_grams >= 0),
    reported_at timestamptz not null,
    primary key (hotel_id, month),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id)
);

do $$
declare t text;
begin
    foreach t in array array['hotel_rooms', 'hotel_dispensers', 'hotel_sensors', 'hotel_refills',
                             'hotel_environment_months'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert on %I to hyeobom_app', t);
    end loop;
end
$$;
grant update (number, floor, state, removed_at) on hotel_rooms to hyeobom_app;
grant update (product_id, capacity_ml, level_ml, level_at, threshold_percent, removed_at) on hotel_dispensers to hyeobom_app;
grant update (serial, type, location, dispenser_id, replace_date, state, checked_at, last_reading_at, level_percent,
              battery_percent) on hotel_sensors to hyeobom_app;
grant update (refill_ml, bottles_replaced, plastic_grams, reported_at) on hotel_environment_months to hyeobom_app;
