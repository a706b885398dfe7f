-- Jobs whose process is gone: its session lock is free, or its host has not beaten for ten seconds. The verdict: `again`, or
-- how the job ends: `cancelled` and `timeout` (it was killed for that), `worker_lost` (once too often).
drop function if exists tasks_lost_jobs();
create or replace function tasks_lost_jobs()
returns table (job_id uuid, fence int, holder int, is_crash boolean, verdict text)
language sql volatile set enable_seqscan = off as $$
  select job.id, job.fence, job.holder, not told.stopping, case
    when job.cancel_requested then 'cancelled'
    when job.deadline <= clock_timestamp() and tasks_session_lives(77003, worker.key) then 'timeout'
    when not told.stopping and job.crashes + 1 >= job.max_crashes then 'worker_lost'
    else 'again' end
  from tasks_job job
  left join tasks_workerbeat worker on worker.key = job.worker_key
  cross join lateral (select coalesce(worker.stopping, false) as stopping) as told
  where job.charged and job.inflight and job.holder is not null
    and (not tasks_session_lives(77002, job.holder)
      or (worker.key is not null and worker.beat < clock_timestamp() - interval '10 s'))
$$;

-- What a worker's children work on though it is cancelled or out of time, and the process that does (its session says which).
create or replace function tasks_unwanted(p_worker int)
returns table (job_id uuid, fence int, holder int, pid int, attempts smallint, reason text)
language sql volatile set enable_seqscan = off as $$
  select job.id, job.fence, job.holder, substring(session.application_name from '/([0-9]+)$')::int, job.attempts,
    case when job.cancel_requested then 'cancelled' else 'timeout' end
  from tasks_job job
  join pg_locks held on held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.classid = 77002 and held.objid = job.holder::oid
    and held.database = (select oid from pg_database where datname = current_database())
  join pg_stat_activity session on session.pid = held.pid
  where job.charged and job.inflight and job.worker_key = p_worker
    and (job.cancel_requested or job.deadline <= clock_timestamp())
$$;

-- Once a second, from any worker: crashed attempts (the last allowed one is left to the caller, who announces the end),
-- lost messages, due retries, accounts left open, lost wake-ups. Returns what to publish.
create or replace function tasks_reconcile(p_slots int default null)
returns table (job_id uuid, fence int, kind text, done text[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  lost record; found_job record; rules tasks_schedulerstate;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(77001);

  -- A worker that has let go of its lock is dead, however fresh its beat.
  update tasks_workerbeat set beat = clock_timestamp() - interval '1 min'
    where beat > clock_timestamp() - interval '10 s' and not tasks_session_lives(77003, key);

  for lost in
    select gone.* from tasks_lost_jobs() as gone join tasks_job on tasks_job.id = gone.job_id
    where gone.verdict = 'again' for update of tasks_job skip locked
  loop
    perform tasks_stick(lost.job_id, lost.fence, lost.holder, 0, 'worker_lost', 'worker_lost',
      'The process that worked on this job ended unexpectedly.', '', 0, lost.is_crash::int);
    insert into tasks_joblog (job_id, attempt, level, message, fields)
      select id, attempts, case when lost.is_crash then 'error' else 'info' end,
        case when lost.is_crash then 'The process that worked on this job ended unexpectedly.'
          else 'The worker was stopped; the job goes on elsewhere.' end, '{}'
      from tasks_job where id = lost.job_id;
  end loop;

  update tasks_job set queued = true, lane = 0
    where id in (select id from tasks_job where run_at <= clock_timestamp() and not queued for update skip locked);

  for found_job in select id from tasks_job where charged and not inflight loop
    perform tasks_settle(found_job.id);
  end loop;

  -- A message is lost when a slot has stood idle while a job waited for one; the grace is for messages on their way.
  if tasks_live_slots() > (select count(*) from tasks_job where charged and inflight and holder is not null) then
    for found_job in
      select id from tasks_job
      where charged and inflight and holder is null and since < clock_timestamp() - interval '2 s'
      order by since limit 100 for update skip locked
    loop
      update tasks_job set fence = fence + 1, since = clock_timestamp() where id = found_job.id
        returning id, fence, kind into job_id, fence, kind;
      done := tasks_done_steps(job_id);
      return next;
    end loop;
  end if;

  select * into rules from tasks_schedulerstate;
  for found_job in
    with recursive waiting(tenant_id) as (
      (select tenant_id from tasks_job where queued order by tenant_id limit 1)
      union all
      select (select tenant_id from tasks_job where queued and tenant_id > waiting.tenant_id order by tenant_id limit 1)
      from waiting where waiting.tenant_id is not null)
    select tenant_id from waiting left join tasks_tenantqueue using (tenant_id)
    where tenant_id is not null and not coalesce(active, false)
  loop
    perform tasks_wake(found_job.tenant_id, coalesce(rules.vtime, 0));
  end loop;

  return query select * from tasks_release(null, p_slots);
end $$;

-- Announce that a worker lives; a row that was flushed is made again.
create or replace function tasks_beat(p_key int, p_name text, p_slots int, p_stopping boolean) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tasks_workerbeat (key, name, slots, stopping) values (p_key, p_name, p_slots, p_stopping)
    on conflict (key) do update set beat = clock_timestamp(), slots = excluded.slots, stopping = excluded.stopping;
  delete from tasks_workerbeat where beat < clock_timestamp() - interval '1 h';
end $$;
