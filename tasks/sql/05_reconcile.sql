-- A worker judges its own children, the others judge the worker (ADR 0012). Signatures of the past:
drop function if exists tasks_lost_jobs();
drop function if exists tasks_reconcile(int);
drop function if exists tasks_take_over(uuid, int, int, text);

-- Four times a second, from every worker, in one look at the locks: what its children hold, and whether the line that proves the
-- holder alive stands. One row at least; `is_missing`: some other worker has just let go of its lock. `lost_at` says since when.
create or replace function tasks_look(p_worker int default null)
returns table (is_missing boolean, holder int, pid int, stands boolean, seconds_left float8)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  holders int[]; workers int[]; moment timestamptz := clock_timestamp();
begin
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(objid::bigint::int) filter (where classid = 77002), '{}'),
    coalesce(array_agg(objid::bigint::int) filter (where classid = 77003), '{}')
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

-- Jobs whose holder is gone, why, and the verdict: `again`, or how the job ends: `cancelled` and `timeout` (it was killed for
-- that), `worker_lost` (once too often). Of the caller's own children, those it has judged: `p_cut` live and have lost their
-- line only, `p_gone` do not. Of other workers (unless they are not the caller's to judge), those that are dead: their lock has
-- been free for a while, or their host has not beaten for ten seconds. Where nobody knows the worker or the process (it was begun
-- by an earlier release, or let go of), whoever has lost the line.
-- A crash counts; a deploy, a cut line and a restart of the database do not.
create or replace function tasks_lost_jobs(
  p_worker int default null, p_cut int[] default '{}', p_gone int[] default '{}', p_others boolean default true)
returns table (job_id uuid, fence int, holder int, why text, verdict text)
language sql volatile set enable_seqscan = off as $$
  with held as materialized (
    select objid::bigint::int as key from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = 77002
      and database = (select oid from pg_database where datname = current_database())
  ), lost as (
    select job.*, job.worker_key = p_worker as is_own, case
      when job.worker_key = p_worker then case
        when job.holder = any (p_gone) then case when worker.stopping then 'stop' else 'crash' end
        when job.holder = any (p_cut) then 'cut' end
      when not p_others then null
      when case when worker.key is null or job.pid is null then job.holder not in (select key from held)
        else worker.beat < clock_timestamp() - interval '10 s' or worker.lost_at < clock_timestamp() - interval '0.75 s' end
      then case when worker.stopping then 'stop' when job.began < pg_postmaster_start_time() then 'cut' else 'crash' end
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

-- What a worker's children work on though it is cancelled or out of time, and the process that does.
create or replace function tasks_unwanted(p_worker int)
returns table (job_id uuid, fence int, holder int, pid int, attempts smallint, reason text)
language sql volatile set enable_seqscan = off as $$
  select id, fence, holder, pid, attempts, case when cancel_requested then 'cancelled' else 'timeout' end
  from tasks_job
  where charged and inflight and holder is not null and worker_key = p_worker
    and (cancel_requested or deadline <= clock_timestamp())
$$;

-- End an attempt that was lost, and say why in the job's log; false: fenced. The job is due at once; one that loses its line
-- again and again, which may be its own doing, later and later.
create or replace function tasks_take_over(p_job uuid, p_fence int, p_holder int, p_why text) returns boolean
language plpgsql set enable_seqscan = off as $$
declare
  tries int; code text := case p_why when 'cut' then '' else 'worker_lost' end;
  told text := case p_why
    when 'crash' then 'The process that worked on this job ended unexpectedly.'
    when 'stop' then 'The worker was stopped; the job goes on elsewhere.'
    else 'The connection to the database was cut; the job goes on.' end;
begin
  select attempts into tries from tasks_job where id = p_job;
  if not tasks_stick(p_job, p_fence, p_holder, case p_why when 'cut' then least(60, 2 ^ least(tries - 1, 6) - 1) else 0 end,
    code, code, told, '', 0, (p_why = 'crash')::int)
  then
    return false;
  end if;
  insert into tasks_joblog (job_id, attempt, level, message, fields)
    values (p_job, tries, case p_why when 'crash' then 'error' else 'info' end, told, '{}');
  return true;
end $$;

-- Once a second, from any worker: lost attempts (those that end the job are left to the caller, who announces the end),
-- lost messages, due retries, accounts left open, lost wake-ups. Returns what to publish. The last four: `tasks_lost_jobs`.
create or replace function tasks_reconcile(
  p_slots int default null,
  p_worker int default null, p_cut int[] default '{}', p_gone int[] default '{}', p_others boolean default true)
returns table (job_id uuid, fence int, kind text, done text[])
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  lost record; found_job record; rules tasks_schedulerstate;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(77001);
  perform tasks_look();

  for lost in
    select gone.* from tasks_lost_jobs(p_worker, p_cut, p_gone, p_others) as gone
      join tasks_job on tasks_job.id = gone.job_id
    where gone.verdict = 'again' for update of tasks_job skip locked
  loop
    perform tasks_take_over(lost.job_id, lost.fence, lost.holder, lost.why);
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

-- Announce that a worker lives and holds its lock; a row that was flushed is made again.
create or replace function tasks_beat(p_key int, p_name text, p_slots int, p_stopping boolean) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tasks_workerbeat (key, name, slots, stopping) values (p_key, p_name, p_slots, p_stopping)
    on conflict (key) do update set
      beat = clock_timestamp(), lost_at = null, slots = excluded.slots, stopping = excluded.stopping;
  delete from tasks_workerbeat where beat < clock_timestamp() - interval '1 h';
end $$;

-- Take a worker's name for as long as this session lasts. `taken`: another worker's session has it; `again`: the rest of an
-- earlier session of this worker has, which the server has not given up yet, or nobody can say who.
create or replace function tasks_take_name(p_name text, p_key int) returns text language plpgsql as $$
declare
  lock bigint := hashtextextended(p_name, 77004); mine text := 'cartulary-worker/keeper/' || p_key;
begin
  perform set_config('application_name', mine, false);
  if pg_try_advisory_lock(lock) then
    return 'held';
  end if;
  return case when exists (
    select from pg_locks held join pg_stat_activity session using (pid)
    where held.locktype = 'advisory' and held.granted and held.objsubid = 1
      and held.database = (select oid from pg_database where datname = current_database())
      and held.classid = ((lock >> 32) & 4294967295)::oid and held.objid = (lock & 4294967295)::oid
      and session.application_name <> mine) then 'taken' else 'again' end;
end $$;

-- Others of this name that have not said that they stop: `lives` (holds its lock), `away` (lost it, not long enough to be dead).
create or replace function tasks_namesakes(p_name text, p_key int) returns table (key int, standing text)
language plpgsql as $$
#variable_conflict use_column
begin
  perform tasks_look();
  return query
    select key, case when lost_at is null then 'lives' else 'away' end from tasks_workerbeat
    where name = p_name and key <> p_key and not stopping and beat > clock_timestamp() - interval '10 s'
      and (lost_at is null or lost_at > clock_timestamp() - interval '0.75 s');
end $$;
