-- What hotels order: products, orders with their money, and stocks. Money and stock are ledgers that are only added to.

-- A product that hotels order. Products end by `active`: orders and dispensers refer to them.
create table hotel_products (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    -- the product code, in capital letters
    code text not null check (code ~ '^[A-Z0-9-]{1,20}$'),
    type text not null check (type in ('shampoo', 'treatment', 'body_wash', 'body_cream', 'hand_wash', 'toothpaste')),
    name text not null check (name <> '' and length(name) <= 80),
    fragrance text not null check (fragrance <> '' and length(fragrance) <= 80),
    -- the contents of a bottle, in millilitres
    bottle_ml integer not null check (bottle_ml between 1 and 20000),
    bottles_per_box integer not null check (bottles_per_box between 1 and 1000),
    -- KRW of a box, without VAT
    unit_price bigint not null check (unit_price between 0 and 100000000),
    -- whether it can be ordered
    active boolean not null default true,
    created_at timestamptz not null,
    unique (tenant_id, id)
);
-- decides the race of two products with one code
create unique index hotel_products_code on hotel_products (tenant_id, code);

-- An order of a hotel.
create table hotel_orders (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    -- what people call it by
    number text not null generated always as ('HO-' || lpad(id::text, greatest(6, length(id::text)), '0')) stored,
    -- as `domain::hotel::order::HotelOrderState`; hotel_orders_step guards the steps
    state text not null default 'order_request' check (state in
        ('order_request', 'product_preparation', 'electronic_invoice', 'shipping', 'delivery_complete', 'canceled')),
    -- counts the changes: who changes the order names the version that was seen
    version integer not null default 1 check (version > 0),
    ordered_by bigint not null,
    ordered_at timestamptz not null,
    -- KRW, as they were when it was ordered
    supply_price bigint not null check (supply_price >= 0),
    vat bigint not null check (vat >= 0),
    total bigint not null check (total = supply_price + vat),
    courier_company text check (length(courier_company) between 1 and 40),
    tracking_number text check (length(tracking_number) between 1 and 40),
    invoiced_at timestamptz,
    shipped_at timestamptz,
    delivered_at timestamptz,
    canceled_at timestamptz,
    cancel_reason text check (length(cancel_reason) between 1 and 200),
    unique (tenant_id, id),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id),
    foreign key (tenant_id, ordered_by) references hotel_users (tenant_id, id),
    check (state not in ('shipping', 'delivery_complete') or (courier_company is not null and tracking_number is not null)),
    check ((state = 'canceled') = (canceled_at is not null))
);
-- a hotel's orders, newest first
create index hotel_orders_hotel on hotel_orders (hotel_id, id desc);
-- the orders under way
create index hotel_orders_open on hotel_orders (hotel_id, id) where state not in ('delivery_complete', 'canceled');

-- A line of an order, with the product as it was when it was ordered.
create table hotel_order_lines (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    order_id bigint not null,
    product_id bigint not null,
    product_code text not null,
    product_name text not null,
    product_type text not null,
    fragrance text not null,
    boxes integer not null check (boxes between 1 and 1000),
    -- bottles
    quantity bigint not null check (quantity > 0),
    total_ml bigint not null check (total_ml > 0),
    -- KRW of a box, without VAT
    unit_price bigint not null check (unit_price >= 0),
    -- KRW, without VAT
    amount bigint not null check (amount = unit_price * boxes),
    unique (tenant_id, id),
    -- a product has one line
    unique (tenant_id, order_id, product_id),
    foreign key (tenant_id, order_id) references hotel_orders (tenant_id, id),
    foreign key (tenant_id, product_id) references hotel_products (tenant_id, id)
);

-- What happened to an order. Only added to.
create table hotel_order_events (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    order_id bigint not null,
    -- the state that it got
    state text not null,
    at timestamptz not null,
    user_id bigint not null,
    -- the parcel, or why it was canceled
    note text check (length(note) <= 200),
    foreign key (tenant_id, order_id) references hotel_orders (tenant_id, id),
    foreign key (tenant_id, user_id) references hotel_users (tenant_id, id)
);
-- an order's history; an order gets a state once
create unique index hotel_order_events_order on hotel_order_events (order_id, state);

-- What hotels owe: double entry, only added to. Entries of one booking sum to zero.
create table hotel_money_entries (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    order_id bigint not null,
    -- invoice: the hotel owes the total; reversal: an invoiced order was canceled
    booking text not null check (booking in ('invoice', 'reversal')),
    account text not null check (account in ('receivable', 'sales', 'vat')),
    -- KRW; debit is positive, credit negative
    amount bigint not null,
    at timestamptz not null,
    foreign key (tenant_id, order_id) references hotel_orders (tenant_id, id),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id)
);
-- an order is invoiced and reversed once
create unique index hotel_money_entries_booking on hotel_money_entries (order_id, booking, account);
-- what a hotel owes
create index hotel_money_entries_hotel on hotel_money_entries (hotel_id, account);

-- A hotel's stock of a product: the sum of its entries, kept by hotel_stock_entries_book.
create table hotel_stocks (
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    product_id bigint not null,
    -- what the storeroom holds when it is full, in millilitres
    capacity_ml bigint not null default 60000 check (capacity_ml between 1 and 100000000),
    -- the stock, in millilitres
    ml bigint not null default 0 constraint hotel_stocks_not_negative check (ml >= 0),
    primary key (hotel_id, product_id),
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id),
    foreign key (tenant_id, product_id) references hotel_products (tenant_id, id)
);

-- A change of a stock. Only added to.
create table hotel_stock_entries (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    hotel_id bigint not null,
    product_id bigint not null,
    kind text not null check (kind in ('delivery', 'refill', 'count', 'correction')),
    -- the change, in millilitres
    ml bigint not null,
    -- the stock after it; hotel_stock_entries_book sets it
    balance_ml bigint not null default 0 check (balance_ml >= 0),
    -- the line that was delivered
    order_line_id bigint,
    -- the refill that took it, of hotel_refills
    refill_id bigint,
    user_id bigint not null,
    -- why a count differs
    reason text check (length(reason) between 1 and 200),
    at timestamptz not null,
    foreign key (tenant_id, hotel_id) references hotel_clients (tenant_id, id),
    foreign key (tenant_id, product_id) references hotel_products (tenant_id, id),
    foreign key (tenant_id, order_line_id) references hotel_order_lines (tenant_id, id),
    foreign key (tenant_id, user_id) references hotel_users (tenant_id, id),
    check ((kind = 'delivery') = (order_line_id is not null)),
    check ((kind in ('refill', 'correction')) = (refill_id is not null)),
    check ((kind = 'delivery' and ml > 0) or (kind = 'refill' and ml < 0) or kind = 'count' or (kind = 'correction' and ml > 0))
);
-- a line is delivered once
create unique index hotel_stock_entries_line on hotel_stock_entries (order_line_id) where order_line_id is not null;
-- a refill is taken once, and given back once
create unique index hotel_stock_entries_refill on hotel_stock_entries (refill_id, kind) where refill_id is not null;
-- a stock's entries, newest first
create index hotel_stock_entries_stock on hotel_stock_entries (hotel_id, product_id, id desc);

-- Books an entry: the stock follows its entries and nothing else.
create function hotel_stock_entries_book() returns trigger
    language plpgsql as $$
begin
    update hotel_stocks set ml = ml + new.ml where hotel_id = new.hotel_id and product_id = new.product_id
    returning ml into new.balance_ml;
    if not found then
        insert into hotel_stocks (tenant_id, hotel_id, product_id) values (new.tenant_id, new.hotel_id, new.product_id)
        on conflict do nothing;
        update hotel_stocks set ml = ml + new.ml where hotel_id = new.hotel_id and product_id = new.product_id
        returning ml into strict new.balance_ml;
    end if;
    return new;
end
$$;
create trigger hotel_stock_entries_book before insert on hotel_stock_entries
    for each row execute function hotel_stock_entries_book();

create function hotel_stocks_follow_entries() returns trigger
    language plpgsql as $$
begin
    raise exception 'a stock is the sum of its entries'
        using errcode = 'check_violation', constraint = 'hotel_stocks_follow_entries';
end
$$;
-- after, so that a row of another tenant is refused as such
create trigger hotel_stocks_begin after insert on hotel_stocks for each row
    when (new.ml <> 0) execute function hotel_stocks_follow_entries();
create trigger hotel_stocks_follow_entries before update of ml on hotel_stocks for each row
    when (pg_trigger_depth() = 0) execute function hotel_stocks_follow_entries();

-- Ledgers and histories stay as they were written, for every role.
create function hotel_ledgers_stay() returns trigger
    language plpgsql as $$
begin
    raise exception '% is only added to', tg_table_name
        using errcode = 'check_violation', constraint = 'hotel_ledgers_stay';
end
$$;
create trigger hotel_money_entries_stay before update or delete on hotel_money_entries
    for each row execute function hotel_ledgers_stay();
create trigger hotel_stock_entries_stay before update or delete on hotel_stock_entries
    for each row execute function hotel_ledgers_stay();
create trigger hotel_order_events_stay before update or delete on hotel_order_events
    for each row execute function hotel_ledgers_stay();
create trigger hotel_order_lines_stay before update or delete on hotel_order_lines
    for each row execute function hotel_ledgers_stay();

-- At the commit a booking's entries sum to zero.
create function hotel_money_balances() returns trigger
    language plpgsql as $$
begin
    if (select sum(amount) from hotel_money_entries where order_id = new.order_id and booking = new.booking) <> 0 then
        raise exception 'the booking % of order % does not balance', new.booking, new.order_id
            using errcode = 'check_violation', constraint = 'hotel_money_balances';
    end if;
    return null;
end
$$;
create constraint trigger hotel_money_balances after insert on hotel_money_entries
    deferrable initially deferred for each row execute function hotel_money_balances();

-- The steps that an order may take; as `domain::hotel::order::HotelOrderState`. What was agreed stays as it was.
create function hotel_orders_step() returns trigger
    language plpgsql as $$
begin
    if (old.hotel_id, old.ordered_by, old.ordered_at, old.supply_price, old.vat, old.total)
        is distinct from (new.hotel_id, new.ordered_by, new.ordered_at, new.supply_price, new.vat, new.total) then
        raise exception 'an order keeps its hotel and prices' using errcode = 'check_violation', constraint = 'hotel_orders_step';
    end if;
    if old.state <> new.state and (old.state, new.state) not in
        (('order_request', 'product_preparation'), ('product_preparation', 'electronic_invoice'),
         ('electronic_invoice', 'shipping'), ('shipping', 'delivery_complete'), ('order_request', 'canceled'),
         ('product_preparation', 'canceled'), ('electronic_invoice', 'canceled')) then
        raise exception 'an order cannot go from % to %', old.state, new.state
            using errcode = 'check_violation', constraint = 'hotel_orders_step';
    end if;
    return new;
end
$$;
create trigger hotel_orders_step before update on hotel_orders for each row execute function hotel_orders_step();

do $$
declare t text;
begin
    foreach t in array array['hotel_products', 'hotel_orders', 'hotel_order_lines', 'hotel_order_events',
                             'hotel_money_entries', 'hotel_stocks', 'hotel_stock_entries'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert on %I to hyeobom_app', t);
    end loop;
end
$$;
grant update (code, type, name, fragrance, bottle_ml, bottles_per_box, unit_price, active) on hotel_products to hyeobom_app;
grant update (state, version, courier_company, tracking_number, invoiced_at, shipped_at, delivered_at, canceled_at,
              cancel_reason) on hotel_orders to hyeobom_app;
grant update (capacity_ml, ml) on hotel_stocks to hyeobom_app;
