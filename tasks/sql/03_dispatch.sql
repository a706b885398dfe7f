-- The tokens left of a tenant's rate (jobs per minute); at most ten seconds' worth, at least one.
create or replace function tasks_rate_tokens(p_queue tasks_tenantqueue) returns float8 language sql volatile as $$
  select least(greatest(1, p_queue.rate / 6.0),
    p_queue.tokens + extract(epoch from clock_timestamp() - p_queue.tokens_at) * p_queue.rate / 60.0)::float8
$$;

-- Fill the free slots, fairly, in one short transaction under one lock. The caller publishes what it returns.
-- Long jobs leave one slot to the others; of one slot they may take it.
-- `p_tenant` has just enqueued; `p_slots` replaces the number of slots of living workers.
create or replace function tasks_dispatch(p_tenant uuid default null, p_slots int default null)
returns table (job_id uuid, fence int, kind text, done text[])
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  rules tasks_schedulerstate; queue tasks_tenantqueue; slots int; free int; free_long int; rank int; picked uuid; cost float8;
  passed_over uuid[] := '{}';
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(tasks_lock_class_scheduler());
  select * into rules from tasks_schedulerstate;
  if not found then
    insert into tasks_schedulerstate default values returning * into rules;
  end if;
  if p_tenant is not null then
    perform tasks_activate_tenant(p_tenant, rules.vtime);
  end if;
  slots := coalesce(p_slots, tasks_beating_slots());
  select slots + case when p_slots is null then rules.window else 0 end - count(*),
      greatest(slots - 1, 1) - count(*) filter (where is_long)
    into free, free_long from tasks_job where charged and inflight;
  free := case when slots > 0 then free else 0 end;

  while free > 0 loop
    select * into queue from tasks_tenantqueue
      where active and not paused and (cap is null or running < cap)
        and (rate is null or tasks_rate_tokens(tasks_tenantqueue) >= 1)
        and tenant_id <> all (passed_over)
      order by vtime, turn, tenant_id limit 1;
    exit when not found;
    picked := null;
    foreach rank in array tasks_rank_order(queue, rules) loop
      picked := tasks_first_queued(queue.tenant_id, rank, free_long > 0);
      exit when picked is not null;
    end loop;
    if picked is null then
      if free_long <= 0 and exists (select from tasks_job where queued and tenant_id = queue.tenant_id) then
        passed_over := passed_over || queue.tenant_id;  -- its long jobs have to wait for others
      else
        update tasks_tenantqueue set active = false where tenant_id = queue.tenant_id;
      end if;
      continue;
    end if;

    if (select charged from tasks_job where id = picked) then
      perform tasks_settle(picked);  -- left open by an earlier attempt
    end if;
    cost := case rules.policy when 'turns' then 1 else greatest(queue.estimate, 0.001) end;
    rules.vtime := greatest(rules.vtime, queue.vtime);
    rules.turn := rules.turn + 1;
    if queue.rate is not null then
      update tasks_tenantqueue set tokens = tasks_rate_tokens(queue) - 1, tokens_at = clock_timestamp()
        where tenant_id = queue.tenant_id;
    end if;
    update tasks_tenantqueue set
      vtime = vtime + cost / weight, turn = rules.turn, running = running + 1,
      stuck_streak = case rank when 0 then least(stuck_streak + 1, 1000) else 0 end,
      cycle = case rank when 0 then cycle else (cycle + 1) % (rules.high_share + rules.low_share) end
      where tenant_id = queue.tenant_id;
    update tasks_job set
      state = 'scheduled', queued = false, inflight = true, charged = true, charge = cost, used = 0,
      fence = fence + 1, run_at = null, since = clock_timestamp()
      where id = picked
      returning id, fence, kind into job_id, fence, kind;
    done := case when fence > 1 then tasks_done_steps(picked) else '{}' end;
    free := free - 1;
    free_long := free_long - (select is_long from tasks_job where id = picked)::int;
    return next;
  end loop;
  update tasks_schedulerstate set vtime = rules.vtime, turn = rules.turn where turn <> rules.turn;
end $$;

-- Settle an ended (or stuck) job in its tenant's account; policy `time` corrects the estimate by the time used.
-- A second call does nothing. The caller holds the lock of the scheduler.
create or replace function tasks_settle(p_job uuid) returns void
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  settled record;
begin
  update tasks_job set charged = false
    where id = (select id from tasks_job where id = p_job and charged and not inflight for update skip locked)
    returning tenant_id, used, charge into settled;
  if not found then
    return;
  end if;
  update tasks_tenantqueue set
    running = greatest(running - 1, 0),
    estimate = case when estimate = 0 then settled.used else 0.8 * estimate + 0.2 * settled.used end,
    vtime = vtime + case (select policy from tasks_schedulerstate)
      when 'turns' then 0 else (settled.used - settled.charge) / weight end
    where tenant_id = settled.tenant_id;
end $$;

create or replace function tasks_settle_and_dispatch(p_job uuid, p_slots int default null)
returns table (job_id uuid, fence int, kind text, done text[]) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(tasks_lock_class_scheduler());
  perform tasks_settle(p_job);
  return query select * from tasks_dispatch(null, p_slots);
end $$;
