-- Every update of a job writes an entry into each of its indexes (docs/adr/0077-cost-of-a-job.md).

-- Most jobs have no unique key. A program that enqueues without `unique_key is not null` in its `on conflict` cannot
-- enqueue any more: it must be updated first.
drop index jobs_unique_key;
-- One unfinished job for each unique key of a tenant.
create unique index jobs_unique_key on jobs (tenant_id, unique_key)
    where unique_key is not null and state in ('queued', 'running');
comment on index jobs_unique_key is 'One unfinished job for each unique key of a tenant.';

-- The sweep reads jobs along the primary key.
drop index jobs_done;
drop index jobs_dead;

-- No two jobs have an equal entry in these, so a full page has nothing to merge.
alter index jobs_by_state set (deduplicate_items = off);
alter index jobs_ended_by_tenant set (deduplicate_items = off);
