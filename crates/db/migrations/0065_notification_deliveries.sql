-- Notifications outside the app, as 알림톡 (a KakaoTalk business message) or as a text message.

-- A tenant's KakaoTalk channel. A tenant without one sends text messages.
create table kakao_channels (
    -- the tenant: one channel each
    tenant_id bigint primary key default current_tenant() references tenants,
    -- the channel's id at the carrier
    pf_id text not null check (pf_id ~ '^[A-Za-z0-9]{1,64}$'),
    created_at timestamptz not null
);

-- The templates that KakaoTalk approved for a tenant's channel. A notification without one goes as a text message.
create table kakao_templates (
    tenant_id bigint not null default current_tenant() references kakao_channels on delete cascade,
    -- the notification that the template is for
    kind text not null check (kind <> ''),
    -- the template's id at the carrier
    template_id text not null check (template_id ~ '^[A-Za-z0-9]{1,64}$'),
    created_at timestamptz not null,
    primary key (tenant_id, kind)
);

-- Which service messages a patient allows. Without a row all are allowed.
create table notification_settings (
    tenant_id bigint not null default current_tenant() references tenants,
    patient_id bigint not null,
    alimtalk boolean not null,
    sms boolean not null,
    -- the language of the screen on which the patient decided
    locale text not null check (locale in ('ko', 'en')),
    updated_at timestamptz not null,
    primary key (tenant_id, patient_id),
    foreign key (tenant_id, patient_id) references patients (tenant_id, id)
);

alter table notifications add unique (tenant_id, id);

-- A notification that is also sent outside the app, at most once. It holds no text and no number.
create table notification_deliveries (
    id bigint generated always as identity primary key,
    tenant_id bigint not null default current_tenant() references tenants,
    notification_id bigint not null,
    created_at timestamptz not null,
    -- not sent after this
    expires_at timestamptz not null,
    -- when it was last handed to the carrier; what a worker that ended there handed over is not sent again
    begun_at timestamptz,
    -- how it was sent; alimtalk includes the text message that the carrier sends in its place
    channel text check (channel in ('alimtalk', 'sms')),
    -- when the carrier took it
    sent_at timestamptz,
    check ((channel is null) = (sent_at is null)),
    foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade
);
-- one message for each notification
create unique index notification_deliveries_notification on notification_deliveries (notification_id);
-- the notifications that may still need a message
create index notifications_created on notifications (tenant_id, created_at);

do $$
declare t text;
begin
    foreach t in array
        array['kakao_channels', 'kakao_templates', 'notification_settings', 'notification_deliveries'] loop
        execute format('alter table %I enable row level security', t);
        execute format('alter table %I force row level security', t);
        execute format('create policy own_tenant on %I to hyeobom_app using (tenant_id = current_tenant())
                        with check (tenant_id = current_tenant())', t);
        execute format('grant select, insert, update, delete on %I to hyeobom_app', t);
    end loop;
end
$$;
