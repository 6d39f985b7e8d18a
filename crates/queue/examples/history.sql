-- Jobs of one month with their events: $1 done, $2 dead, 1 in 50 waiting. The kinds have the mix of a busy site.
with made as (
    insert into jobs (tenant_id, queue, kind, version, payload, state, attempts, run_at, created_at, started_at, finished_at,
        request_id, last_error, error_group)
    select tenant, kind.queue, kind.name, 2, jsonb_build_object('picture_id', n), state,
        case state when 'dead' then 5 when 'done' then 1 else 0 end, at, at,
        case when state <> 'queued' then at + interval '20 ms' end, case when state <> 'queued' then at + interval '70 ms' end,
        case when n % 2 = 0 then md5(n::text) end, error, job_error_group(error)
    from (
        select n, now() - make_interval(secs => ($1 + $2 - n) * 2592000.0 / ($1 + $2)) as at,
            tenants[1 + n % cardinality(tenants)] as tenant,
            case when n % 50 = 7 then 'queued' when n % 11 = 3 and n / 11 < $2 then 'dead' else 'done' end as state,
            case when n % 10000 = 1 then 4 when n % 1000 = 2 then 3 when n % 10 = 3 then 2 when n % 5 = 4 then 1 else 0 end as k
        from generate_series(1, $1 + $2) as n, (select array(select id from tenants order by id) as tenants) as existing
    ) as job
    cross join lateral (values
        (0, 'inference', 'read_picture'), (1, 'notifications', 'deliver_notification'), (2, 'notifications', 'send_message'),
        (3, 'payments', 'sweep_orders'), (4, 'payments', 'compare_day')
    ) as kind (k, queue, name)
    cross join lateral (select case when state = 'dead'
        then (array['the carrier refused message ' || n, 'timeout after 30 s', 'no object pictures/' || n || '.jpg'])[1 + n % 3]
        end as error) as failure
    where kind.k = job.k
    returning id, tenant_id, state, created_at
)
insert into job_events (job_id, tenant_id, at, event, attempt)
select id, tenant_id, created_at, event, 1 from made, unnest(array['queued', 'started', state]) as event
where state <> 'queued' or event = 'queued'
