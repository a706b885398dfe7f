-- Every change of a job that its owner can see becomes an event in the transaction that makes it, whichever statement does so.
-- Dispatching is no change: clients show `waiting` and `scheduled` both as `queued`.
create or replace function events_record_job() returns trigger language plpgsql as $$
begin
  insert into events_event (owner, entity, uuid, subject, changed) values (
    new.owner_id, 'job', new.id, new.subject_id,
    case when tg_op = 'INSERT' then array['state'] else array_remove(array[
      case when old.state <> new.state then 'state' end,
      case when (old.progress, old.message) <> (new.progress, new.message) then 'progress' end,
      case when old.cancel_requested <> new.cancel_requested then 'cancel_requested' end,
      case when old.priority <> new.priority then 'priority' end], null) end);
  return null;
end $$;

drop trigger if exists events_job_submitted on tasks_job;
create trigger events_job_submitted after insert on tasks_job
  for each row when (new.owner_id is not null) execute function events_record_job();

drop trigger if exists events_job_changed on tasks_job;
create trigger events_job_changed after update of state, progress, message, cancel_requested, priority on tasks_job
  for each row when (new.owner_id is not null and (
    (old.state <> new.state and new.state <> 'scheduled') or old.cancel_requested <> new.cancel_requested
    or (old.progress, old.message) <> (new.progress, new.message) or old.priority <> new.priority))
  execute function events_record_job();
