-- A worker judges its own children, other workers judge the worker (ADR 0012).

-- Four times a second, from every worker, while any worker has a job: which children of the worker hold jobs, and whether the lock
-- that proves each alive is still held. At least one row; `is_missing`: another worker has just lost its lock. Also maintains
-- `tasks_workerbeat.lost_at`.
create or replace function tasks_observe_locks(p_worker int default null)
returns table (is_missing boolean, holder int, pid int, is_connected boolean, seconds_left float8)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  holders int[]; workers int[]; moment timestamptz := clock_timestamp();
begin
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(objid::bigint::int) filter (where classid = tasks_lock_class_holder()), '{}'),
    coalesce(array_agg(objid::bigint::int) filter (where classid = tasks_lock_class_worker()), '{}')
    into holders, workers from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and database = (select oid from pg_database where datname = current_database());
  update tasks_workerbeat set lost_at = case when key = any (workers) then null else moment end
    where key in (
      select key from tasks_workerbeat
      where beat > moment - interval '10 s' and (lost_at is null) <> (key = any (workers)) for update skip locked);
  is_missing := exists (
    select from tasks_workerbeat
    where lost_at > moment - interval '3 s' and key is distinct from p_worker);
  return query
    select is_missing, job.holder, job.pid, job.holder = any (holders), extract(epoch from job.deadline - moment)::float8
    from (select) as always left join tasks_job job
      on job.charged and job.inflight and job.holder is not null and job.worker_key = p_worker;
end $$;

-- Jobs whose holder is lost, why (`crash`, `stop` of the worker, or `disconnect`), and the verdict: `again`, or how the job ends:
-- `cancelled` and `timeout` (its process was killed for that), `worker_lost` (too many crashes).
-- Of the caller's own children, those in its report: `p_disconnected` are alive, `p_dead` are not. Of other workers, if the caller
-- judges them, those that are dead: the lock was free for a while, or the host has sent no heartbeat for ten seconds. If the worker
-- or the process is unknown (ownership was released), the lock of the holder decides.
-- Only a crash counts; a deploy, a disconnect and a restart of the database do not.
create or replace function tasks_lost_jobs(
  p_worker int default null, p_disconnected int[] default '{}', p_dead int[] default '{}', p_others boolean default true)
returns table (job_id uuid, fence int, holder int, why text, verdict text)
language sql volatile set enable_seqscan = off as $$
  with held as materialized (
    select objid::bigint::int as key from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = tasks_lock_class_holder()
      and database = (select oid from pg_database where datname = current_database())
  ), lost as (
    select job.*, job.worker_key = p_worker as is_own, case
      when job.worker_key = p_worker then case
        when job.holder = any (p_dead) then case when worker.stopping then 'stop' else 'crash' end
        when job.holder = any (p_disconnected) then 'disconnect' end
      when not p_others then null
      when case when worker.key is null or job.pid is null then job.holder not in (select key from held)
        else worker.beat < clock_timestamp() - interval '10 s' or worker.lost_at < clock_timestamp() - interval '0.75 s' end
      then case when worker.stopping then 'stop' when job.began < pg_postmaster_start_time() then 'disconnect' else 'crash' end
      end as why
    from tasks_job job left join tasks_workerbeat worker on worker.key = job.worker_key
    where job.charged and job.inflight and job.holder is not null
  )
  select id, fence, holder, why, case
    when cancel_requested then 'cancelled'
    when deadline <= clock_timestamp() and is_own then 'timeout'
    when why = 'crash' and crashes + 1 >= max_crashes then 'worker_lost'
    else 'again' end
  from lost where why is not null
$$;

-- Jobs that a worker's children run although they are cancelled or out of time, with the process of each.
create or replace function tasks_unwanted(p_worker int)
returns table (job_id uuid, fence int, holder int, pid int, attempts smallint, reason text)
language sql volatile set enable_seqscan = off as $$
  select id, fence, holder, pid, attempts, case when cancel_requested then 'cancelled' else 'timeout' end
  from tasks_job
  where charged and inflight and holder is not null and worker_key = p_worker
    and (cancel_requested or deadline <= clock_timestamp())
$$;

-- End a lost attempt and log why; false: fenced. The job is due at once; after repeated disconnects, which its own step may cause,
-- later and later. Crashes and failures do not count as disconnects.
create or replace function tasks_take_over(p_job uuid, p_fence int, p_holder int, p_why text) returns boolean
language plpgsql set enable_seqscan = off as $$
declare
  tries int; disconnects int; code text := case p_why when 'disconnect' then '' else 'worker_lost' end;
  line text := case p_why
    when 'crash' then 'The process that ran this job ended unexpectedly.'
    when 'stop' then 'The worker was stopped; the job continues on another one.'
    else 'The connection to the database was lost; the job continues.' end;
begin
  select attempts, attempts - failures - crashes into tries, disconnects from tasks_job where id = p_job;
  -- The tenant does not pay for the time until the loss of a whole worker was noticed.
  update tasks_job job set began = clock_timestamp() - greatest(worker.beat - job.began, interval '0')
    from tasks_workerbeat worker
    where job.id = p_job and job.fence = p_fence and job.holder = p_holder and worker.key = job.worker_key
      and worker.beat < clock_timestamp() - interval '2 s';
  if not tasks_defer(p_job, p_fence, p_holder,
    case p_why when 'disconnect' then least(60, 2 ^ least(disconnects - 1, 6) - 1) else 0 end,
    code, code, line, '', 0, (p_why = 'crash')::int)
  then
    return false;
  end if;
  insert into tasks_joblog (job_id, attempt, level, message, fields)
    values (p_job, tries, case p_why when 'crash' then 'error' else 'info' end, line, '{}');
  return true;
end $$;

-- Give a job that was interrupted its slot back, out of turn: its tenant has waited for that slot, and pays for this attempt, too.
-- No row if the job must wait: after repeated disconnects, or for its tenant. The caller holds the lock of the scheduler.
create or replace function tasks_resume(p_job uuid)
returns table (job_id uuid, fence int, kind text, done text[])
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  cost float8;
begin
  perform tasks_settle(p_job);
  select case rules.policy when 'turns' then 1 else greatest(queue.estimate, 0.001) end into cost
    from tasks_job job join tasks_tenantqueue queue using (tenant_id), tasks_schedulerstate rules
    where job.id = p_job and job.queued and not job.charged
      and not queue.paused and (queue.cap is null or queue.running < queue.cap);
  if cost is null then
    return;
  end if;
  update tasks_job set
    state = 'scheduled', queued = false, inflight = true, charged = true, charge = cost, used = 0,
    fence = fence + 1, run_at = null, since = clock_timestamp()
    where id = p_job returning id, fence, kind into job_id, fence, kind;
  update tasks_tenantqueue set vtime = vtime + cost / weight, running = running + 1
    where tenant_id = (select tenant_id from tasks_job where id = p_job);
  done := tasks_done_steps(p_job);
  return next;
end $$;

-- Once a second, from any worker: recover lost attempts (the caller ends those whose verdict is an end), lost messages, retries
-- that are due, accounts left open, and tenants that were not activated. Returns what to publish. The last four parameters are
-- those of `tasks_lost_jobs`.
create or replace function tasks_reconcile(
  p_slots int default null,
  p_worker int default null, p_disconnected int[] default '{}', p_dead int[] default '{}', p_others boolean default true)
returns table (job_id uuid, fence int, kind text, done text[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  lost record; found_job record; rules tasks_schedulerstate;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(tasks_lock_class_scheduler());
  perform tasks_observe_locks();

  for lost in
    select gone.* from tasks_lost_jobs(p_worker, p_disconnected, p_dead, p_others) as gone
      join tasks_job on tasks_job.id = gone.job_id
    where gone.verdict = 'again' for update of tasks_job skip locked
  loop
    if tasks_take_over(lost.job_id, lost.fence, lost.holder, lost.why) and coalesce(p_slots, tasks_beating_slots()) > 0 then
      return query select * from tasks_resume(lost.job_id);
    end if;
  end loop;

  update tasks_job set queued = true, queue_rank = 0
    where id in (select id from tasks_job where run_at <= clock_timestamp() and not queued for update skip locked);

  for found_job in select id from tasks_job where charged and not inflight loop
    perform tasks_settle(found_job.id);
  end loop;

  -- A message counts as lost when a slot is idle while a job has waited for one longer than messages take. The fence stays: if the
  -- message was only slow, because processes were starting, it still runs the job, and the second one is a duplicate.
  if tasks_live_slots() > (select count(*) from tasks_job where charged and inflight and holder is not null) then
    for found_job in
      select id from tasks_job
      where charged and inflight and holder is null and since < clock_timestamp() - interval '2 s'
      order by since limit 100 for update skip locked
    loop
      update tasks_job set since = clock_timestamp() where id = found_job.id
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
    perform tasks_activate_tenant(found_job.tenant_id, coalesce(rules.vtime, 0));
  end loop;

  return query select * from tasks_dispatch(null, p_slots);
end $$;

-- Record the heartbeat of a worker that holds its lock; a deleted row is inserted again.
create or replace function tasks_beat(p_key int, p_name text, p_slots int, p_stopping boolean) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tasks_workerbeat (key, name, slots, stopping) values (p_key, p_name, p_slots, p_stopping)
    on conflict (key) do update set
      beat = clock_timestamp(), lost_at = null, slots = excluded.slots, stopping = excluded.stopping;
  delete from tasks_workerbeat where beat < clock_timestamp() - interval '1 h';
end $$;

-- The advisory lock of a worker's name.
create or replace function tasks_name_lock(p_name text) returns bigint language sql immutable as
  'select hashtextextended(p_name, tasks_lock_class_name())';

-- Take a worker's name until this session ends. `taken`: another worker's session has it; `again`: an earlier session of this
-- worker that the server has not closed yet, or an unknown one.
create or replace function tasks_take_name(p_name text, p_key int) returns text language plpgsql as $$
declare
  lock bigint := tasks_name_lock(p_name); own text := 'cartulary-worker/monitor/' || p_key;
begin
  perform set_config('application_name', own, false);
  if pg_try_advisory_lock(lock) then
    return 'held';
  end if;
  return case when exists (
    select from pg_locks held join pg_stat_activity session using (pid)
    where held.locktype = 'advisory' and held.granted and held.objsubid = 1
      and held.database = (select oid from pg_database where datname = current_database())
      and held.classid = ((lock >> 32) & 4294967295)::oid and held.objid = (lock & 4294967295)::oid
      and session.application_name <> own) then 'taken' else 'again' end;
end $$;

-- Release the name, for the worker that replaces this one.
create or replace function tasks_release_name(p_name text) returns boolean language sql as
  'select pg_advisory_unlock(tasks_name_lock(p_name))';

-- Other workers of this name that have not announced their stop: `alive` (holds its lock), `away` (lost it, but not long ago).
create or replace function tasks_workers_named(p_name text, p_key int) returns table (key int, status text)
language plpgsql as $$
#variable_conflict use_column
begin
  perform tasks_observe_locks();
  return query
    select key, case when lost_at is null then 'alive' else 'away' end from tasks_workerbeat
    where name = p_name and key <> p_key and not stopping and beat > clock_timestamp() - interval '10 s'
      and (lost_at is null or lost_at > clock_timestamp() - interval '0.75 s');
end $$;
