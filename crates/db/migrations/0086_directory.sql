-- The directory is changed by operators: versions, an end without deletion, and the banner's picture from the own origin.

alter table tenants
    add column active boolean not null default true,
    add column version integer not null default 1 check (version > 0),
    -- browsers refuse a picture from another origin: it is stored here
    drop column banner_image_url,
    add column banner_picture bytea
        constraint tenants_banner_picture check (octet_length(banner_picture) between 12 and 262144),
    add column banner_picture_type text
        constraint tenants_banner_picture_type check (banner_picture_type in ('image/jpeg', 'image/png', 'image/webp')),
    add constraint tenants_banner_picture_typed check ((banner_picture is null) = (banner_picture_type is null));
comment on column tenants.active is
    'Whether people can sign in. An ended tenant keeps its data, and payments and retention go on.';
comment on column tenants.version is 'Counts the changes of the row and its hosts, so that of two changes at once one is refused.';
comment on column tenants.banner_picture is 'The picture of the banner on the home screen; null without one.';
comment on column tenants.banner_picture_type is 'The media type of the banner''s picture.';

alter table institutions add column version integer not null default 1 check (version > 0);
comment on column institutions.version is 'Counts the changes by operators, so that of two changes at once one is refused.';

alter table insurers add column version integer not null default 1 check (version > 0);
comment on column insurers.version is 'Counts the changes, so that of two changes at once one is refused.';

alter table payment_accounts
    add column active boolean not null default true,
    add column version integer not null default 1 check (version > 0);
comment on column payment_accounts.active is
    'Whether new payments use it. An ended account still refunds and settles what was paid with it.';
comment on column payment_accounts.version is 'Counts the changes, so that of two changes at once one is refused.';

grant insert, update on tenants to hyeobom_system;
grant insert, update, delete on tenant_hosts to hyeobom_system;
