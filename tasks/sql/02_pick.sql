-- Functions that read the queue are told not to scan tables: a session keeps the plan that it made when the table was small,
-- and would read all of it for each job ever after.

-- Who is alive: a process while its session holds the advisory lock of its key (class 77002 for the processes that work,
-- 77003 for the main processes of workers), a host while its worker beats.
create or replace function tasks_session_lives(p_class int, p_key int) returns boolean language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and classid = p_class::oid and objid = p_key::oid
      and database = (select oid from pg_database where datname = current_database()))
$$;

create or replace function tasks_live_slots() returns int language sql stable as $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and beat > clock_timestamp() - interval '10 s' and tasks_session_lives(77003, key)
$$;

-- The same without a look at the locks, which is dear: `tasks_look` takes a worker that has died out of the count.
create or replace function tasks_beating_slots() returns int language sql stable as $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and lost_at is null and beat > clock_timestamp() - interval '10 s'
$$;

-- The next job of a tenant in one lane (0 due stuck, 1 high, 2 low). A row that somebody else holds is left for later.
create or replace function tasks_first_queued(p_tenant uuid, p_lane int) returns uuid
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select id from tasks_job where queued and tenant_id = p_tenant and lane = p_lane
    order by id limit 1 for update skip locked);
end $$;

-- Steps that will not run again.
create or replace function tasks_done_steps(p_job uuid) returns text[]
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select coalesce(array_agg(name::text), '{}') from tasks_steprun
    where job_id = p_job and (state in ('success', 'skipped') or (state = 'failed' and optional)));
end $$;

-- A tenant that has slept wakes at the present virtual time: no credit for sleeping.
create or replace function tasks_wake(p_tenant uuid, p_vtime float8) returns void language sql volatile as $$
  insert into tasks_tenantqueue as q (tenant_id, vtime, active) values (p_tenant, p_vtime, true)
  on conflict (tenant_id) do update set active = true, vtime = greatest(q.vtime, p_vtime) where not q.active
$$;

-- The order in which the lanes of a tenant are tried (S2-21, S2-24…26, X-27).
create or replace function tasks_lanes(p_queue tasks_tenantqueue, p_rules tasks_schedulerstate)
returns int[] language sql immutable as $$
  select case
    when p_rules.policy = 'time' and p_queue.stuck_streak >= p_rules.max_stuck_streak then array[wanted, 3 - wanted, 0]
    else array[0, wanted, 3 - wanted] end
  from (select case when p_queue.cycle < p_rules.high_share then 1 else 2 end as wanted) as hint
$$;
