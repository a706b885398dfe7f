-- A process is alive while its session holds the advisory lock of its key, a host while its worker sends heartbeats.
create or replace function tasks_lock_is_held(p_class int, p_key int) returns boolean language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and classid = p_class::oid and objid = p_key::oid
      and database = (select oid from pg_database where datname = current_database()))
$$;

create or replace function tasks_live_slots() returns int language sql stable as $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and beat > clock_timestamp() - interval '10 s' and tasks_lock_is_held(tasks_lock_class_worker(), key)
$$;

-- The same without reading the locks, which is expensive: `tasks_observe_locks` excludes a worker that has died.
create or replace function tasks_beating_slots() returns int language sql stable as $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and lost_at is null and beat > clock_timestamp() - interval '10 s'
$$;

-- The next job of a tenant in one rank (0 retry that is due, 1 high, 2 low priority), also a long one if that may begin.
-- Locked rows are skipped. Only `job_next` has the order (is_long, id): by id alone, the planner may walk along the primary
-- key, through the history, when its statistics are from a moment at which the table was empty or most jobs waited.
drop function if exists tasks_first_queued(uuid, int);
create or replace function tasks_first_queued(p_tenant uuid, p_rank int, p_long boolean) returns uuid
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  first_short uuid; first_long uuid;
begin
  select id into first_short from tasks_job
    where queued and tenant_id = p_tenant and queue_rank = p_rank and is_long <= false
    order by is_long, id limit 1 for update skip locked;
  if p_long then
    select id into first_long from tasks_job
      where queued and tenant_id = p_tenant and queue_rank = p_rank and is_long >= true
      order by is_long, id limit 1 for update skip locked;
  end if;
  return least(first_short, first_long);
end $$;

-- Steps of a job that will not run again.
create or replace function tasks_done_steps(p_job uuid) returns text[]
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (
    select coalesce(array_agg(name::text), '{}') from tasks_steprun
    where job_id = p_job and (state in ('success', 'skipped') or (state = 'failed' and optional)));
end $$;

-- A tenant without jobs is activated at the current virtual time: it gets no credit for the time it was idle.
create or replace function tasks_activate_tenant(p_tenant uuid, p_vtime float8) returns void language sql volatile as $$
  insert into tasks_tenantqueue as q (tenant_id, vtime, active) values (p_tenant, p_vtime, true)
  on conflict (tenant_id) do update set active = true, vtime = greatest(q.vtime, p_vtime) where not q.active
$$;

-- The order in which the ranks of a tenant are tried (S2-21, S2-24…26, X-27).
create or replace function tasks_rank_order(p_queue tasks_tenantqueue, p_rules tasks_schedulerstate)
returns int[] language sql immutable as $$
  select case
    when p_rules.policy = 'time' and p_queue.stuck_streak >= p_rules.max_stuck_streak then array[wanted, 3 - wanted, 0]
    else array[0, wanted, 3 - wanted] end
  from (select case when p_queue.cycle < p_rules.high_share then 1 else 2 end as wanted) as hint
$$;
