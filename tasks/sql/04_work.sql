-- Begin a step, once per fence. The verdict is `go`, or the reason against it: `done` (this step has ended, the chain continues),
-- `cancelled`, `timeout` (the caller must end the job), `refused` (stale or duplicate message, or the job has ended).
drop function if exists tasks_start(uuid, int, text, boolean, int, int);
create or replace function tasks_start(
  p_job uuid, p_fence int, p_step text, p_optional boolean, p_holder int, p_worker int, p_pid int default null)
returns table (
  verdict text, kind text, args text, tenant_id uuid, owner_id uuid, subject_id uuid, request_id text,
  attempts smallint, failures smallint, seconds_left float8, done text[])
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  job tasks_job; finished text[]; moment timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  select * into job from tasks_job where id = p_job for no key update;
  -- A job that is dispatched for the first time has no steps yet.
  finished := case when job.fence > 1 or job.state <> 'scheduled' then tasks_done_steps(p_job) else '{}' end;
  moment := clock_timestamp();
  verdict := case
    when job.id is null or job.fence <> p_fence or not job.inflight then 'refused'
    when p_step = any (finished) then 'done'
    when job.holder is not null then 'refused'
    when job.cancel_requested then 'cancelled'
    when job.deadline <= moment then 'timeout'
    else 'go' end;
  if verdict = 'go' then
    update tasks_job set
      state = 'running', holder = p_holder, worker_key = p_worker, pid = p_pid, began = moment, since = moment,
      attempts = attempts + (state = 'scheduled')::int, started = coalesce(started, moment),
      deadline = coalesce(deadline, moment + make_interval(secs => timeout))
      where id = p_job returning * into job;
    insert into tasks_steprun as run (job_id, name, state, optional, started)
      values (p_job, p_step, 'running', p_optional, moment)
      on conflict (job_id, name) do update set
        state = 'running', optional = excluded.optional, runs = run.runs + 1, started = moment, finished = null,
        error_code = '', error_message = '';
  end if;
  return query select verdict, job.kind::text, job.args, job.tenant_id, job.owner_id, job.subject_id,
    job.request_id::text, job.attempts, job.failures, extract(epoch from job.deadline - moment)::float8, finished;
end $$;

-- End a step in the transaction of its outputs; the last one ends the job. No row: fenced.
create or replace function tasks_end_step(
  p_job uuid, p_fence int, p_holder int, p_step text, p_state text, p_code text, p_message text, p_is_last boolean)
returns setof tasks_job language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  job tasks_job; moment timestamptz := clock_timestamp();
begin
  update tasks_job set
    used = used + extract(epoch from moment - began), holder = null, began = null, since = moment,
    state = case when p_is_last then 'success' else state end,
    inflight = not p_is_last,
    live_key = case when p_is_last then null else live_key end,
    deadline = case when p_is_last then null else deadline end,
    finished = case when p_is_last then moment end,
    progress = case when p_is_last then 100 else progress end,
    message = case when p_is_last then '' else message end,
    reason = case when p_is_last then '' else reason end,
    error_code = case when p_is_last then '' else error_code end,
    error_message = case when p_is_last then '' else error_message end
    where id = p_job and fence = p_fence and holder = p_holder and state = 'running'
    returning * into job;
  if not found then
    return;
  end if;
  update tasks_steprun set state = p_state, finished = moment, error_code = p_code, error_message = p_message
    where job_id = p_job and name = p_step;
  return next job;
end $$;

-- End the last step of a job that has no receivers, durably; then settle its account and dispatch the next job, in a separate
-- transaction that may be lost: reconciliation repeats it. `p_used` stays null when the caller is fenced.
create or replace procedure tasks_finish_and_dispatch(
  p_job uuid, p_fence int, p_holder int, p_step text,
  inout p_used float8 default null, inout p_crashes int default null, inout p_dispatches text default null)
language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'on', true);
  select used, crashes into p_used, p_crashes
    from tasks_end_step(p_job, p_fence, p_holder, p_step, 'success', '', '', true);
  if p_used is null then
    return;
  end if;
  commit;
  select jsonb_agg(jsonb_build_array(job_id, fence, kind, done))::text into p_dispatches from tasks_settle_and_dispatch(p_job);
end $$;

-- Lock a dispatched job, or one held by a process (`p_holder` not null). No row if it was taken over meanwhile.
create or replace function tasks_guard_fence(p_job uuid, p_fence int, p_holder int) returns setof tasks_job
language sql volatile set enable_seqscan = off as $$
  select * from tasks_job
  where id = p_job and fence = p_fence and inflight and holder is not distinct from p_holder for no key update
$$;

-- Mark the running step when an attempt ends.
create or replace function tasks_end_running_step(p_job uuid, p_state text, p_code text, p_message text)
returns void language sql volatile set enable_seqscan = off as $$
  update tasks_steprun set state = p_state, finished = clock_timestamp(), error_code = p_code, error_message = p_message
  where job_id = p_job and state = 'running'
$$;

-- Write the dead letter of a job that has just failed; that of an earlier failure is reopened.
create or replace function tasks_write_dead_letter(p_job tasks_job) returns void language sql volatile set enable_seqscan = off as $$
  insert into tasks_deadletter as dead_letter (id, created, job_id, kind, tenant_id, reason, error_code, error_message,
    attempts, crashes, first_failed_at, last_failed_at)
  select gen_random_uuid(), p_job.finished, p_job.id, p_job.kind, p_job.tenant_id, p_job.reason, p_job.error_code,
    p_job.error_message, p_job.attempts, p_job.crashes,
    coalesce((select min(at) from tasks_joblog where job_id = p_job.id and level = 'error'), p_job.finished),
    p_job.finished
  on conflict (job_id) do update set
    reason = excluded.reason, error_code = excluded.error_code, error_message = excluded.error_message,
    attempts = excluded.attempts, crashes = excluded.crashes, last_failed_at = excluded.last_failed_at,
    requeued_at = null, discarded_at = null
$$;

-- End a job that did not succeed; a failed one leaves a dead letter. No row: fenced.
create or replace function tasks_end(
  p_job uuid, p_fence int, p_holder int, p_state text, p_reason text, p_code text, p_message text, p_traceback text,
  p_crashes int default 0)
returns setof tasks_job language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  job tasks_job; moment timestamptz := clock_timestamp();
begin
  perform tasks_guard_fence(p_job, p_fence, p_holder);
  if not found then
    return;
  end if;
  update tasks_job set state = 'running' where id = p_job and state = 'scheduled';
  update tasks_job set
    used = used + coalesce(extract(epoch from moment - began), 0), holder = null, began = null, since = moment,
    state = p_state, inflight = false, live_key = null, deadline = null, finished = moment, fence = fence + 1,
    reason = p_reason, error_code = p_code, error_message = p_message, traceback = p_traceback,
    failures = failures + (p_state = 'failed' and p_crashes = 0)::int, crashes = crashes + p_crashes
    where id = p_job returning * into job;
  perform tasks_end_running_step(p_job, 'failed', p_code, p_message);
  if p_state = 'failed' then
    perform tasks_write_dead_letter(job);
  end if;
  return next job;
end $$;

-- End an attempt but not the job, which is due again after `p_seconds`. False: fenced.
create or replace function tasks_defer(
  p_job uuid, p_fence int, p_holder int, p_seconds float8, p_reason text, p_code text, p_message text,
  p_traceback text, p_failures int, p_crashes int)
returns boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  moment timestamptz := clock_timestamp();
begin
  perform tasks_guard_fence(p_job, p_fence, p_holder);
  if not found then
    return false;
  end if;
  update tasks_job set state = 'running' where id = p_job and state = 'scheduled';
  update tasks_job set
    used = used + coalesce(extract(epoch from moment - began), 0), holder = null, began = null, since = moment,
    state = 'stuck', inflight = false, deadline = null, fence = fence + 1, run_at = moment + make_interval(secs => p_seconds),
    queued = p_seconds <= 0, queue_rank = case when p_seconds <= 0 then 0 else queue_rank end,
    reason = p_reason, error_code = p_code, error_message = p_message, traceback = p_traceback,
    failures = failures + p_failures, crashes = crashes + p_crashes
    where id = p_job;
  -- An optional step that killed its process is not repeated in this job.
  update tasks_steprun set state = 'skipped', finished = moment, error_code = p_code, error_message = p_message
    where job_id = p_job and state = 'running' and optional and p_crashes > 0;
  perform tasks_end_running_step(p_job, 'failed', p_code, p_message);
  return true;
end $$;

-- Give back the slot of a job that has to wait for a server: its step begins again after `p_seconds`. That is no attempt of its own.
-- `p_tries` counts requests to the server in vain. False: fenced.
create or replace function tasks_park(
  p_job uuid, p_fence int, p_holder int, p_seconds float8, p_code text, p_message text, p_tries int)
returns boolean language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if not tasks_defer(p_job, p_fence, p_holder, p_seconds, 'dependency', p_code, p_message, '', 0, 0) then
    return false;
  end if;
  update tasks_job set attempts = attempts - 1, tries = tries + p_tries where id = p_job;
  update tasks_steprun set state = 'waiting', finished = null
    where job_id = p_job and state = 'failed' and finished >= (select since from tasks_job where id = p_job);
  return true;
end $$;
