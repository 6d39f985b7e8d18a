-- The colour and the logo of a tenant, and the count of unread notifications.

alter table tenants
    add column brand_color text
        constraint tenants_brand_color check (brand_color ~ '^#[0-9a-f]{6}$'),
    add column logo bytea
        constraint tenants_logo check (
            octet_length(logo) between 33 and 65536 and substring(logo from 1 for 8) = '\x89504e470d0a1a0a'::bytea);
comment on column tenants.brand_color is
    'The main colour of its pages, #rrggbb, dark enough for white text; null for the product''s own.';
comment on column tenants.logo is 'The picture in the header of its pages, PNG; null shows the name instead.';

-- counts a patient's unread notifications
create index notifications_unread on notifications (patient_id) where read_at is null;
comment on index notifications_unread is 'A patient''s unread notifications, for their count.';
