//! A hotel's rows in every table.

/// The rows of one hotel of a tenant.
pub fn hotel_rows(tenant: i64) -> String {
    [accounts_rows(tenant), orders_rows(tenant), rooms_rows(tenant)].join(";")
}

/// A hotel, a partner with a key, and a signed-in manager.
fn accounts_rows(tenant: i64) -> String {
    format!(
        "with hotel as (insert into hotel_clients (tenant_id, kind, name, address, created_at)
                        values ({tenant}, 'general_hotel', 'h', 'a', now()) returning id),
              partner as (insert into hotel_clients (tenant_id, kind, name, address, created_at)
                          values ({tenant}, 'partner', 'p', 'a', now()) returning id),
              person as (insert into hotel_users (tenant_id, client_id, role, login_id, password_hash, temporary_until, name,
                                                  created_at)
                         select {tenant}, id, 'hotel_client', 'manager{tenant}', 'x', now(), 'n', now() from hotel
                         returning id),
              session as (insert into hotel_sessions (tenant_id, user_id, token_hash, created_at, last_used_at, expires_at)
                          select {tenant}, id, sha256('h{tenant}'), now(), now(), now() from person)
         insert into hotel_api_keys (tenant_id, client_id, name, category, key_hash, key_prefix, valid_from, valid_to, created_at,
                                     created_by)
         select {tenant}, partner.id, 'k', 'c', sha256('k{tenant}'), 'hbk_012345', now(), now(), now(), person.id
         from partner, person"
    )
}

/// An order of a hotel, with its bookings of money and stock.
fn orders_rows(tenant: i64) -> String {
    format!(
        "insert into hotel_products (tenant_id, code, type, name, fragrance, bottle_ml, bottles_per_box, unit_price, created_at)
         values ({tenant}, 'SH', 'shampoo', 's', 'f', 300, 20, 10, now());
         insert into hotel_orders (tenant_id, hotel_id, ordered_by, ordered_at, supply_price, vat, total)
         select {tenant}, client_id, min(id), now(), 10, 1, 11 from hotel_users where tenant_id = {tenant} and client_id is not null
         group by client_id limit 1;
         insert into hotel_order_lines (tenant_id, order_id, product_id, product_code, product_name, product_type, fragrance,
                                        boxes, quantity, total_ml, unit_price, amount)
         select {tenant}, o.id, p.id, 'SH', 's', 'shampoo', 'f', 1, 20, 6000, 10, 10
         from hotel_orders o join hotel_products p on p.tenant_id = o.tenant_id where o.tenant_id = {tenant};
         insert into hotel_order_events (tenant_id, order_id, state, at, user_id)
         select {tenant}, id, 'order_request', now(), ordered_by from hotel_orders where tenant_id = {tenant};
         insert into hotel_money_entries (tenant_id, hotel_id, order_id, booking, account, amount, at)
         select {tenant}, hotel_id, id, 'invoice', account, amount, now()
         from hotel_orders, (values ('receivable', 11), ('sales', -10), ('vat', -1)) entry (account, amount)
         where tenant_id = {tenant};
         insert into hotel_stock_entries (tenant_id, hotel_id, product_id, kind, ml, order_line_id, user_id, at)
         select {tenant}, o.hotel_id, l.product_id, 'delivery', l.total_ml, l.id, o.ordered_by, now()
         from hotel_orders o join hotel_order_lines l on l.order_id = o.id where o.tenant_id = {tenant}"
    )
}

/// A room of a hotel with a dispenser, a sensor and its readings.
fn rooms_rows(tenant: i64) -> String {
    format!(
        "insert into hotel_rooms (tenant_id, hotel_id, number, floor, created_at)
         select {tenant}, hotel_id, '1', 1, now() from hotel_orders where tenant_id = {tenant};
         insert into hotel_dispensers (tenant_id, hotel_id, room_id, product_id, capacity_ml, level_ml, level_at,
                                       threshold_percent, created_at)
         select {tenant}, r.hotel_id, r.id, p.id, 300, 300, now(), 20, now()
         from hotel_rooms r join hotel_products p on p.tenant_id = r.tenant_id where r.tenant_id = {tenant};
         insert into hotel_sensors (tenant_id, hotel_id, serial, type, dispenser_id, checked_at, created_at)
         select {tenant}, hotel_id, 'HB-1', 'level', id, now(), now() from hotel_dispensers where tenant_id = {tenant};
         insert into hotel_refills (tenant_id, hotel_id, dispenser_id, product_id, user_id, ml, at)
         select {tenant}, d.hotel_id, d.id, d.product_id, o.ordered_by, 0, now()
         from hotel_dispensers d join hotel_orders o on o.tenant_id = d.tenant_id where d.tenant_id = {tenant};
         insert into hotel_environment_months (tenant_id, hotel_id, month, refill_ml, bottles_replaced, plastic_grams, reported_at)
         select {tenant}, hotel_id, '2025-10-01', 0, 0, 0, now() from hotel_rooms where tenant_id = {tenant};
         select hotel_make_reading_month(now());
         insert into hotel_readings (tenant_id, sensor_id, read_at, level_percent)
         select {tenant}, id, now(), 50 from hotel_sensors where tenant_id = {tenant};
         insert into hotel_reading_batches (tenant_id, api_key_id, sensor_ids, first_at, received_at)
         select {tenant}, id, '{{}}', now(), now() from hotel_api_keys where tenant_id = {tenant};
         insert into hotel_reading_days (tenant_id, sensor_id, day, readings, min_percent, max_percent, last_percent)
         select {tenant}, id, now(), 1, 50, 50, 50 from hotel_sensors where tenant_id = {tenant};
         insert into hotel_reading_folds (tenant_id, folded_to) values ({tenant}, now())"
    )
}
