-- What a job costs while it runs (docs/adr/0077-cost-of-a-job.md).

-- An event is always made by the statement that makes or changes its job, from that row: neither job nor tenant needs a
-- second look. What deletes jobs deletes their events, by statement in place of by row.
alter table job_events drop constraint job_events_job_id_fkey, drop constraint job_events_tenant_id_fkey;
comment on column job_events.job_id is 'The job. Deleted with it, by jobs_delete_events.';
comment on column job_events.tenant_id is 'The tenant of the job.';
create function delete_job_events() returns trigger
    language plpgsql as $$
begin
    -- by the index, however many there are: the plan is kept, and a join of many would read the whole table for one
    delete from job_events where job_id = any(array(select id from deleted_jobs));
    return null;
end
$$;
comment on function delete_job_events() is 'Deletes the events of deleted jobs.';
create trigger jobs_delete_events after delete on jobs
    referencing old table as deleted_jobs for each statement execute function delete_job_events();
comment on trigger jobs_delete_events on jobs is 'A job is deleted with its events.';
