-- S2-16: the only changes of state there are. Rescue goes by way of stuck; a job that cannot even start passes through
-- running. The last line is a person's retry of what has ended: at once, or at a set time (as stuck).
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

-- Rows change often and in place; small settings for a table that is a queue.
alter table tasks_job set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
alter table tasks_tenantqueue set (fillfactor = 30, autovacuum_vacuum_threshold = 200);
