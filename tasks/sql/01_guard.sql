-- Options that repeat in these files: `enable_seqscan = off` and `plan_cache_mode = force_generic_plan` keep functions from scanning
-- `tasks_job`. A session caches the plan it made while the table was small and would read all of it for each job afterwards.

-- Classes of advisory locks, as in `tasks.database`: the scheduler; processes that run steps; workers; names of workers.
create or replace function tasks_lock_class_scheduler() returns int language sql immutable as 'select 77001';
create or replace function tasks_lock_class_holder() returns int language sql immutable as 'select 77002';
create or replace function tasks_lock_class_worker() returns int language sql immutable as 'select 77003';
create or replace function tasks_lock_class_name() returns int language sql immutable as 'select 77004';

-- The legal transitions (S2-16; table in docs/job-states.md). Recovery passes through stuck; a job that cannot start passes through
-- running. The last line is a retry of an ended job: at once, or at a set time (as stuck).
create or replace function tasks_guard_state() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) in (
    ('waiting', 'scheduled'), ('scheduled', 'running'), ('stuck', 'scheduled'),
    ('running', 'success'), ('running', 'failed'), ('running', 'stuck'), ('running', 'cancelled'),
    ('waiting', 'cancelled'), ('stuck', 'cancelled'), ('scheduled', 'cancelled'),
    ('failed', 'waiting'), ('cancelled', 'waiting'), ('failed', 'stuck')
  ) then
    return new;
  end if;
  raise exception 'a job may not go from % to %', old.state, new.state using errcode = 'check_violation';
end $$;

drop trigger if exists tasks_job_state on tasks_job;
create trigger tasks_job_state before update of state on tasks_job
  for each row when (old.state is distinct from new.state) execute function tasks_guard_state();

-- Rows are updated often and in place: room in the pages, early vacuum.
alter table tasks_job set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table tasks_tenantqueue set (fillfactor = 30, autovacuum_vacuum_threshold = 200);
