-- sources: 2d739f3f6512d86dffe2f175e3f153e747607cd710424aca657ab2a733863150
set local check_function_bodies = off;
CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
CREATE FUNCTION public.audit_erase_account() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update audit_auditentry set address = null, user_agent = ''
    where (actor_id = old.id or (actor_id is null and owner_id = old.id)) and (address is not null or user_agent <> '');
  return null;
end $$;
CREATE FUNCTION public.audit_refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare account uuid;
begin
  if tg_op = 'DELETE' and current_setting('cartulary.audit_retention', true) = 'on'
      and old.created < now() - interval '30 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.address is null and new.user_agent = ''
      and to_jsonb(new) - '{address,user_agent}'::text[] = to_jsonb(old) - '{address,user_agent}'::text[] then
    account := coalesce(old.actor_id, old.owner_id);
    if account is not null and not exists (select from users_user where id = account) then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
CREATE FUNCTION public.audit_refuse_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
CREATE FUNCTION public.change_annotation_count(document uuid, corpus uuid, change bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    update corpuses_corpusdocument set annotation_count = greatest(annotation_count + change, 0)
    where document_id = document and corpus_id = corpus;
    if not found then
        -- Not in the corpus, or being added to it now: wait for that, and count what it has not seen.
        perform pg_advisory_xact_lock(hashtext('document counts'), document_count_lock(document));
        update corpuses_corpusdocument set annotation_count = greatest(annotation_count + change, 0)
        where document_id = document and corpus_id = corpus;
    end if;
end $$;
CREATE FUNCTION public.count_annotations() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    documents uuid[];
    corpora uuid[];
    changes bigint[];
begin
    -- Each kind of trigger has other tables of rows.
    if tg_op = 'INSERT' then
        select array_agg(document_id order by document_id, corpus_id), array_agg(corpus_id order by document_id, corpus_id),
               array_agg(number order by document_id, corpus_id)
        into documents, corpora, changes
        from (
            select document_id, corpus_id, count(*) as number
            from new_rows where deleted_at is null group by document_id, corpus_id
        ) changed;
        if documents is not null then
            perform lock_counted(documents, corpora);
        end if;
    elsif tg_op = 'DELETE' then
        select array_agg(document_id order by document_id, corpus_id), array_agg(corpus_id order by document_id, corpus_id),
               array_agg(number order by document_id, corpus_id)
        into documents, corpora, changes
        from (
            select document_id, corpus_id, -count(*) as number
            from old_rows where deleted_at is null group by document_id, corpus_id
        ) changed;
    else
        select array_agg(document_id order by document_id, corpus_id), array_agg(corpus_id order by document_id, corpus_id),
               array_agg(number order by document_id, corpus_id)
        into documents, corpora, changes
        from (
            select document_id, corpus_id, sum(change) as number
            from (
                select document_id, corpus_id, 1 as change from new_rows where deleted_at is null
                union all
                select document_id, corpus_id, -1 from old_rows where deleted_at is null
            ) counted
            group by document_id, corpus_id having sum(change) <> 0
        ) changed;
    end if;
    for place in 1 .. coalesce(cardinality(documents), 0) loop
        perform change_annotation_count(documents[place], corpora[place], changes[place]);
    end loop;
    return null;
end $$;
CREATE FUNCTION public.count_deleted_labels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    labels uuid[] := array(
        select id from new_rows join old_rows using (id) where (new_rows.deleted_at is null) <> (old_rows.deleted_at is null)
    );
begin
    if cardinality(labels) > 0 then
        perform recount_document_labels(
            array(select distinct membership_id from corpuses_documentlabel where label_id = any (labels))
        );
    end if;
    return null;
end $$;
CREATE FUNCTION public.count_document_labels() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
    memberships uuid[];
begin
    if tg_op = 'INSERT' then
        perform lock_counted(array(select document_id from new_rows), array(select corpus_id from new_rows));
        -- A label that is moved to the bin at the same time is moved before, or finds these rows.
        perform 1 from corpuses_label where id = any (array(select label_id from new_rows)) order by id for share;
        memberships := array(select distinct membership_id from new_rows);
    elsif tg_op = 'DELETE' then
        memberships := array(select distinct membership_id from old_rows);
    else
        memberships := array(
            select distinct membership_id from (
                (select id, label_id, membership_id from new_rows except select id, label_id, membership_id from old_rows)
                union all
                (select id, label_id, membership_id from old_rows except select id, label_id, membership_id from new_rows)
            ) changed
        );
        if cardinality(memberships) > 0 then
            perform 1 from corpuses_label where id = any (array(select label_id from new_rows)) order by id for share;
        end if;
    end if;
    if cardinality(memberships) > 0 then
        perform recount_document_labels(memberships);
    end if;
    return null;
end $$;
CREATE FUNCTION public.document_count_lock(document uuid) RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$
    select hashtext(document::text) & 255
$$;
CREATE FUNCTION public.events_record_job() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.keep_document_counts() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if tg_op = 'INSERT' then
        new.label_count := 0;
    else
        new.label_count := old.label_count;
        if new.document_id = old.document_id and new.corpus_id = old.corpus_id then
            new.annotation_count := old.annotation_count;
            return new;
        end if;
    end if;
    perform pg_advisory_xact_lock_shared(hashtext('document counts'), document_count_lock(new.document_id));
    new.annotation_count := (
        select count(*) from corpuses_annotation
        where corpus_id = new.corpus_id and document_id = new.document_id and deleted_at is null
    );
    return new;
end $$;
CREATE FUNCTION public.lock_counted(documents uuid[], corpora uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    perform 1 from documents_document where id = any (documents) order by id for key share;
    perform 1 from corpuses_corpus where id = any (corpora) order by id for key share;
end $$;
CREATE FUNCTION public.recount_document_labels(memberships uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
    perform 1 from corpuses_corpusdocument where id = any (memberships) order by document_id, corpus_id for no key update;
    update corpuses_corpusdocument membership set label_count = counted.number
    from (
        select key, (
            select count(*) from corpuses_documentlabel labelled join corpuses_label label on label.id = labelled.label_id
            where labelled.membership_id = key and label.deleted_at is null
        ) as number
        from unnest(memberships) key
    ) counted
    where membership.id = counted.key and membership.label_count <> counted.number;
end $$;
CREATE FUNCTION public.set_modified() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.modified = clock_timestamp();
  return new;
end $$;
CREATE FUNCTION public.tasks_activate_tenant(p_tenant uuid, p_vtime double precision) RETURNS void
    LANGUAGE sql
    AS $$
  insert into tasks_tenantqueue as q (tenant_id, vtime, active) values (p_tenant, p_vtime, true)
  on conflict (tenant_id) do update set active = true, vtime = greatest(q.vtime, p_vtime) where not q.active
$$;
CREATE FUNCTION public.tasks_beat(p_key integer, p_name text, p_slots integer, p_stopping boolean) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into tasks_workerbeat (key, name, slots, stopping) values (p_key, p_name, p_slots, p_stopping)
    on conflict (key) do update set
      beat = clock_timestamp(), lost_at = null, slots = excluded.slots, stopping = excluded.stopping;
  delete from tasks_workerbeat where beat < clock_timestamp() - interval '1 h';
end $$;
CREATE FUNCTION public.tasks_beating_slots() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and lost_at is null and beat > clock_timestamp() - interval '10 s'
$$;
CREATE FUNCTION public.tasks_defer(p_job uuid, p_fence integer, p_holder integer, p_seconds double precision, p_reason text, p_code text, p_message text, p_traceback text, p_failures integer, p_crashes integer) RETURNS boolean
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_dispatch(p_tenant uuid DEFAULT NULL::uuid, p_slots integer DEFAULT NULL::integer) RETURNS TABLE(job_id uuid, fence integer, kind text, done text[])
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_done_steps(p_job uuid) RETURNS text[]
    LANGUAGE plpgsql STABLE
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
begin
  return (
    select coalesce(array_agg(name::text), '{}') from tasks_steprun
    where job_id = p_job and (state in ('success', 'skipped') or (state = 'failed' and optional)));
end $$;
CREATE TABLE public.tasks_job (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(100) NOT NULL,
    args text DEFAULT '{}'::text NOT NULL,
    subject_id uuid,
    subject_title character varying(300) DEFAULT ''::character varying NOT NULL,
    priority smallint DEFAULT 1 NOT NULL,
    queue_rank smallint DEFAULT 1 NOT NULL,
    dedupe_key character varying(200) DEFAULT ''::character varying NOT NULL,
    live_key character varying(200),
    request_id character varying(64) DEFAULT ''::character varying NOT NULL,
    traceparent character varying(55) DEFAULT ''::character varying NOT NULL,
    state character varying(10) DEFAULT 'waiting'::character varying NOT NULL,
    reason character varying(32) DEFAULT ''::character varying NOT NULL,
    error_code character varying(64) DEFAULT ''::character varying NOT NULL,
    error_message text DEFAULT ''::text NOT NULL,
    traceback text DEFAULT ''::text NOT NULL,
    progress smallint DEFAULT 0 NOT NULL,
    message character varying(200) DEFAULT ''::character varying NOT NULL,
    cancel_requested boolean DEFAULT false NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    failures smallint DEFAULT 0 NOT NULL,
    crashes smallint DEFAULT 0 NOT NULL,
    max_crashes smallint DEFAULT 3 NOT NULL,
    timeout integer DEFAULT 600 NOT NULL,
    fence integer DEFAULT 0 NOT NULL,
    holder integer,
    worker_key integer,
    pid integer,
    queued boolean DEFAULT true NOT NULL,
    inflight boolean DEFAULT false NOT NULL,
    charged boolean DEFAULT false NOT NULL,
    charge double precision DEFAULT 0.0 NOT NULL,
    used double precision DEFAULT 0.0 NOT NULL,
    since timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    began timestamp with time zone,
    run_at timestamp with time zone,
    deadline timestamp with time zone,
    started timestamp with time zone,
    finished timestamp with time zone,
    owner_id uuid,
    tenant_id uuid NOT NULL,
    is_long boolean DEFAULT false NOT NULL,
    tries smallint DEFAULT 0 NOT NULL,
    CONSTRAINT job_deadline_of_an_attempt CHECK (((deadline IS NULL) OR inflight)),
    CONSTRAINT job_ended CHECK ((((finished IS NOT NULL) AND (live_key IS NULL) AND ((state)::text = ANY (ARRAY[('cancelled'::character varying)::text, ('failed'::character varying)::text, ('success'::character varying)::text]))) OR ((NOT ((state)::text = ANY (ARRAY[('cancelled'::character varying)::text, ('failed'::character varying)::text, ('success'::character varying)::text]))) AND (finished IS NULL)))),
    CONSTRAINT job_held_only_while_running CHECK ((((began IS NULL) AND (holder IS NULL)) OR ((began IS NOT NULL) AND (holder IS NOT NULL) AND ((state)::text = 'running'::text)))),
    CONSTRAINT job_inflight CHECK (((charged AND inflight AND ((state)::text = ANY (ARRAY[('scheduled'::character varying)::text, ('running'::character varying)::text]))) OR ((NOT ((state)::text = ANY (ARRAY[('scheduled'::character varying)::text, ('running'::character varying)::text]))) AND (NOT inflight)))),
    CONSTRAINT job_progress_percent CHECK (((progress >= 0) AND (progress <= 100))),
    CONSTRAINT job_queue_rank CHECK (((queue_rank = 0) OR (queue_rank = priority))),
    CONSTRAINT job_queued CHECK (((queued AND ((state)::text = 'waiting'::text)) OR ((state)::text = 'stuck'::text) OR ((NOT ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('stuck'::character varying)::text]))) AND (NOT queued)))),
    CONSTRAINT job_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('scheduled'::character varying)::text, ('running'::character varying)::text, ('stuck'::character varying)::text, ('cancelled'::character varying)::text, ('failed'::character varying)::text, ('success'::character varying)::text]))),
    CONSTRAINT job_stuck_knows_when CHECK ((((run_at IS NOT NULL) AND ((state)::text = 'stuck'::text)) OR ((NOT ((state)::text = 'stuck'::text)) AND (run_at IS NULL)))),
    CONSTRAINT tasks_job_timeout_check CHECK ((timeout >= 0))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');
CREATE FUNCTION public.tasks_end(p_job uuid, p_fence integer, p_holder integer, p_state text, p_reason text, p_code text, p_message text, p_traceback text, p_crashes integer DEFAULT 0) RETURNS SETOF public.tasks_job
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_end_running_step(p_job uuid, p_state text, p_code text, p_message text) RETURNS void
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
  update tasks_steprun set state = p_state, finished = clock_timestamp(), error_code = p_code, error_message = p_message
  where job_id = p_job and state = 'running'
$$;
CREATE FUNCTION public.tasks_end_step(p_job uuid, p_fence integer, p_holder integer, p_step text, p_state text, p_code text, p_message text, p_is_last boolean) RETURNS SETOF public.tasks_job
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE PROCEDURE public.tasks_finish_and_dispatch(IN p_job uuid, IN p_fence integer, IN p_holder integer, IN p_step text, INOUT p_used double precision DEFAULT NULL::double precision, INOUT p_crashes integer DEFAULT NULL::integer, INOUT p_dispatches text DEFAULT NULL::text)
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.tasks_first_queued(p_tenant uuid, p_rank integer, p_long boolean) RETURNS uuid
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_guard_fence(p_job uuid, p_fence integer, p_holder integer) RETURNS SETOF public.tasks_job
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
  select * from tasks_job
  where id = p_job and fence = p_fence and inflight and holder is not distinct from p_holder for no key update
$$;
CREATE FUNCTION public.tasks_guard_state() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.tasks_live_slots() RETURNS integer
    LANGUAGE sql STABLE
    AS $$
  select coalesce(sum(slots), 0)::int from tasks_workerbeat
  where not stopping and beat > clock_timestamp() - interval '10 s' and tasks_lock_is_held(tasks_lock_class_worker(), key)
$$;
CREATE FUNCTION public.tasks_lock_class_holder() RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$select 77002$$;
CREATE FUNCTION public.tasks_lock_class_name() RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$select 77004$$;
CREATE FUNCTION public.tasks_lock_class_scheduler() RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$select 77001$$;
CREATE FUNCTION public.tasks_lock_class_worker() RETURNS integer
    LANGUAGE sql IMMUTABLE
    AS $$select 77003$$;
CREATE FUNCTION public.tasks_lock_is_held(p_class integer, p_key integer) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2
      and classid = p_class::oid and objid = p_key::oid
      and database = (select oid from pg_database where datname = current_database()))
$$;
CREATE FUNCTION public.tasks_lost_jobs(p_worker integer DEFAULT NULL::integer, p_disconnected integer[] DEFAULT '{}'::integer[], p_dead integer[] DEFAULT '{}'::integer[], p_others boolean DEFAULT true) RETURNS TABLE(job_id uuid, fence integer, holder integer, why text, verdict text)
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_name_lock(p_name text) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$select hashtextextended(p_name, tasks_lock_class_name())$$;
CREATE FUNCTION public.tasks_observe_locks(p_worker integer DEFAULT NULL::integer) RETURNS TABLE(is_missing boolean, holder integer, pid integer, is_connected boolean, seconds_left double precision)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_park(p_job uuid, p_fence integer, p_holder integer, p_seconds double precision, p_code text, p_message text, p_tries integer) RETURNS boolean
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
begin
  if not tasks_defer(p_job, p_fence, p_holder, p_seconds, 'dependency', p_code, p_message, '', 0, 0) then
    return false;
  end if;
  update tasks_job set attempts = attempts - 1, tries = tries + p_tries where id = p_job;
  update tasks_steprun set state = 'waiting', finished = null
    where job_id = p_job and state = 'failed' and finished >= (select since from tasks_job where id = p_job);
  return true;
end $$;
CREATE TABLE public.tasks_schedulerstate (
    id smallint DEFAULT 1 NOT NULL,
    policy character varying(8) DEFAULT 'time'::character varying NOT NULL,
    "window" smallint DEFAULT 2 NOT NULL,
    high_share smallint DEFAULT 2 NOT NULL,
    low_share smallint DEFAULT 1 NOT NULL,
    max_stuck_streak smallint DEFAULT 3 NOT NULL,
    vtime double precision DEFAULT 0.0 NOT NULL,
    turn bigint DEFAULT 0 NOT NULL,
    CONSTRAINT one_scheduler CHECK ((id = 1)),
    CONSTRAINT scheduler_shares CHECK (((high_share >= 1) AND (low_share >= 0) AND ("window" >= 0)))
);
CREATE TABLE public.tasks_tenantqueue (
    tenant_id uuid NOT NULL,
    cap integer,
    weight double precision DEFAULT 1.0 NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    rate integer,
    tokens double precision DEFAULT 0.0 NOT NULL,
    tokens_at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    retry_unknown boolean DEFAULT false NOT NULL,
    vtime double precision DEFAULT 0.0 NOT NULL,
    turn bigint DEFAULT 0 NOT NULL,
    estimate double precision DEFAULT 0.0 NOT NULL,
    running integer DEFAULT 0 NOT NULL,
    active boolean DEFAULT false NOT NULL,
    cycle smallint DEFAULT 0 NOT NULL,
    stuck_streak smallint DEFAULT 0 NOT NULL,
    CONSTRAINT tasks_tenantqueue_cap_check CHECK ((cap >= 0)),
    CONSTRAINT tasks_tenantqueue_rate_check CHECK ((rate >= 0)),
    CONSTRAINT tenant_rate_positive CHECK (((rate IS NULL) OR (rate > 0))),
    CONSTRAINT tenant_running_counts CHECK ((running >= 0)),
    CONSTRAINT tenant_weight_positive CHECK ((weight > (0.0)::double precision))
)
WITH (fillfactor='30', autovacuum_vacuum_threshold='200');
CREATE FUNCTION public.tasks_rank_order(p_queue public.tasks_tenantqueue, p_rules public.tasks_schedulerstate) RETURNS integer[]
    LANGUAGE sql IMMUTABLE
    AS $$
  select case
    when p_rules.policy = 'time' and p_queue.stuck_streak >= p_rules.max_stuck_streak then array[wanted, 3 - wanted, 0]
    else array[0, wanted, 3 - wanted] end
  from (select case when p_queue.cycle < p_rules.high_share then 1 else 2 end as wanted) as hint
$$;
CREATE FUNCTION public.tasks_rate_tokens(p_queue public.tasks_tenantqueue) RETURNS double precision
    LANGUAGE sql
    AS $$
  select least(greatest(1, p_queue.rate / 6.0),
    p_queue.tokens + extract(epoch from clock_timestamp() - p_queue.tokens_at) * p_queue.rate / 60.0)::float8
$$;
CREATE FUNCTION public.tasks_reconcile(p_slots integer DEFAULT NULL::integer, p_worker integer DEFAULT NULL::integer, p_disconnected integer[] DEFAULT '{}'::integer[], p_dead integer[] DEFAULT '{}'::integer[], p_others boolean DEFAULT true) RETURNS TABLE(job_id uuid, fence integer, kind text, done text[])
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_release_name(p_name text) RETURNS boolean
    LANGUAGE sql
    AS $$select pg_advisory_unlock(tasks_name_lock(p_name))$$;
CREATE FUNCTION public.tasks_resume(p_job uuid) RETURNS TABLE(job_id uuid, fence integer, kind text, done text[])
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_settle(p_job uuid) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_settle_and_dispatch(p_job uuid, p_slots integer DEFAULT NULL::integer) RETURNS TABLE(job_id uuid, fence integer, kind text, done text[])
    LANGUAGE plpgsql
    AS $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(tasks_lock_class_scheduler());
  perform tasks_settle(p_job);
  return query select * from tasks_dispatch(null, p_slots);
end $$;
CREATE FUNCTION public.tasks_start(p_job uuid, p_fence integer, p_step text, p_optional boolean, p_holder integer, p_worker integer, p_pid integer DEFAULT NULL::integer) RETURNS TABLE(verdict text, kind text, args text, tenant_id uuid, owner_id uuid, subject_id uuid, request_id text, attempts smallint, failures smallint, seconds_left double precision, done text[])
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_take_name(p_name text, p_key integer) RETURNS text
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.tasks_take_over(p_job uuid, p_fence integer, p_holder integer, p_why text) RETURNS boolean
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE FUNCTION public.tasks_unwanted(p_worker integer) RETURNS TABLE(job_id uuid, fence integer, holder integer, pid integer, attempts smallint, reason text)
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
  select id, fence, holder, pid, attempts, case when cancel_requested then 'cancelled' else 'timeout' end
  from tasks_job
  where charged and inflight and holder is not null and worker_key = p_worker
    and (cancel_requested or deadline <= clock_timestamp())
$$;
CREATE FUNCTION public.tasks_workers_named(p_name text, p_key integer) RETURNS TABLE(key integer, status text)
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
begin
  perform tasks_observe_locks();
  return query
    select key, case when lost_at is null then 'alive' else 'away' end from tasks_workerbeat
    where name = p_name and key <> p_key and not stopping and beat > clock_timestamp() - interval '10 s'
      and (lost_at is null or lost_at > clock_timestamp() - interval '0.75 s');
end $$;
CREATE FUNCTION public.tasks_write_dead_letter(p_job public.tasks_job) RETURNS void
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
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
CREATE TABLE public.account_emailaddress (
    id integer NOT NULL,
    email character varying(254) NOT NULL,
    verified boolean NOT NULL,
    "primary" boolean NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.account_emailaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.account_emailconfirmation (
    id integer NOT NULL,
    created timestamp with time zone NOT NULL,
    sent timestamp with time zone,
    key character varying(64) NOT NULL,
    email_address_id integer NOT NULL
);
ALTER TABLE public.account_emailconfirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.account_emailconfirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_auditentry (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    action character varying(40) NOT NULL,
    outcome character varying(8) NOT NULL,
    reason character varying(50) NOT NULL,
    actor_id uuid,
    interface character varying(8) NOT NULL,
    credential character varying(12) NOT NULL,
    credential_id uuid,
    address inet,
    user_agent character varying(200) NOT NULL,
    request_id character varying(64) NOT NULL,
    object_kind character varying(16) NOT NULL,
    object_id uuid,
    owner_id uuid,
    corpus_id uuid,
    document_id uuid,
    details jsonb NOT NULL,
    once uuid
);
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_actionexecution (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    settings_version integer DEFAULT 1 NOT NULL,
    trigger character varying(16) DEFAULT 'document_added'::character varying NOT NULL,
    state character varying(16) NOT NULL,
    reason character varying(32) DEFAULT ''::character varying NOT NULL,
    code character varying(64) DEFAULT ''::character varying NOT NULL,
    message text NOT NULL,
    job uuid,
    tries integer DEFAULT 1 NOT NULL,
    queued timestamp with time zone NOT NULL,
    started timestamp with time zone,
    finished timestamp with time zone,
    engine character varying(200) DEFAULT ''::character varying NOT NULL,
    input_tokens bigint DEFAULT 0 NOT NULL,
    output_tokens bigint DEFAULT 0 NOT NULL,
    cost numeric(12,6) DEFAULT 0 NOT NULL,
    document_id uuid,
    revision_id uuid,
    started_by_id uuid,
    comment_id uuid,
    action_id uuid NOT NULL,
    CONSTRAINT corpuses_actionexecution_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT corpuses_actionexecution_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT corpuses_actionexecution_settings_version_check CHECK ((settings_version >= 0)),
    CONSTRAINT corpuses_actionexecution_tries_check CHECK ((tries >= 0)),
    CONSTRAINT execution_finished_has_time CHECK ((((finished IS NULL) AND ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('queued'::character varying)::text]))) OR ((NOT ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('queued'::character varying)::text]))) AND (finished IS NOT NULL)))),
    CONSTRAINT execution_is_about_something CHECK (((comment_id IS NOT NULL) OR ((document_id IS NOT NULL) AND (revision_id IS NOT NULL)))),
    CONSTRAINT execution_skipped_has_reason CHECK (((((state)::text = 'skipped'::text) AND (NOT ((reason)::text = ''::text))) OR ((NOT ((state)::text = 'skipped'::text)) AND ((reason)::text = ''::text))))
);
CREATE TABLE public.corpuses_allowedserver (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    purpose character varying(32) NOT NULL,
    host character varying(255) NOT NULL,
    name character varying(200) NOT NULL,
    tenant_id uuid,
    CONSTRAINT allowed_server_is_host CHECK (((host)::text ~ '^(\.?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?$'::text))
);
CREATE TABLE public.corpuses_analysisresult (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    label character varying(100) NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    page integer,
    quote text NOT NULL,
    value text NOT NULL,
    confidence double precision,
    note text NOT NULL,
    run_id uuid NOT NULL,
    annotation_id uuid,
    CONSTRAINT corpuses_analysisresult_end_check CHECK (("end" >= 0)),
    CONSTRAINT corpuses_analysisresult_page_check CHECK ((page >= 0)),
    CONSTRAINT corpuses_analysisresult_start_check CHECK ((start >= 0))
);
CREATE TABLE public.corpuses_analysisrun (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    settings_version integer NOT NULL,
    analyzer character varying(100) NOT NULL,
    analyzer_version character varying(100) NOT NULL,
    settings jsonb NOT NULL,
    state character varying(16) NOT NULL,
    code character varying(64) DEFAULT ''::character varying NOT NULL,
    message text NOT NULL,
    verdict character varying(16) NOT NULL,
    finding_count integer NOT NULL,
    new_count integer NOT NULL,
    gone_count integer NOT NULL,
    job uuid,
    started timestamp with time zone NOT NULL,
    finished timestamp with time zone,
    due timestamp with time zone,
    received character varying(64) DEFAULT ''::character varying NOT NULL,
    document_id uuid NOT NULL,
    revision_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    action_id uuid NOT NULL,
    message_time bigint DEFAULT 0 NOT NULL,
    CONSTRAINT analysis_finished_has_time CHECK ((((finished IS NULL) AND ((state)::text = ANY (ARRAY[('running'::character varying)::text, ('waiting'::character varying)::text]))) OR ((NOT ((state)::text = ANY (ARRAY[('running'::character varying)::text, ('waiting'::character varying)::text]))) AND (finished IS NOT NULL)))),
    CONSTRAINT analysis_waits_until CHECK (((NOT ((state)::text = 'waiting'::text)) OR (due IS NOT NULL))),
    CONSTRAINT corpuses_analysisrun_finding_count_check CHECK ((finding_count >= 0)),
    CONSTRAINT corpuses_analysisrun_gone_count_check CHECK ((gone_count >= 0)),
    CONSTRAINT corpuses_analysisrun_new_count_check CHECK ((new_count >= 0)),
    CONSTRAINT corpuses_analysisrun_settings_version_check CHECK ((settings_version >= 0))
);
CREATE TABLE public.corpuses_annotation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    source character varying(16) NOT NULL,
    page integer NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    spans jsonb NOT NULL,
    parts jsonb DEFAULT '[]'::jsonb NOT NULL,
    quote text NOT NULL,
    box double precision[],
    prefix character varying(64) NOT NULL,
    suffix character varying(64) NOT NULL,
    note text NOT NULL,
    confidence double precision DEFAULT 1.0 NOT NULL,
    score double precision,
    origin character varying(200) NOT NULL,
    reviewed timestamp with time zone,
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    copied_from_id uuid,
    creator_id uuid,
    deleted_by_id uuid,
    document_id uuid NOT NULL,
    reviewer_id uuid,
    revision_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    label_id uuid NOT NULL,
    CONSTRAINT annotation_box_is_on_page CHECK (((box IS NULL) OR ((box[1] >= (0.0)::double precision) AND (box[1] < box[3]) AND (box[2] >= (0.0)::double precision) AND (box[2] < box[4]) AND (box[3] <= (1.0)::double precision) AND (box[4] <= (1.0)::double precision) AND (
CASE
    WHEN (box IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length(box, 1), 0)
END = 4)))),
    CONSTRAINT annotation_confidence_is_a_share CHECK (((confidence >= (0.0)::double precision) AND (confidence <= (1.0)::double precision))),
    CONSTRAINT annotation_covers_text CHECK (((start < "end") OR ((box IS NOT NULL) AND (start <= "end")))),
    CONSTRAINT annotation_score_is_a_share CHECK (((score >= (0.0)::double precision) AND (score <= (1.0)::double precision))),
    CONSTRAINT corpuses_annotation_end_check CHECK (("end" >= 0)),
    CONSTRAINT corpuses_annotation_page_check CHECK ((page >= 0)),
    CONSTRAINT corpuses_annotation_start_check CHECK ((start >= 0))
);
CREATE TABLE public.corpuses_annotationimport (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    job uuid,
    finished timestamp with time zone,
    upload uuid NOT NULL,
    waits_for uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    filename character varying(255) NOT NULL,
    state character varying(16) NOT NULL,
    row_count integer,
    done integer NOT NULL,
    added integer NOT NULL,
    existing integer NOT NULL,
    relations integer DEFAULT 0 NOT NULL,
    comments integer DEFAULT 0 NOT NULL,
    refused integer NOT NULL,
    problems jsonb NOT NULL,
    owner_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    CONSTRAINT corpuses_annotationimport_added_check CHECK ((added >= 0)),
    CONSTRAINT corpuses_annotationimport_comments_check CHECK ((comments >= 0)),
    CONSTRAINT corpuses_annotationimport_done_check CHECK ((done >= 0)),
    CONSTRAINT corpuses_annotationimport_existing_check CHECK ((existing >= 0)),
    CONSTRAINT corpuses_annotationimport_refused_check CHECK ((refused >= 0)),
    CONSTRAINT corpuses_annotationimport_relations_check CHECK ((relations >= 0)),
    CONSTRAINT corpuses_annotationimport_row_count_check CHECK ((row_count >= 0))
);
CREATE TABLE public.corpuses_archive (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    job uuid,
    finished timestamp with time zone,
    upload uuid NOT NULL,
    filename character varying(255) NOT NULL,
    size bigint NOT NULL,
    state character varying(16) NOT NULL,
    entry_count integer,
    owner_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    folder_id uuid,
    CONSTRAINT corpuses_archive_entry_count_check CHECK ((entry_count >= 0)),
    CONSTRAINT corpuses_archive_size_check CHECK ((size >= 0))
);
CREATE TABLE public.corpuses_archiveentry (
    id bigint NOT NULL,
    number integer NOT NULL,
    path text NOT NULL,
    size bigint NOT NULL,
    state character varying(16) NOT NULL,
    code character varying(64) NOT NULL,
    message text NOT NULL,
    archive_id uuid NOT NULL,
    document_id uuid,
    CONSTRAINT corpuses_archiveentry_number_check CHECK ((number >= 0)),
    CONSTRAINT corpuses_archiveentry_size_check CHECK ((size >= 0)),
    CONSTRAINT refused_entry_has_reason CHECK (((((state)::text = 'refused'::text) AND (NOT ((code)::text = ''::text))) OR (NOT ((state)::text = 'refused'::text))))
);
ALTER TABLE public.corpuses_archiveentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.corpuses_archiveentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_comment (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    text text NOT NULL,
    edited timestamp with time zone,
    agent character varying(100) DEFAULT ''::character varying NOT NULL,
    engine character varying(200) DEFAULT ''::character varying NOT NULL,
    sentences jsonb DEFAULT '[]'::jsonb NOT NULL,
    author_id uuid,
    deleted_by_id uuid,
    conversation_id uuid,
    thread_id uuid NOT NULL
);
CREATE TABLE public.corpuses_corpus (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    is_public boolean NOT NULL,
    title character varying(200) NOT NULL,
    description text NOT NULL,
    is_personal boolean NOT NULL,
    embedder character varying(100) DEFAULT ''::character varying NOT NULL,
    next_embedder character varying(100) DEFAULT ''::character varying NOT NULL,
    allows_language_models boolean DEFAULT true NOT NULL,
    answer_tool_calls integer DEFAULT 0 NOT NULL,
    answer_tokens integer DEFAULT 0 NOT NULL,
    answer_seconds double precision DEFAULT 0.0 NOT NULL,
    answer_cost numeric(12,6) DEFAULT 0 NOT NULL,
    retention_days integer DEFAULT 0 NOT NULL,
    audit_days integer DEFAULT 0 NOT NULL,
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    deleted_by_id uuid,
    owner_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    CONSTRAINT corpus_has_title CHECK ((NOT ((title)::text = ''::text))),
    CONSTRAINT corpuses_corpus_answer_tokens_check CHECK ((answer_tokens >= 0)),
    CONSTRAINT corpuses_corpus_answer_tool_calls_check CHECK ((answer_tool_calls >= 0)),
    CONSTRAINT corpuses_corpus_audit_days_check CHECK ((audit_days >= 0)),
    CONSTRAINT corpuses_corpus_retention_days_check CHECK ((retention_days >= 0))
);
CREATE TABLE public.corpuses_documentfield (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    name character varying(100) NOT NULL,
    description character varying(1000) NOT NULL,
    type character varying(16) NOT NULL,
    choices character varying(100)[] NOT NULL,
    "position" integer NOT NULL,
    corpus_id uuid NOT NULL,
    deleted_by_id uuid,
    CONSTRAINT corpuses_documentfield_position_check CHECK (("position" >= 0)),
    CONSTRAINT document_field_has_name CHECK ((NOT ((name)::text = ''::text)))
);
CREATE TABLE public.corpuses_extract (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    name character varying(100) NOT NULL,
    engine character varying(50) NOT NULL,
    is_standing boolean NOT NULL,
    stop character varying(16) NOT NULL,
    estimated_tokens bigint NOT NULL,
    estimated_cost numeric(12,6) NOT NULL,
    budget_tokens bigint,
    budget_cost numeric(12,6),
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    corpus_id uuid NOT NULL,
    creator_id uuid,
    deleted_by_id uuid,
    previous_id uuid,
    fieldset_id uuid
);
CREATE TABLE public.corpuses_fieldset (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    name character varying(100) NOT NULL,
    description text NOT NULL,
    template character varying(50) NOT NULL,
    corpus_id uuid NOT NULL,
    deleted_by_id uuid
);
CREATE TABLE public.corpuses_folder (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    name character varying(100) NOT NULL,
    path character varying(1000) NOT NULL,
    moved_documents jsonb DEFAULT '[]'::jsonb NOT NULL,
    corpus_id uuid NOT NULL,
    deleted_by_id uuid,
    parent_id uuid,
    CONSTRAINT folder_name_is_one_name CHECK (((NOT ((name)::text = ''::text)) AND (NOT ((name)::text ~~ '%/%'::text))))
);
CREATE TABLE public.corpuses_label (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    name character varying(100) NOT NULL,
    color character varying(7) NOT NULL,
    description character varying(1000) DEFAULT ''::character varying NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    parent_path character varying(300) DEFAULT ''::character varying NOT NULL,
    archived timestamp with time zone,
    corpus_id uuid NOT NULL,
    deleted_by_id uuid,
    parent_id uuid,
    CONSTRAINT corpuses_label_position_check CHECK (("position" >= 0)),
    CONSTRAINT label_color_is_hex CHECK (((color)::text ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT label_has_name CHECK ((NOT ((name)::text = ''::text)))
);
CREATE TABLE public.corpuses_thread (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    comment_count integer NOT NULL,
    latest timestamp with time zone,
    resolved_at timestamp with time zone,
    annotation_id uuid,
    corpus_id uuid NOT NULL,
    document_id uuid,
    resolved_by_id uuid,
    CONSTRAINT corpuses_thread_comment_count_check CHECK ((comment_count >= 0)),
    CONSTRAINT thread_of_annotation_has_document CHECK (((annotation_id IS NULL) OR (document_id IS NOT NULL)))
);
CREATE TABLE public.documents_blob (
    sha256 character varying(64) NOT NULL,
    size bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    checked timestamp with time zone,
    damage character varying(8) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT blob_damage_known CHECK (((damage)::text = ANY (ARRAY[(''::character varying)::text, ('missing'::character varying)::text, ('changed'::character varying)::text]))),
    CONSTRAINT blob_key_is_sha256 CHECK (((sha256)::text ~ '^[0-9a-f]{64}$'::text))
);
CREATE TABLE public.documents_document (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    is_public boolean NOT NULL,
    lineage uuid NOT NULL,
    version_number integer DEFAULT 1 NOT NULL,
    title character varying(300) NOT NULL,
    title_source character varying(8) DEFAULT 'filename'::character varying NOT NULL,
    filename character varying(255) NOT NULL,
    mime_type character varying(127) NOT NULL,
    state character varying(16) NOT NULL,
    scan character varying(16) DEFAULT 'unscanned'::character varying NOT NULL,
    backend_lock boolean NOT NULL,
    processing_started timestamp with time zone,
    processing_finished timestamp with time zone,
    failure_code character varying(64) NOT NULL,
    failure_message text NOT NULL,
    path character varying(600) DEFAULT ''::character varying NOT NULL,
    requested_parser character varying(100) DEFAULT ''::character varying NOT NULL,
    page_count integer NOT NULL,
    language character varying(16) NOT NULL,
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    blob_id character varying(64) NOT NULL,
    deleted_by_id uuid,
    owner_id uuid NOT NULL,
    parent_id uuid,
    superseded_by_id uuid,
    tenant_id uuid NOT NULL,
    thumbnail_id character varying(64),
    uploaded_by_id uuid,
    revision_id uuid,
    CONSTRAINT document_failed_has_reason CHECK (((((state)::text = 'failed'::text) AND (NOT ((failure_code)::text = ''::text))) OR ((NOT ((state)::text = 'failed'::text)) AND ((failure_code)::text = ''::text)))),
    CONSTRAINT document_locked_only_while_processing CHECK (((backend_lock AND ((state)::text = 'processing'::text)) OR ((NOT ((state)::text = 'processing'::text)) AND (NOT backend_lock)))),
    CONSTRAINT document_ready_has_revision CHECK (((NOT ((state)::text = ANY (ARRAY[('ready'::character varying)::text, ('partial'::character varying)::text]))) OR (revision_id IS NOT NULL))),
    CONSTRAINT documents_document_page_count_check CHECK ((page_count >= 0)),
    CONSTRAINT documents_document_version_number_check CHECK ((version_number >= 0))
);
CREATE VIEW public.corpuses_binitem AS
 SELECT document.id,
    'document'::text AS kind,
    document.title,
    document.owner_id,
    NULL::uuid AS corpus_id,
    document.id AS document_id,
    (blob.size + COALESCE(( SELECT (sum(attached.size))::bigint AS sum
           FROM (public.documents_document attachment
             JOIN public.documents_blob attached ON (((attached.sha256)::text = (attachment.blob_id)::text)))
          WHERE (((attachment.parent_id = document.id) OR (attachment.superseded_by_id = document.id)) AND (attachment.deleted_at = document.deleted_at))), (0)::bigint)) AS size,
    document.deleted_at,
    document.deleted_by_id
   FROM (((public.documents_document document
     JOIN public.documents_blob blob ON (((blob.sha256)::text = (document.blob_id)::text)))
     LEFT JOIN public.documents_document parent ON ((parent.id = document.parent_id)))
     LEFT JOIN public.documents_document newest ON ((newest.id = document.superseded_by_id)))
  WHERE ((document.deleted_at IS NOT NULL) AND (parent.deleted_at IS NULL) AND (newest.deleted_at IS DISTINCT FROM document.deleted_at))
UNION ALL
 SELECT corpuses_corpus.id,
    'corpus'::text AS kind,
    corpuses_corpus.title,
    corpuses_corpus.owner_id,
    NULL::uuid AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    corpuses_corpus.deleted_at,
    corpuses_corpus.deleted_by_id
   FROM public.corpuses_corpus
  WHERE (corpuses_corpus.deleted_at IS NOT NULL)
UNION ALL
 SELECT folder.id,
    'folder'::text AS kind,
    folder.path AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    folder.deleted_at,
    folder.deleted_by_id
   FROM ((public.corpuses_folder folder
     JOIN public.corpuses_corpus corpus ON (((corpus.id = folder.corpus_id) AND (corpus.deleted_at IS NULL))))
     LEFT JOIN public.corpuses_folder parent ON ((parent.id = folder.parent_id)))
  WHERE ((folder.deleted_at IS NOT NULL) AND (parent.deleted_at IS DISTINCT FROM folder.deleted_at))
UNION ALL
 SELECT label.id,
    'label'::text AS kind,
    label.name AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    label.deleted_at,
    label.deleted_by_id
   FROM (public.corpuses_label label
     JOIN public.corpuses_corpus corpus ON (((corpus.id = label.corpus_id) AND (corpus.deleted_at IS NULL))))
  WHERE (label.deleted_at IS NOT NULL)
UNION ALL
 SELECT field.id,
    'field'::text AS kind,
    field.name AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    field.deleted_at,
    field.deleted_by_id
   FROM (public.corpuses_documentfield field
     JOIN public.corpuses_corpus corpus ON (((corpus.id = field.corpus_id) AND (corpus.deleted_at IS NULL))))
  WHERE (field.deleted_at IS NOT NULL)
UNION ALL
 SELECT annotation.id,
    'annotation'::text AS kind,
    COALESCE(NULLIF("left"(annotation.quote, 200), ''::text), (((label.name)::text || ', page '::text) || annotation.page)) AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    document.id AS document_id,
    0 AS size,
    annotation.deleted_at,
    annotation.deleted_by_id
   FROM (((public.corpuses_annotation annotation
     JOIN public.corpuses_corpus corpus ON (((corpus.id = annotation.corpus_id) AND (corpus.deleted_at IS NULL))))
     JOIN public.documents_document document ON (((document.id = annotation.document_id) AND (document.deleted_at IS NULL))))
     JOIN public.corpuses_label label ON ((label.id = annotation.label_id)))
  WHERE ((annotation.deleted_at IS NOT NULL) AND (label.deleted_at IS DISTINCT FROM annotation.deleted_at))
UNION ALL
 SELECT fieldset.id,
    'fieldset'::text AS kind,
    fieldset.name AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    fieldset.deleted_at,
    fieldset.deleted_by_id
   FROM (public.corpuses_fieldset fieldset
     JOIN public.corpuses_corpus corpus ON (((corpus.id = fieldset.corpus_id) AND (corpus.deleted_at IS NULL))))
  WHERE (fieldset.deleted_at IS NOT NULL)
UNION ALL
 SELECT "extract".id,
    'extract'::text AS kind,
    "extract".name AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    NULL::uuid AS document_id,
    0 AS size,
    "extract".deleted_at,
    "extract".deleted_by_id
   FROM (public.corpuses_extract "extract"
     JOIN public.corpuses_corpus corpus ON (((corpus.id = "extract".corpus_id) AND (corpus.deleted_at IS NULL))))
  WHERE ("extract".deleted_at IS NOT NULL)
UNION ALL
 SELECT comment.id,
    'comment'::text AS kind,
    "left"(comment.text, 200) AS title,
    corpus.owner_id,
    corpus.id AS corpus_id,
    document.id AS document_id,
    0 AS size,
    comment.deleted_at,
    comment.deleted_by_id
   FROM ((((public.corpuses_comment comment
     JOIN public.corpuses_thread thread ON ((thread.id = comment.thread_id)))
     JOIN public.corpuses_corpus corpus ON (((corpus.id = thread.corpus_id) AND (corpus.deleted_at IS NULL))))
     LEFT JOIN public.documents_document document ON ((document.id = thread.document_id)))
     LEFT JOIN public.corpuses_annotation annotation ON ((annotation.id = thread.annotation_id)))
  WHERE ((comment.deleted_at IS NOT NULL) AND (comment.text <> ''::text) AND (document.deleted_at IS NULL) AND (annotation.deleted_at IS NULL));
CREATE TABLE public.corpuses_bulkbatch (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    number integer NOT NULL,
    state character varying(8) NOT NULL,
    documents uuid[] NOT NULL,
    before jsonb NOT NULL,
    change_id uuid NOT NULL,
    CONSTRAINT corpuses_bulkbatch_number_check CHECK ((number >= 0))
);
CREATE TABLE public.corpuses_bulkchange (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    job uuid,
    finished timestamp with time zone,
    kind character varying(16) NOT NULL,
    query jsonb NOT NULL,
    target jsonb NOT NULL,
    state character varying(16) NOT NULL,
    is_undone boolean NOT NULL,
    total integer NOT NULL,
    processed integer NOT NULL,
    changed integer NOT NULL,
    restored integer NOT NULL,
    skipped jsonb NOT NULL,
    owner_id uuid NOT NULL,
    corpus_id uuid,
    CONSTRAINT corpuses_bulkchange_changed_check CHECK ((changed >= 0)),
    CONSTRAINT corpuses_bulkchange_processed_check CHECK ((processed >= 0)),
    CONSTRAINT corpuses_bulkchange_restored_check CHECK ((restored >= 0)),
    CONSTRAINT corpuses_bulkchange_total_check CHECK ((total >= 0))
);
CREATE TABLE public.corpuses_calendarfeed (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    token_id uuid,
    last_used timestamp with time zone
);
CREATE TABLE public.corpuses_cell (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    status character varying(16) NOT NULL,
    raw text NOT NULL,
    value jsonb,
    text text NOT NULL,
    sort_key character varying(200) NOT NULL COLLATE pg_catalog."C",
    problem text NOT NULL,
    sources jsonb NOT NULL,
    confidence double precision,
    engine character varying(50) NOT NULL,
    question_hash character varying(16) NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    cost numeric(12,6) NOT NULL,
    has_conflict boolean NOT NULL,
    review character varying(16) NOT NULL,
    reviewed timestamp with time zone,
    is_source_picked boolean NOT NULL,
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    reviewer_id uuid,
    column_id uuid NOT NULL,
    row_id uuid NOT NULL,
    CONSTRAINT approved_value_is_proven CHECK (((NOT ((review)::text = 'approved'::text)) OR ((status)::text = ANY (ARRAY[('found'::character varying)::text, ('not_found'::character varying)::text])))),
    CONSTRAINT corpuses_cell_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT corpuses_cell_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT found_value_has_source CHECK (((NOT ((status)::text = 'found'::text)) OR (NOT (sources = '[]'::jsonb)))),
    CONSTRAINT only_answers_have_value CHECK (((((status)::text = ANY (ARRAY[('found'::character varying)::text, ('unproven'::character varying)::text])) AND (NOT (text = ''::text))) OR ((NOT ((status)::text = ANY (ARRAY[('found'::character varying)::text, ('unproven'::character varying)::text]))) AND (sources = '[]'::jsonb) AND (text = ''::text) AND (value IS NULL))))
);
CREATE TABLE public.corpuses_column (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    lineage uuid NOT NULL,
    "order" integer NOT NULL,
    name character varying(100) NOT NULL,
    question text NOT NULL,
    instructions text NOT NULL,
    type character varying(16) NOT NULL,
    choices jsonb NOT NULL,
    items character varying(16) NOT NULL,
    schema jsonb,
    extract_id uuid,
    fieldset_id uuid,
    CONSTRAINT column_has_one_holder CHECK ((((fieldset_id IS NULL) OR (extract_id IS NULL)) AND (1 = (
CASE
    WHEN (fieldset_id IS NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN (extract_id IS NULL) THEN 1
    ELSE 0
END)))),
    CONSTRAINT corpuses_column_order_check CHECK (("order" >= 0))
);
CREATE TABLE public.corpuses_comment_mentions (
    id bigint NOT NULL,
    comment_id uuid NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.corpuses_comment_mentions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.corpuses_comment_mentions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_conversation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    selection jsonb NOT NULL,
    title character varying(200) NOT NULL,
    updated timestamp with time zone NOT NULL,
    is_shared boolean NOT NULL,
    run uuid,
    comment_author_id uuid,
    document_id uuid,
    owner_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    corpus_id uuid,
    CONSTRAINT shared_conversation_has_corpus CHECK (((NOT is_shared) OR (corpus_id IS NOT NULL)))
);
CREATE TABLE public.corpuses_corpusaction (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    name character varying(100) NOT NULL,
    triggers character varying(16)[] NOT NULL,
    engine character varying(50) DEFAULT ''::character varying NOT NULL,
    analyzer character varying(100) NOT NULL,
    analyzer_version character varying(100) DEFAULT ''::character varying NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    instructions text NOT NULL,
    enabled boolean NOT NULL,
    settings_version integer DEFAULT 1 NOT NULL,
    corpus_id uuid NOT NULL,
    fieldset_id uuid,
    CONSTRAINT corpuses_corpusaction_settings_version_check CHECK ((settings_version >= 0))
);
CREATE TABLE public.corpuses_corpuscopy (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    job uuid,
    finished timestamp with time zone,
    parts character varying(16)[] NOT NULL,
    state character varying(16) NOT NULL,
    total integer NOT NULL,
    last_document uuid,
    documents integer NOT NULL,
    left_out integer NOT NULL,
    annotations integer NOT NULL,
    corpus_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    source_id uuid,
    CONSTRAINT corpuses_corpuscopy_annotations_check CHECK ((annotations >= 0)),
    CONSTRAINT corpuses_corpuscopy_documents_check CHECK ((documents >= 0)),
    CONSTRAINT corpuses_corpuscopy_left_out_check CHECK ((left_out >= 0)),
    CONSTRAINT corpuses_corpuscopy_total_check CHECK ((total >= 0))
);
CREATE TABLE public.corpuses_corpusdocument (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    annotation_count integer DEFAULT 0 NOT NULL,
    label_count integer DEFAULT 0 NOT NULL,
    added_by_id uuid,
    corpus_id uuid NOT NULL,
    document_id uuid NOT NULL,
    folder_id uuid,
    CONSTRAINT corpuses_corpusdocument_annotation_count_check CHECK ((annotation_count >= 0)),
    CONSTRAINT corpuses_corpusdocument_label_count_check CHECK ((label_count >= 0))
)
WITH (fillfactor='85');
CREATE TABLE public.corpuses_corpusshare (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    role character varying(16) NOT NULL,
    email character varying(254) DEFAULT ''::character varying NOT NULL,
    token_hash character varying(64),
    expires timestamp with time zone,
    created_by_id uuid,
    target_id uuid NOT NULL,
    team_id uuid,
    user_id uuid,
    last_used timestamp with time zone,
    token_id uuid,
    CONSTRAINT corpusshare_has_one_grantee CHECK (((((email)::text = ''::text) AND (team_id IS NULL) AND (token_hash IS NULL) AND (user_id IS NOT NULL)) OR ((NOT ((email)::text = ''::text)) AND (team_id IS NULL) AND (token_hash IS NULL)) OR (((email)::text = ''::text) AND (team_id IS NOT NULL) AND (token_hash IS NULL) AND (user_id IS NULL)) OR (((email)::text = ''::text) AND (team_id IS NULL) AND (token_hash IS NOT NULL) AND (user_id IS NULL)))),
    CONSTRAINT corpusshare_role_known CHECK (((role)::text = ANY (ARRAY[('viewer'::character varying)::text, ('reviewer'::character varying)::text, ('annotator'::character varying)::text, ('editor'::character varying)::text])))
);
CREATE TABLE public.corpuses_descriptionrevision (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    text text NOT NULL,
    author_id uuid,
    corpus_id uuid NOT NULL
);
CREATE TABLE public.corpuses_documentlabel (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    source character varying(16) NOT NULL,
    origin character varying(200) DEFAULT ''::character varying NOT NULL,
    reviewed timestamp with time zone,
    corpus_id uuid NOT NULL,
    creator_id uuid,
    document_id uuid NOT NULL,
    membership_id uuid NOT NULL,
    reviewer_id uuid,
    label_id uuid NOT NULL
);
CREATE TABLE public.corpuses_edit (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    subject character varying(16) DEFAULT 'annotation'::character varying NOT NULL,
    subject_id uuid,
    "group" uuid NOT NULL,
    kind character varying(16) NOT NULL,
    changes jsonb NOT NULL,
    is_undone boolean DEFAULT false NOT NULL,
    actor_id uuid,
    annotation_id uuid,
    corpus_id uuid NOT NULL,
    document_id uuid,
    target_id uuid
);
CREATE TABLE public.corpuses_export (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    job uuid,
    kind character varying(16) NOT NULL,
    format character varying(16) NOT NULL,
    query jsonb NOT NULL,
    origin character varying(300) NOT NULL,
    filename character varying(255) NOT NULL,
    state character varying(16) NOT NULL,
    row_count integer,
    finished timestamp with time zone,
    blob_id character varying(64),
    corpus_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    extract_id uuid,
    CONSTRAINT corpuses_export_row_count_check CHECK ((row_count >= 0)),
    CONSTRAINT export_has_file CHECK ((((blob_id IS NOT NULL) AND ((state)::text = 'done'::text)) OR (NOT ((state)::text = 'done'::text)))),
    CONSTRAINT export_of_extract_has_extract CHECK ((((extract_id IS NOT NULL) AND ((kind)::text = 'extract'::text)) OR ((NOT ((kind)::text = 'extract'::text)) AND (extract_id IS NULL))))
);
CREATE TABLE public.corpuses_extractrow (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    state character varying(16) NOT NULL,
    code character varying(64) DEFAULT ''::character varying NOT NULL,
    message text NOT NULL,
    job uuid,
    started timestamp with time zone,
    finished timestamp with time zone,
    document_id uuid NOT NULL,
    extract_id uuid NOT NULL,
    revision_id uuid,
    CONSTRAINT extract_row_finished_has_time CHECK ((((finished IS NULL) AND ((state)::text = ANY (ARRAY[('pending'::character varying)::text, ('running'::character varying)::text]))) OR ((NOT ((state)::text = ANY (ARRAY[('pending'::character varying)::text, ('running'::character varying)::text]))) AND (finished IS NOT NULL))))
);
CREATE TABLE public.corpuses_fieldvalue (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    "values" text[] NOT NULL,
    text text NOT NULL,
    sort_key character varying(200) NOT NULL COLLATE pg_catalog."C",
    modified timestamp with time zone NOT NULL,
    earlier jsonb DEFAULT '{}'::jsonb NOT NULL,
    corpus_id uuid NOT NULL,
    document_id uuid NOT NULL,
    field_id uuid NOT NULL,
    membership_id uuid NOT NULL,
    modified_by_id uuid,
    CONSTRAINT field_value_is_not_empty CHECK ((
CASE
    WHEN ("values" IS NULL) THEN NULL::integer
    ELSE COALESCE(array_length("values", 1), 0)
END > 0))
);
CREATE TABLE public.corpuses_languagemodel (
    corpus_id uuid NOT NULL,
    backend character varying(16) NOT NULL,
    base_url character varying(500) NOT NULL,
    model character varying(200) NOT NULL,
    api_version character varying(50) NOT NULL,
    encrypted_key bytea NOT NULL,
    price_input numeric(12,6) NOT NULL,
    price_output numeric(12,6) NOT NULL
);
CREATE TABLE public.corpuses_llmbudget (
    tenant_id uuid NOT NULL,
    tokens bigint,
    cost numeric(12,6)
);
CREATE TABLE public.corpuses_llmusage (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    job uuid,
    purpose character varying(32) NOT NULL,
    model character varying(200) NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    cost numeric(12,6) NOT NULL,
    corpus_id uuid,
    tenant_id uuid NOT NULL,
    CONSTRAINT corpuses_llmusage_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT corpuses_llmusage_output_tokens_check CHECK ((output_tokens >= 0))
);
CREATE TABLE public.corpuses_message (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    "order" integer NOT NULL,
    role character varying(16) NOT NULL,
    state character varying(24) NOT NULL,
    text text NOT NULL,
    sentences jsonb NOT NULL,
    has_answer boolean,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    engine character varying(200) NOT NULL,
    input_tokens integer NOT NULL,
    output_tokens integer NOT NULL,
    cost numeric(12,6) NOT NULL,
    by_reader boolean NOT NULL,
    client_key character varying(255),
    limits text NOT NULL,
    attempt uuid,
    lease timestamp with time zone,
    finished timestamp with time zone,
    conversation_id uuid NOT NULL,
    CONSTRAINT corpuses_message_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT corpuses_message_order_check CHECK (("order" >= 0)),
    CONSTRAINT corpuses_message_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT failed_message_has_code CHECK (((NOT ((state)::text = 'failed'::text)) OR (NOT ((error_code)::text = ''::text))))
);
CREATE TABLE public.corpuses_notification (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    read_at timestamp with time zone,
    comment_id uuid,
    corpus_id uuid NOT NULL,
    export_id uuid,
    owner_id uuid NOT NULL,
    CONSTRAINT corpuses_notification_count_check CHECK ((count >= 0)),
    CONSTRAINT notification_about_one CHECK ((((comment_id IS NOT NULL) AND (export_id IS NULL)) OR ((comment_id IS NULL) AND (export_id IS NOT NULL) AND ((kind)::text = 'export'::text)) OR ((comment_id IS NULL) AND (export_id IS NULL) AND ((kind)::text = 'retention'::text))))
);
CREATE TABLE public.corpuses_obligation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    due date,
    computed_due date,
    is_due_by_user boolean DEFAULT false NOT NULL,
    done timestamp with time zone,
    modified timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    annotation_id uuid NOT NULL,
    corpus_id uuid NOT NULL,
    document_id uuid NOT NULL
);
CREATE TABLE public.corpuses_passage (
    id bigint NOT NULL,
    "order" integer NOT NULL,
    page integer NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    text text NOT NULL,
    header text NOT NULL,
    language character varying(16) NOT NULL,
    digest character varying(64) NOT NULL,
    words tsvector NOT NULL,
    weights public.sparsevec(1000000000) NOT NULL,
    revision_id uuid NOT NULL,
    CONSTRAINT corpuses_passage_end_check CHECK (("end" >= 0)),
    CONSTRAINT corpuses_passage_order_check CHECK (("order" >= 0)),
    CONSTRAINT corpuses_passage_page_check CHECK ((page >= 0)),
    CONSTRAINT corpuses_passage_start_check CHECK ((start >= 0)),
    CONSTRAINT passage_covers_text CHECK ((start < "end"))
)
WITH (toast_tuple_target='1024');
ALTER TABLE ONLY public.corpuses_passage ALTER COLUMN weights SET STORAGE MAIN;
ALTER TABLE public.corpuses_passage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.corpuses_passage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_passagevector (
    id bigint NOT NULL,
    embedder character varying(100) NOT NULL,
    vector public.halfvec NOT NULL,
    passage_id bigint NOT NULL,
    revision_id uuid NOT NULL
);
ALTER TABLE public.corpuses_passagevector ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.corpuses_passagevector_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_proposal (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(16) NOT NULL,
    state character varying(16) NOT NULL,
    label character varying(100) NOT NULL,
    text text NOT NULL,
    quote text NOT NULL,
    page integer,
    start integer,
    "end" integer,
    made uuid,
    decided timestamp with time zone,
    cell_id uuid,
    document_id uuid NOT NULL,
    message_id uuid NOT NULL,
    source_id uuid,
    target_id uuid,
    CONSTRAINT cell_proposal_has_cell CHECK (((NOT ((kind)::text = 'cell'::text)) OR (cell_id IS NOT NULL))),
    CONSTRAINT corpuses_proposal_end_check CHECK (("end" >= 0)),
    CONSTRAINT corpuses_proposal_page_check CHECK ((page >= 0)),
    CONSTRAINT corpuses_proposal_start_check CHECK ((start >= 0)),
    CONSTRAINT proposal_is_decided CHECK (((((state)::text = 'pending'::text) OR (decided IS NOT NULL)) AND (1 = (
CASE
    WHEN ((state)::text = 'pending'::text) THEN 1
    ELSE 0
END +
CASE
    WHEN (decided IS NOT NULL) THEN 1
    ELSE 0
END)))),
    CONSTRAINT relation_proposal_has_ends CHECK (((NOT ((kind)::text = 'relation'::text)) OR ((source_id IS NOT NULL) AND (target_id IS NOT NULL))))
);
CREATE TABLE public.corpuses_relation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    corpus_id uuid NOT NULL,
    creator_id uuid,
    document_id uuid NOT NULL,
    label_id uuid NOT NULL,
    source_id uuid NOT NULL,
    target_id uuid NOT NULL,
    CONSTRAINT relation_has_two_annotations CHECK ((NOT (source_id = target_id)))
);
CREATE TABLE public.corpuses_remoteanalyzer (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(100) NOT NULL,
    description character varying(1000) NOT NULL,
    address character varying(500) NOT NULL,
    labels character varying(100)[] NOT NULL,
    encrypted_secret bytea NOT NULL,
    enabled boolean NOT NULL,
    results_version integer NOT NULL,
    corpus_id uuid NOT NULL,
    token_id uuid,
    CONSTRAINT corpuses_remoteanalyzer_results_version_check CHECK ((results_version >= 0))
);
CREATE TABLE public.corpuses_savedview (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(24) NOT NULL,
    name character varying(100) NOT NULL,
    query jsonb NOT NULL,
    is_shared boolean DEFAULT false NOT NULL,
    corpus_id uuid,
    owner_id uuid NOT NULL,
    CONSTRAINT saved_view_has_corpus CHECK ((((corpus_id IS NULL) AND ((kind)::text = 'documents'::text)) OR ((NOT ((kind)::text = 'documents'::text)) AND (corpus_id IS NOT NULL)))),
    CONSTRAINT saved_view_shared_in CHECK (((NOT is_shared) OR (corpus_id IS NOT NULL)))
);
CREATE TABLE public.corpuses_similargroup (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(8) NOT NULL,
    size integer NOT NULL,
    corpus_id uuid NOT NULL,
    CONSTRAINT corpuses_similargroup_size_check CHECK ((size >= 0))
);
CREATE TABLE public.corpuses_similarityrun (
    corpus_id uuid NOT NULL,
    started timestamp with time zone NOT NULL,
    clause_count integer NOT NULL,
    is_complete boolean NOT NULL,
    CONSTRAINT corpuses_similarityrun_clause_count_check CHECK ((clause_count >= 0))
);
CREATE TABLE public.corpuses_similartext (
    id bigint NOT NULL,
    "order" integer NOT NULL,
    page integer NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    quote character varying(300) NOT NULL,
    similarity double precision NOT NULL,
    document_id uuid NOT NULL,
    group_id uuid NOT NULL,
    revision_id uuid NOT NULL,
    CONSTRAINT corpuses_similartext_end_check CHECK (("end" >= 0)),
    CONSTRAINT corpuses_similartext_order_check CHECK (("order" >= 0)),
    CONSTRAINT corpuses_similartext_page_check CHECK ((page >= 0)),
    CONSTRAINT corpuses_similartext_start_check CHECK ((start >= 0))
);
ALTER TABLE public.corpuses_similartext ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.corpuses_similartext_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.corpuses_textsketch (
    revision_id uuid NOT NULL,
    version smallint NOT NULL,
    document bytea NOT NULL,
    places bytea NOT NULL,
    clauses bytea NOT NULL,
    CONSTRAINT corpuses_textsketch_version_check CHECK ((version >= 0))
);
CREATE TABLE public.corpuses_toolcall (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(64) NOT NULL,
    arguments jsonb NOT NULL,
    state character varying(16) NOT NULL,
    summary character varying(300) NOT NULL,
    length integer DEFAULT 0 NOT NULL,
    picture_size integer DEFAULT 0 NOT NULL,
    message_id uuid NOT NULL,
    CONSTRAINT corpuses_toolcall_length_check CHECK ((length >= 0)),
    CONSTRAINT corpuses_toolcall_picture_size_check CHECK ((picture_size >= 0))
);
CREATE TABLE public.django_admin_log (
    id integer NOT NULL,
    action_time timestamp with time zone NOT NULL,
    object_id text,
    object_repr character varying(200) NOT NULL,
    action_flag smallint NOT NULL,
    change_message text NOT NULL,
    content_type_id integer,
    user_id uuid NOT NULL,
    CONSTRAINT django_admin_log_action_flag_check CHECK ((action_flag >= 0))
);
ALTER TABLE public.django_admin_log ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_admin_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.documents_documentpassword (
    document_id uuid NOT NULL,
    encrypted bytea NOT NULL
);
CREATE TABLE public.documents_documentrevision (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    number integer NOT NULL,
    parser character varying(100) NOT NULL,
    parser_version character varying(50) NOT NULL,
    options_hash character varying(64) NOT NULL,
    text text NOT NULL,
    language character varying(16) NOT NULL,
    page_count integer NOT NULL,
    warnings jsonb NOT NULL,
    properties jsonb DEFAULT '{}'::jsonb NOT NULL,
    outline jsonb DEFAULT '[]'::jsonb NOT NULL,
    links jsonb DEFAULT '[]'::jsonb NOT NULL,
    ocr_page_count integer DEFAULT 0 NOT NULL,
    ocr_engines character varying(100) DEFAULT ''::character varying NOT NULL,
    confidence double precision,
    published timestamp with time zone,
    docling_id character varying(64),
    document_id uuid NOT NULL,
    rendition_id character varying(64),
    CONSTRAINT documents_documentrevision_number_check CHECK ((number >= 0)),
    CONSTRAINT documents_documentrevision_ocr_page_count_check CHECK ((ocr_page_count >= 0)),
    CONSTRAINT documents_documentrevision_page_count_check CHECK ((page_count >= 0))
);
CREATE TABLE public.documents_documentshare (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    role character varying(16) NOT NULL,
    email character varying(254) DEFAULT ''::character varying NOT NULL,
    token_hash character varying(64),
    expires timestamp with time zone,
    created_by_id uuid,
    target_id uuid NOT NULL,
    team_id uuid,
    user_id uuid,
    last_used timestamp with time zone,
    token_id uuid,
    CONSTRAINT documentshare_has_one_grantee CHECK (((((email)::text = ''::text) AND (team_id IS NULL) AND (token_hash IS NULL) AND (user_id IS NOT NULL)) OR ((NOT ((email)::text = ''::text)) AND (team_id IS NULL) AND (token_hash IS NULL)) OR (((email)::text = ''::text) AND (team_id IS NOT NULL) AND (token_hash IS NULL) AND (user_id IS NULL)) OR (((email)::text = ''::text) AND (team_id IS NULL) AND (token_hash IS NOT NULL) AND (user_id IS NULL)))),
    CONSTRAINT documentshare_role_known CHECK (((role)::text = ANY (ARRAY[('viewer'::character varying)::text, ('reviewer'::character varying)::text, ('annotator'::character varying)::text, ('editor'::character varying)::text])))
);
CREATE TABLE public.documents_filestore (
    id smallint DEFAULT 1 NOT NULL,
    key uuid NOT NULL,
    CONSTRAINT one_file_store CHECK ((id = 1))
);
CREATE TABLE public.documents_ocrpage (
    id bigint NOT NULL,
    key character varying(64) NOT NULL,
    number integer NOT NULL,
    data bytea NOT NULL,
    document_id uuid NOT NULL,
    CONSTRAINT documents_ocrpage_number_check CHECK ((number >= 0))
);
ALTER TABLE public.documents_ocrpage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.documents_ocrpage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.documents_page (
    id bigint NOT NULL,
    number integer NOT NULL,
    label character varying(100) DEFAULT ''::character varying NOT NULL,
    width double precision NOT NULL,
    height double precision NOT NULL,
    text_start integer NOT NULL,
    text_end integer NOT NULL,
    token_count integer NOT NULL,
    tokens bytea NOT NULL,
    revision_id uuid NOT NULL,
    CONSTRAINT documents_page_number_check CHECK ((number >= 0)),
    CONSTRAINT documents_page_text_end_check CHECK ((text_end >= 0)),
    CONSTRAINT documents_page_text_start_check CHECK ((text_start >= 0)),
    CONSTRAINT documents_page_token_count_check CHECK ((token_count >= 0)),
    CONSTRAINT page_text_runs_forward CHECK ((text_start <= text_end))
);
ALTER TABLE public.documents_page ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.documents_page_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.documents_parserchoice (
    mime_type character varying(127) NOT NULL,
    parser character varying(100) NOT NULL
);
CREATE TABLE public.documents_structureitem (
    id bigint NOT NULL,
    "order" integer NOT NULL,
    kind character varying(16) NOT NULL,
    level smallint,
    page integer NOT NULL,
    x0 double precision NOT NULL,
    y0 double precision NOT NULL,
    x1 double precision NOT NULL,
    y1 double precision NOT NULL,
    start integer NOT NULL,
    "end" integer NOT NULL,
    "table" jsonb,
    marks jsonb,
    continues boolean DEFAULT false NOT NULL,
    alt text DEFAULT ''::text NOT NULL,
    revision_id uuid NOT NULL,
    CONSTRAINT documents_structureitem_end_check CHECK (("end" >= 0)),
    CONSTRAINT documents_structureitem_level_check CHECK ((level >= 0)),
    CONSTRAINT documents_structureitem_order_check CHECK (("order" >= 0)),
    CONSTRAINT documents_structureitem_page_check CHECK ((page >= 0)),
    CONSTRAINT documents_structureitem_start_check CHECK ((start >= 0))
);
ALTER TABLE public.documents_structureitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.documents_structureitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.documents_upload (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    filename character varying(255) NOT NULL,
    length bigint NOT NULL,
    received bigint NOT NULL,
    parts jsonb NOT NULL,
    sha256 character varying(64) NOT NULL,
    options jsonb NOT NULL,
    state character varying(16) NOT NULL,
    result uuid,
    error_code character varying(64) NOT NULL,
    error_message text NOT NULL,
    error_data jsonb NOT NULL,
    expires timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    CONSTRAINT documents_upload_length_check CHECK ((length >= 0)),
    CONSTRAINT documents_upload_received_check CHECK ((received >= 0)),
    CONSTRAINT upload_refused_has_reason CHECK (((((state)::text = 'refused'::text) AND (NOT ((error_code)::text = ''::text))) OR ((NOT ((state)::text = 'refused'::text)) AND ((error_code)::text = ''::text)))),
    CONSTRAINT upload_within_its_length CHECK ((received <= length))
);
CREATE TABLE public.events_event (
    id bigint NOT NULL,
    created timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    owner uuid NOT NULL,
    entity character varying(16) NOT NULL,
    uuid uuid NOT NULL,
    subject uuid,
    changed character varying(32)[] NOT NULL
);
ALTER TABLE public.events_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.events_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialaccount (
    id integer NOT NULL,
    provider character varying(200) NOT NULL,
    uid character varying(191) NOT NULL,
    last_login timestamp with time zone NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    extra_data jsonb NOT NULL,
    user_id uuid NOT NULL
);
ALTER TABLE public.socialaccount_socialaccount ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialaccount_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialapp (
    id integer NOT NULL,
    provider character varying(30) NOT NULL,
    name character varying(40) NOT NULL,
    client_id character varying(191) NOT NULL,
    secret character varying(191) NOT NULL,
    key character varying(191) NOT NULL,
    provider_id character varying(200) NOT NULL,
    settings jsonb NOT NULL
);
ALTER TABLE public.socialaccount_socialapp ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialapp_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.socialaccount_socialtoken (
    id integer NOT NULL,
    token text NOT NULL,
    token_secret text NOT NULL,
    expires_at timestamp with time zone,
    account_id integer NOT NULL,
    app_id integer
);
ALTER TABLE public.socialaccount_socialtoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.socialaccount_socialtoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tasks_deadletter (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    kind character varying(100) NOT NULL,
    reason character varying(32) NOT NULL,
    error_code character varying(64) DEFAULT ''::character varying NOT NULL,
    error_message text DEFAULT ''::text NOT NULL,
    attempts smallint NOT NULL,
    crashes smallint NOT NULL,
    first_failed_at timestamp with time zone NOT NULL,
    last_failed_at timestamp with time zone NOT NULL,
    requeued_at timestamp with time zone,
    discarded_at timestamp with time zone,
    tenant_id uuid NOT NULL,
    job_id uuid NOT NULL
);
CREATE TABLE public.tasks_joblog (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    attempt smallint NOT NULL,
    level character varying(8) NOT NULL,
    message text NOT NULL,
    fields jsonb NOT NULL,
    job_id uuid NOT NULL
);
ALTER TABLE public.tasks_joblog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tasks_joblog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tasks_schedule (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(100) NOT NULL,
    kind character varying(100) NOT NULL,
    args jsonb NOT NULL,
    cron character varying(100) NOT NULL,
    timezone character varying(64) NOT NULL,
    enabled boolean NOT NULL,
    next_at timestamp with time zone,
    last_tick timestamp with time zone,
    last_job_id uuid,
    owner_id uuid,
    tenant_id uuid
);
CREATE TABLE public.tasks_steprun (
    id bigint NOT NULL,
    name character varying(100) NOT NULL,
    state character varying(10) NOT NULL,
    optional boolean DEFAULT false NOT NULL,
    runs smallint DEFAULT 1 NOT NULL,
    started timestamp with time zone,
    finished timestamp with time zone,
    error_code character varying(64) DEFAULT ''::character varying NOT NULL,
    error_message text DEFAULT ''::text NOT NULL,
    job_id uuid NOT NULL,
    CONSTRAINT step_state_known CHECK (((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text, ('success'::character varying)::text, ('failed'::character varying)::text, ('skipped'::character varying)::text])))
);
ALTER TABLE public.tasks_steprun ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tasks_steprun_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tasks_workerbeat (
    key integer NOT NULL,
    name character varying(200) NOT NULL,
    slots smallint NOT NULL,
    started timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    beat timestamp with time zone DEFAULT statement_timestamp() NOT NULL,
    lost_at timestamp with time zone,
    stopping boolean DEFAULT false NOT NULL,
    CONSTRAINT tasks_workerbeat_slots_check CHECK ((slots >= 0))
);
CREATE TABLE public.users_apitoken (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(100) NOT NULL,
    scopes character varying(16)[] NOT NULL,
    corpora uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    teams uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    start character varying(12) NOT NULL,
    digest character varying(64) NOT NULL,
    expires timestamp with time zone,
    last_used timestamp with time zone,
    owner_id uuid NOT NULL
);
CREATE TABLE public.users_browsersession (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    session_auth_hash character varying(64) NOT NULL,
    address inet,
    user_agent character varying(200) DEFAULT ''::character varying NOT NULL,
    session_id character varying(40) NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.users_idempotencykey (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    key character varying(255) NOT NULL,
    route character varying(200) DEFAULT ''::character varying NOT NULL,
    fingerprint character varying(64) DEFAULT ''::character varying NOT NULL,
    object_id uuid,
    expires timestamp with time zone NOT NULL,
    owner_id uuid NOT NULL
);
CREATE TABLE public.users_invitation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    email character varying(254) NOT NULL,
    digest character varying(64) NOT NULL,
    expires timestamp with time zone NOT NULL,
    accepted timestamp with time zone,
    accepted_by_id uuid,
    invited_by_id uuid NOT NULL
);
CREATE TABLE public.users_passkey (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(100) NOT NULL,
    credential_id bytea NOT NULL,
    credential bytea NOT NULL,
    sign_count bigint NOT NULL,
    is_synced boolean NOT NULL,
    last_challenge bigint NOT NULL,
    last_used timestamp with time zone,
    user_id uuid NOT NULL
);
CREATE TABLE public.users_provisioneduser (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    user_name character varying(254) NOT NULL,
    external_id character varying(255) DEFAULT ''::character varying NOT NULL,
    given_name character varying(150) DEFAULT ''::character varying NOT NULL,
    family_name character varying(150) DEFAULT ''::character varying NOT NULL,
    formatted_name character varying(300) DEFAULT ''::character varying NOT NULL,
    email_is_primary boolean DEFAULT true NOT NULL,
    is_removed boolean DEFAULT false NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.users_refreshfamily (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    session_auth_hash character varying(64) NOT NULL,
    address inet,
    user_agent character varying(200) DEFAULT ''::character varying NOT NULL,
    began timestamp with time zone NOT NULL,
    revoked timestamp with time zone,
    expires timestamp with time zone NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.users_refreshtoken (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    issued timestamp with time zone NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone,
    family_id uuid NOT NULL,
    successor_id uuid
);
CREATE TABLE public.users_secondfactor (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    encrypted_secret bytea,
    last_step bigint DEFAULT 0 NOT NULL,
    recovery_codes character varying(64)[] NOT NULL,
    last_used timestamp with time zone,
    user_id uuid NOT NULL,
    CONSTRAINT users_secondfactor_last_step_check CHECK ((last_step >= 0))
);
CREATE TABLE public.users_team (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(200) NOT NULL,
    created_by_id uuid,
    external_id character varying(255) DEFAULT ''::character varying NOT NULL,
    is_provisioned boolean DEFAULT false NOT NULL,
    CONSTRAINT team_has_name CHECK ((NOT ((name)::text = ''::text)))
);
CREATE TABLE public.users_teaminvitation (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    email character varying(254) DEFAULT ''::character varying NOT NULL,
    role character varying(8) NOT NULL,
    created_by_id uuid,
    team_id uuid NOT NULL,
    user_id uuid,
    CONSTRAINT team_invitation_has_grantee CHECK (((user_id IS NOT NULL) OR (NOT ((email)::text = ''::text)))),
    CONSTRAINT team_invitation_role_known CHECK (((role)::text = ANY (ARRAY[('admin'::character varying)::text, ('member'::character varying)::text])))
);
CREATE TABLE public.users_teammembership (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    role character varying(8) NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    is_provisioned boolean DEFAULT false NOT NULL,
    CONSTRAINT team_role_known CHECK (((role)::text = ANY (ARRAY[('admin'::character varying)::text, ('member'::character varying)::text])))
);
CREATE TABLE public.users_tenant (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    name character varying(200) NOT NULL,
    kind character varying(16) NOT NULL,
    quota_bytes bigint,
    quota_documents integer,
    CONSTRAINT users_tenant_quota_bytes_check CHECK ((quota_bytes >= 0)),
    CONSTRAINT users_tenant_quota_documents_check CHECK ((quota_documents >= 0))
);
CREATE TABLE public.users_tenantmembership (
    id uuid NOT NULL,
    created timestamp with time zone NOT NULL,
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL
);
CREATE TABLE public.users_user (
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    id uuid NOT NULL,
    username character varying(150) NOT NULL,
    name character varying(150) DEFAULT ''::character varying NOT NULL,
    language character varying(16) DEFAULT ''::character varying NOT NULL,
    time_zone character varying(64) DEFAULT ''::character varying NOT NULL,
    email_confirmed boolean DEFAULT true NOT NULL,
    pending_email character varying(254) DEFAULT ''::character varying NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    is_service_account boolean DEFAULT false NOT NULL,
    service_team_id uuid,
    tenant_id uuid NOT NULL,
    CONSTRAINT service_account_cannot_sign_in CHECK ((((NOT is_service_account) AND (service_team_id IS NULL)) OR (((email)::text = ''::text) AND is_service_account AND (NOT is_staff) AND (NOT is_superuser) AND ((password)::text ~~ '!%'::text) AND ((pending_email)::text = ''::text)))),
    CONSTRAINT username_is_no_address CHECK ((NOT ((username)::text ~~ '%@%'::text))),
    CONSTRAINT users_user_generation_check CHECK ((generation >= 0))
);
CREATE TABLE public.users_user_groups (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.users_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.users_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.users_user_user_permissions (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.users_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.users_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_email_987c8728_uniq UNIQUE (user_id, email);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_key_key UNIQUE (key);
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_allowedserver
    ADD CONSTRAINT allowed_server_once UNIQUE NULLS NOT DISTINCT (purpose, host, tenant_id);
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT analysis_once_per_revision UNIQUE (action_id, document_id, revision_id, settings_version);
ALTER TABLE ONLY public.corpuses_archiveentry
    ADD CONSTRAINT archive_entry_once UNIQUE (archive_id, number);
ALTER TABLE ONLY public.audit_auditentry
    ADD CONSTRAINT audit_auditentry_once_key UNIQUE (once);
ALTER TABLE ONLY public.audit_auditentry
    ADD CONSTRAINT audit_auditentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_bulkbatch
    ADD CONSTRAINT bulk_batch_once UNIQUE (change_id, number);
ALTER TABLE ONLY public.corpuses_cell
    ADD CONSTRAINT cell_once UNIQUE (row_id, column_id);
ALTER TABLE ONLY public.corpuses_column
    ADD CONSTRAINT column_name_once UNIQUE (fieldset_id, name) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_column
    ADD CONSTRAINT column_of_extract_once UNIQUE (extract_id, name) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecution_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_allowedserver
    ADD CONSTRAINT corpuses_allowedserver_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_analysisresult
    ADD CONSTRAINT corpuses_analysisresult_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT corpuses_analysisrun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_annotationimport
    ADD CONSTRAINT corpuses_annotationimport_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_archive
    ADD CONSTRAINT corpuses_archive_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_archiveentry
    ADD CONSTRAINT corpuses_archiveentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_bulkbatch
    ADD CONSTRAINT corpuses_bulkbatch_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_bulkchange
    ADD CONSTRAINT corpuses_bulkchange_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_calendarfeed
    ADD CONSTRAINT corpuses_calendarfeed_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_cell
    ADD CONSTRAINT corpuses_cell_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_column
    ADD CONSTRAINT corpuses_column_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_comment_mentions
    ADD CONSTRAINT corpuses_comment_mentions_comment_id_user_id_d564a5ff_uniq UNIQUE (comment_id, user_id);
ALTER TABLE ONLY public.corpuses_comment_mentions
    ADD CONSTRAINT corpuses_comment_mentions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_comment
    ADD CONSTRAINT corpuses_comment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversation_run_key UNIQUE (run);
ALTER TABLE ONLY public.corpuses_corpus
    ADD CONSTRAINT corpuses_corpus_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpusaction
    ADD CONSTRAINT corpuses_corpusaction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpuscopy
    ADD CONSTRAINT corpuses_corpuscopy_corpus_id_key UNIQUE (corpus_id);
ALTER TABLE ONLY public.corpuses_corpuscopy
    ADD CONSTRAINT corpuses_corpuscopy_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT corpuses_corpusdocument_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.corpuses_descriptionrevision
    ADD CONSTRAINT corpuses_descriptionrevision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_documentfield
    ADD CONSTRAINT corpuses_documentfield_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlabel_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_export
    ADD CONSTRAINT corpuses_export_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_extractrow
    ADD CONSTRAINT corpuses_extractrow_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_fieldset
    ADD CONSTRAINT corpuses_fieldset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_folder
    ADD CONSTRAINT corpuses_folder_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_label
    ADD CONSTRAINT corpuses_label_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_languagemodel
    ADD CONSTRAINT corpuses_languagemodel_pkey PRIMARY KEY (corpus_id);
ALTER TABLE ONLY public.corpuses_llmbudget
    ADD CONSTRAINT corpuses_llmbudget_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.corpuses_llmusage
    ADD CONSTRAINT corpuses_llmusage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_message
    ADD CONSTRAINT corpuses_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT corpuses_notification_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_obligation
    ADD CONSTRAINT corpuses_obligation_annotation_id_key UNIQUE (annotation_id);
ALTER TABLE ONLY public.corpuses_obligation
    ADD CONSTRAINT corpuses_obligation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_passage
    ADD CONSTRAINT corpuses_passage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_passagevector
    ADD CONSTRAINT corpuses_passagevector_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_remoteanalyzer
    ADD CONSTRAINT corpuses_remoteanalyzer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_savedview
    ADD CONSTRAINT corpuses_savedview_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_similargroup
    ADD CONSTRAINT corpuses_similargroup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_similarityrun
    ADD CONSTRAINT corpuses_similarityrun_pkey PRIMARY KEY (corpus_id);
ALTER TABLE ONLY public.corpuses_similartext
    ADD CONSTRAINT corpuses_similartext_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_textsketch
    ADD CONSTRAINT corpuses_textsketch_pkey PRIMARY KEY (revision_id);
ALTER TABLE ONLY public.corpuses_thread
    ADD CONSTRAINT corpuses_thread_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_toolcall
    ADD CONSTRAINT corpuses_toolcall_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpusshare_team_once UNIQUE (target_id, team_id);
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT document_label_once UNIQUE (corpus_id, document_id, label_id);
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT document_once_in_corpus UNIQUE (corpus_id, document_id);
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT document_version_once UNIQUE (lineage, version_number);
ALTER TABLE ONLY public.documents_blob
    ADD CONSTRAINT documents_blob_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_documentpassword
    ADD CONSTRAINT documents_documentpassword_pkey PRIMARY KEY (document_id);
ALTER TABLE ONLY public.documents_documentrevision
    ADD CONSTRAINT documents_documentrevision_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.documents_filestore
    ADD CONSTRAINT documents_filestore_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_ocrpage
    ADD CONSTRAINT documents_ocrpage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_page
    ADD CONSTRAINT documents_page_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_parserchoice
    ADD CONSTRAINT documents_parserchoice_pkey PRIMARY KEY (mime_type);
ALTER TABLE ONLY public.documents_structureitem
    ADD CONSTRAINT documents_structureitem_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_upload
    ADD CONSTRAINT documents_upload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documentshare_team_once UNIQUE (target_id, team_id);
ALTER TABLE ONLY public.events_event
    ADD CONSTRAINT events_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.corpuses_extractrow
    ADD CONSTRAINT extract_row_once UNIQUE (extract_id, document_id);
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT field_value_once UNIQUE (field_id, document_id);
ALTER TABLE ONLY public.documents_structureitem
    ADD CONSTRAINT item_order_once UNIQUE (revision_id, "order");
ALTER TABLE ONLY public.corpuses_message
    ADD CONSTRAINT message_client_key_once UNIQUE (conversation_id, client_key);
ALTER TABLE ONLY public.corpuses_message
    ADD CONSTRAINT message_order_once UNIQUE (conversation_id, "order");
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT notification_of_export_once UNIQUE (export_id);
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT notification_once UNIQUE (owner_id, comment_id);
ALTER TABLE ONLY public.tasks_job
    ADD CONSTRAINT one_live_job_per_key UNIQUE (live_key);
ALTER TABLE ONLY public.users_idempotencykey
    ADD CONSTRAINT one_request_per_key UNIQUE (owner_id, key);
ALTER TABLE ONLY public.tasks_steprun
    ADD CONSTRAINT one_run_per_step UNIQUE (job_id, name);
ALTER TABLE ONLY public.documents_page
    ADD CONSTRAINT page_number_once UNIQUE (revision_id, number);
ALTER TABLE ONLY public.documents_ocrpage
    ADD CONSTRAINT page_read_once UNIQUE (document_id, number);
ALTER TABLE ONLY public.corpuses_passagevector
    ADD CONSTRAINT passage_embedded_once UNIQUE (passage_id, embedder);
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT relation_once UNIQUE (source_id, target_id, label_id);
ALTER TABLE ONLY public.corpuses_remoteanalyzer
    ADD CONSTRAINT remote_analyzer_name_once UNIQUE (corpus_id, name);
ALTER TABLE ONLY public.documents_documentrevision
    ADD CONSTRAINT revision_number_once UNIQUE (document_id, number);
ALTER TABLE ONLY public.corpuses_savedview
    ADD CONSTRAINT saved_view_name_once UNIQUE NULLS NOT DISTINCT (owner_id, corpus_id, kind, name);
ALTER TABLE ONLY public.corpuses_similartext
    ADD CONSTRAINT similar_text_once UNIQUE (group_id, "order");
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_provider_uid_fc810c6e_uniq UNIQUE (provider, uid);
ALTER TABLE ONLY public.socialaccount_socialapp
    ADD CONSTRAINT socialaccount_socialapp_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_app_id_account_id_fca4e0ac_uniq UNIQUE (app_id, account_id);
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_socialtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_deadletter
    ADD CONSTRAINT tasks_deadletter_job_id_key UNIQUE (job_id);
ALTER TABLE ONLY public.tasks_deadletter
    ADD CONSTRAINT tasks_deadletter_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_job
    ADD CONSTRAINT tasks_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_joblog
    ADD CONSTRAINT tasks_joblog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_schedule
    ADD CONSTRAINT tasks_schedule_name_key UNIQUE (name);
ALTER TABLE ONLY public.tasks_schedule
    ADD CONSTRAINT tasks_schedule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_schedulerstate
    ADD CONSTRAINT tasks_schedulerstate_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_steprun
    ADD CONSTRAINT tasks_steprun_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tasks_tenantqueue
    ADD CONSTRAINT tasks_tenantqueue_pkey PRIMARY KEY (tenant_id);
ALTER TABLE ONLY public.tasks_workerbeat
    ADD CONSTRAINT tasks_workerbeat_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.users_teammembership
    ADD CONSTRAINT team_member_once_each UNIQUE (team_id, user_id);
ALTER TABLE ONLY public.users_tenantmembership
    ADD CONSTRAINT tenant_member_once UNIQUE (tenant_id, user_id);
ALTER TABLE ONLY public.users_apitoken
    ADD CONSTRAINT users_apitoken_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.users_apitoken
    ADD CONSTRAINT users_apitoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_browsersession
    ADD CONSTRAINT users_browsersession_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_browsersession
    ADD CONSTRAINT users_browsersession_session_id_key UNIQUE (session_id);
ALTER TABLE ONLY public.users_idempotencykey
    ADD CONSTRAINT users_idempotencykey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_invitation
    ADD CONSTRAINT users_invitation_accepted_by_id_key UNIQUE (accepted_by_id);
ALTER TABLE ONLY public.users_invitation
    ADD CONSTRAINT users_invitation_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.users_invitation
    ADD CONSTRAINT users_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_passkey
    ADD CONSTRAINT users_passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.users_passkey
    ADD CONSTRAINT users_passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_provisioneduser
    ADD CONSTRAINT users_provisioneduser_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_provisioneduser
    ADD CONSTRAINT users_provisioneduser_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.users_refreshfamily
    ADD CONSTRAINT users_refreshfamily_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_refreshtoken
    ADD CONSTRAINT users_refreshtoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_refreshtoken
    ADD CONSTRAINT users_refreshtoken_successor_id_key UNIQUE (successor_id);
ALTER TABLE ONLY public.users_secondfactor
    ADD CONSTRAINT users_secondfactor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_secondfactor
    ADD CONSTRAINT users_secondfactor_user_id_key UNIQUE (user_id);
ALTER TABLE ONLY public.users_team
    ADD CONSTRAINT users_team_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_teaminvitation
    ADD CONSTRAINT users_teaminvitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_teammembership
    ADD CONSTRAINT users_teammembership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_tenant
    ADD CONSTRAINT users_tenant_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_tenantmembership
    ADD CONSTRAINT users_tenantmembership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_user_groups
    ADD CONSTRAINT users_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_user_groups
    ADD CONSTRAINT users_user_groups_user_id_group_id_b88eab82_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.users_user
    ADD CONSTRAINT users_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_user_user_permissions
    ADD CONSTRAINT users_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users_user_user_permissions
    ADD CONSTRAINT users_user_user_permissions_user_id_permission_id_43338c45_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.users_user
    ADD CONSTRAINT users_user_username_key UNIQUE (username);
CREATE INDEX account_emailaddress_email_03be32b2 ON public.account_emailaddress USING btree (email);
CREATE INDEX account_emailaddress_email_03be32b2_like ON public.account_emailaddress USING btree (email varchar_pattern_ops);
CREATE INDEX account_emailaddress_user_id_2c513194 ON public.account_emailaddress USING btree (user_id);
CREATE INDEX account_emailconfirmation_email_address_id_5b7f8c58 ON public.account_emailconfirmation USING btree (email_address_id);
CREATE INDEX account_emailconfirmation_key_f43612bd_like ON public.account_emailconfirmation USING btree (key varchar_pattern_ops);
CREATE INDEX analysis_of_corpus ON public.corpuses_analysisrun USING btree (corpus_id, id DESC);
CREATE INDEX analysis_result_of_label ON public.corpuses_analysisresult USING btree (run_id, label);
CREATE INDEX analysis_waiting ON public.corpuses_analysisrun USING btree (due) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX annotation_bin ON public.corpuses_annotation USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX annotation_copied_once ON public.corpuses_annotation USING btree (copied_from_id, document_id) WHERE (copied_from_id IS NOT NULL);
CREATE INDEX annotation_import_waiting ON public.corpuses_annotationimport USING btree (id) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX annotation_of_page ON public.corpuses_annotation USING btree (corpus_id, document_id, page, start);
CREATE UNIQUE INDEX annotation_once_per_origin ON public.corpuses_annotation USING btree (origin, revision_id, label_id, start, "end") WHERE (NOT ((origin)::text = ''::text));
CREATE INDEX annotation_pending ON public.corpuses_annotation USING btree (corpus_id, document_id) WHERE ((reviewed IS NULL) AND (NOT ((source)::text = 'human'::text)));
CREATE INDEX annotation_to_check ON public.corpuses_annotation USING btree (corpus_id, document_id) WHERE (confidence < (1.0)::double precision);
CREATE INDEX annotation_words ON public.corpuses_annotation USING gin (to_tsvector('simple'::regconfig, ((COALESCE(quote, ''::text) || ' '::text) || COALESCE(note, ''::text))));
CREATE INDEX audit_actor ON public.audit_auditentry USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_corpus ON public.audit_auditentry USING btree (corpus_id, id) WHERE (corpus_id IS NOT NULL);
CREATE INDEX audit_document ON public.audit_auditentry USING btree (document_id, id) WHERE (document_id IS NOT NULL);
CREATE INDEX audit_object ON public.audit_auditentry USING btree (object_id, id) WHERE (object_id IS NOT NULL);
CREATE INDEX audit_owner ON public.audit_auditentry USING btree (owner_id, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX blob_checked ON public.documents_blob USING btree (checked NULLS FIRST);
CREATE INDEX blob_damaged ON public.documents_blob USING btree (damage) WHERE (NOT ((damage)::text = ''::text));
CREATE INDEX bulk_change_of_owner ON public.corpuses_bulkchange USING btree (owner_id, id DESC);
CREATE INDEX cell_in_order ON public.corpuses_cell USING btree (column_id, sort_key);
CREATE INDEX cell_of_row ON public.corpuses_cell USING btree (row_id) INCLUDE (status, review, has_conflict, confidence, input_tokens, output_tokens, cost);
CREATE INDEX comment_bin ON public.corpuses_comment USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX confirmed_email_once ON public.users_user USING btree (lower((email)::text)) WHERE (email_confirmed AND (NOT ((email)::text = ''::text)));
CREATE INDEX conversation_of_owner ON public.corpuses_conversation USING btree (owner_id, updated DESC, id DESC);
CREATE INDEX corpus_bin ON public.corpuses_corpus USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX corpus_public ON public.corpuses_corpus USING btree (id) WHERE is_public;
CREATE INDEX corpuses_actionexecution_action_id_f70d7241 ON public.corpuses_actionexecution USING btree (action_id);
CREATE INDEX corpuses_actionexecution_comment_id_06a421d2 ON public.corpuses_actionexecution USING btree (comment_id);
CREATE INDEX corpuses_actionexecution_document_id_b38a8cd1 ON public.corpuses_actionexecution USING btree (document_id);
CREATE INDEX corpuses_actionexecution_revision_id_ac65d0bf ON public.corpuses_actionexecution USING btree (revision_id);
CREATE INDEX corpuses_actionexecution_started_by_id_1e289757 ON public.corpuses_actionexecution USING btree (started_by_id);
CREATE INDEX corpuses_allowedserver_tenant_id_16283209 ON public.corpuses_allowedserver USING btree (tenant_id);
CREATE INDEX corpuses_analysisresult_annotation_id_694c857c ON public.corpuses_analysisresult USING btree (annotation_id);
CREATE INDEX corpuses_analysisresult_run_id_08318fce ON public.corpuses_analysisresult USING btree (run_id);
CREATE INDEX corpuses_analysisrun_action_id_2bf2cf37 ON public.corpuses_analysisrun USING btree (action_id);
CREATE INDEX corpuses_analysisrun_corpus_id_02e30f23 ON public.corpuses_analysisrun USING btree (corpus_id);
CREATE INDEX corpuses_analysisrun_document_id_fbb2c47b ON public.corpuses_analysisrun USING btree (document_id);
CREATE INDEX corpuses_analysisrun_job_8ab2af58 ON public.corpuses_analysisrun USING btree (job);
CREATE INDEX corpuses_analysisrun_revision_id_81dbf56a ON public.corpuses_analysisrun USING btree (revision_id);
CREATE INDEX corpuses_annotation_corpus_id_49dd4f75 ON public.corpuses_annotation USING btree (corpus_id);
CREATE INDEX corpuses_annotation_creator_id_3e61fd81 ON public.corpuses_annotation USING btree (creator_id);
CREATE INDEX corpuses_annotation_deleted_by_id_3bd87b6e ON public.corpuses_annotation USING btree (deleted_by_id);
CREATE INDEX corpuses_annotation_document_id_6ec04585 ON public.corpuses_annotation USING btree (document_id);
CREATE INDEX corpuses_annotation_label_id_8d9e974e ON public.corpuses_annotation USING btree (label_id);
CREATE INDEX corpuses_annotation_reviewer_id_c9c66305 ON public.corpuses_annotation USING btree (reviewer_id);
CREATE INDEX corpuses_annotation_revision_id_a19d156d ON public.corpuses_annotation USING btree (revision_id);
CREATE INDEX corpuses_annotationimport_corpus_id_3443cfc3 ON public.corpuses_annotationimport USING btree (corpus_id);
CREATE INDEX corpuses_annotationimport_owner_id_2f564d7a ON public.corpuses_annotationimport USING btree (owner_id);
CREATE INDEX corpuses_archive_corpus_id_110f6c61 ON public.corpuses_archive USING btree (corpus_id);
CREATE INDEX corpuses_archive_folder_id_def229c7 ON public.corpuses_archive USING btree (folder_id);
CREATE INDEX corpuses_archive_owner_id_2b935717 ON public.corpuses_archive USING btree (owner_id);
CREATE INDEX corpuses_archiveentry_archive_id_0b5e07fd ON public.corpuses_archiveentry USING btree (archive_id);
CREATE INDEX corpuses_archiveentry_document_id_4f283163 ON public.corpuses_archiveentry USING btree (document_id);
CREATE INDEX corpuses_bulkchange_corpus_id_23293772 ON public.corpuses_bulkchange USING btree (corpus_id);
CREATE INDEX corpuses_bulkchange_owner_id_06fb88eb ON public.corpuses_bulkchange USING btree (owner_id);
CREATE INDEX corpuses_calendarfeed_corpus_id_d7070e24 ON public.corpuses_calendarfeed USING btree (corpus_id);
CREATE INDEX corpuses_calendarfeed_owner_id_b6ea5d6e ON public.corpuses_calendarfeed USING btree (owner_id);
CREATE INDEX corpuses_calendarfeed_token_id_957f74ba ON public.corpuses_calendarfeed USING btree (token_id);
CREATE INDEX corpuses_cell_column_id_f06025f4 ON public.corpuses_cell USING btree (column_id);
CREATE INDEX corpuses_cell_reviewer_id_f9b6ee4f ON public.corpuses_cell USING btree (reviewer_id);
CREATE INDEX corpuses_cell_row_id_89ad3b8e ON public.corpuses_cell USING btree (row_id);
CREATE INDEX corpuses_column_extract_id_1110dc84 ON public.corpuses_column USING btree (extract_id);
CREATE INDEX corpuses_column_fieldset_id_3ad2eaca ON public.corpuses_column USING btree (fieldset_id);
CREATE INDEX corpuses_comment_author_id_075bcdba ON public.corpuses_comment USING btree (author_id);
CREATE INDEX corpuses_comment_conversation_id_449bdc45 ON public.corpuses_comment USING btree (conversation_id);
CREATE INDEX corpuses_comment_deleted_by_id_04cdb4b2 ON public.corpuses_comment USING btree (deleted_by_id);
CREATE INDEX corpuses_comment_mentions_comment_id_d88c5ec9 ON public.corpuses_comment_mentions USING btree (comment_id);
CREATE INDEX corpuses_comment_mentions_user_id_f1b9a3b6 ON public.corpuses_comment_mentions USING btree (user_id);
CREATE INDEX corpuses_comment_thread_id_9cd948db ON public.corpuses_comment USING btree (thread_id);
CREATE INDEX corpuses_conversation_comment_author_id_ff56d701 ON public.corpuses_conversation USING btree (comment_author_id);
CREATE INDEX corpuses_conversation_corpus_id_2bc42a29 ON public.corpuses_conversation USING btree (corpus_id);
CREATE INDEX corpuses_conversation_document_id_e4fdbf46 ON public.corpuses_conversation USING btree (document_id);
CREATE INDEX corpuses_conversation_owner_id_86e23a85 ON public.corpuses_conversation USING btree (owner_id);
CREATE INDEX corpuses_conversation_tenant_id_41771bed ON public.corpuses_conversation USING btree (tenant_id);
CREATE INDEX corpuses_corpus_deleted_by_id_1e20638e ON public.corpuses_corpus USING btree (deleted_by_id);
CREATE INDEX corpuses_corpus_owner_id_525acf58 ON public.corpuses_corpus USING btree (owner_id);
CREATE INDEX corpuses_corpus_tenant_id_16a0a31e ON public.corpuses_corpus USING btree (tenant_id);
CREATE INDEX corpuses_corpusaction_corpus_id_de850abe ON public.corpuses_corpusaction USING btree (corpus_id);
CREATE INDEX corpuses_corpusaction_fieldset_id_02492804 ON public.corpuses_corpusaction USING btree (fieldset_id);
CREATE INDEX corpuses_corpuscopy_owner_id_9834e8b1 ON public.corpuses_corpuscopy USING btree (owner_id);
CREATE INDEX corpuses_corpuscopy_source_id_1c2a9679 ON public.corpuses_corpuscopy USING btree (source_id);
CREATE INDEX corpuses_corpusdocument_added_by_id_5d0991bd ON public.corpuses_corpusdocument USING btree (added_by_id);
CREATE INDEX corpuses_corpusdocument_corpus_id_5cb6aceb ON public.corpuses_corpusdocument USING btree (corpus_id);
CREATE INDEX corpuses_corpusdocument_document_id_b240d68d ON public.corpuses_corpusdocument USING btree (document_id);
CREATE INDEX corpuses_corpusdocument_folder_id_3d770a89 ON public.corpuses_corpusdocument USING btree (folder_id);
CREATE INDEX corpuses_corpusshare_created_by_id_70e3a581 ON public.corpuses_corpusshare USING btree (created_by_id);
CREATE INDEX corpuses_corpusshare_target_id_24223d72 ON public.corpuses_corpusshare USING btree (target_id);
CREATE INDEX corpuses_corpusshare_team_id_23846a30 ON public.corpuses_corpusshare USING btree (team_id);
CREATE INDEX corpuses_corpusshare_token_hash_c81e99fb_like ON public.corpuses_corpusshare USING btree (token_hash varchar_pattern_ops);
CREATE INDEX corpuses_corpusshare_token_id_f7c1cc48 ON public.corpuses_corpusshare USING btree (token_id);
CREATE INDEX corpuses_corpusshare_user_id_196362fc ON public.corpuses_corpusshare USING btree (user_id);
CREATE INDEX corpuses_descriptionrevision_author_id_f741776c ON public.corpuses_descriptionrevision USING btree (author_id);
CREATE INDEX corpuses_descriptionrevision_corpus_id_071a3955 ON public.corpuses_descriptionrevision USING btree (corpus_id);
CREATE INDEX corpuses_documentfield_corpus_id_d5f9599f ON public.corpuses_documentfield USING btree (corpus_id);
CREATE INDEX corpuses_documentfield_deleted_by_id_89239e68 ON public.corpuses_documentfield USING btree (deleted_by_id);
CREATE INDEX corpuses_documentlabel_corpus_id_e421cb07 ON public.corpuses_documentlabel USING btree (corpus_id);
CREATE INDEX corpuses_documentlabel_creator_id_53c40c75 ON public.corpuses_documentlabel USING btree (creator_id);
CREATE INDEX corpuses_documentlabel_document_id_647b1590 ON public.corpuses_documentlabel USING btree (document_id);
CREATE INDEX corpuses_documentlabel_label_id_06d82975 ON public.corpuses_documentlabel USING btree (label_id);
CREATE INDEX corpuses_documentlabel_membership_id_d4c77387 ON public.corpuses_documentlabel USING btree (membership_id);
CREATE INDEX corpuses_documentlabel_reviewer_id_5c671ad9 ON public.corpuses_documentlabel USING btree (reviewer_id);
CREATE INDEX corpuses_edit_actor_id_ba343e9a ON public.corpuses_edit USING btree (actor_id);
CREATE INDEX corpuses_edit_annotation_id_ce6d363d ON public.corpuses_edit USING btree (annotation_id);
CREATE INDEX corpuses_edit_document_id_8099eef7 ON public.corpuses_edit USING btree (document_id);
CREATE INDEX corpuses_edit_group_7d7fcf60 ON public.corpuses_edit USING btree ("group");
CREATE INDEX corpuses_edit_subject_id_fb76dd04 ON public.corpuses_edit USING btree (subject_id);
CREATE INDEX corpuses_edit_target_id_cb031608 ON public.corpuses_edit USING btree (target_id);
CREATE INDEX corpuses_export_blob_id_e4fa6dc6 ON public.corpuses_export USING btree (blob_id);
CREATE INDEX corpuses_export_blob_id_e4fa6dc6_like ON public.corpuses_export USING btree (blob_id varchar_pattern_ops);
CREATE INDEX corpuses_export_corpus_id_b96f3d85 ON public.corpuses_export USING btree (corpus_id);
CREATE INDEX corpuses_export_extract_id_fc8ff21e ON public.corpuses_export USING btree (extract_id);
CREATE INDEX corpuses_export_finished_9d896358 ON public.corpuses_export USING btree (finished);
CREATE INDEX corpuses_export_owner_id_023d8ae9 ON public.corpuses_export USING btree (owner_id);
CREATE INDEX corpuses_extract_corpus_id_f881c38f ON public.corpuses_extract USING btree (corpus_id);
CREATE INDEX corpuses_extract_creator_id_065294d8 ON public.corpuses_extract USING btree (creator_id);
CREATE INDEX corpuses_extract_deleted_by_id_2de164e6 ON public.corpuses_extract USING btree (deleted_by_id);
CREATE INDEX corpuses_extract_fieldset_id_bfd0302c ON public.corpuses_extract USING btree (fieldset_id);
CREATE INDEX corpuses_extract_previous_id_48ed94ee ON public.corpuses_extract USING btree (previous_id);
CREATE INDEX corpuses_extractrow_document_id_d39bdb88 ON public.corpuses_extractrow USING btree (document_id);
CREATE INDEX corpuses_extractrow_extract_id_8286a0ed ON public.corpuses_extractrow USING btree (extract_id);
CREATE INDEX corpuses_extractrow_revision_id_1e54e304 ON public.corpuses_extractrow USING btree (revision_id);
CREATE INDEX corpuses_fieldset_corpus_id_2c281689 ON public.corpuses_fieldset USING btree (corpus_id);
CREATE INDEX corpuses_fieldset_deleted_by_id_1623c493 ON public.corpuses_fieldset USING btree (deleted_by_id);
CREATE INDEX corpuses_fieldvalue_corpus_id_d84cdb98 ON public.corpuses_fieldvalue USING btree (corpus_id);
CREATE INDEX corpuses_fieldvalue_document_id_289644af ON public.corpuses_fieldvalue USING btree (document_id);
CREATE INDEX corpuses_fieldvalue_field_id_db1c896a ON public.corpuses_fieldvalue USING btree (field_id);
CREATE INDEX corpuses_fieldvalue_membership_id_c010fb99 ON public.corpuses_fieldvalue USING btree (membership_id);
CREATE INDEX corpuses_fieldvalue_modified_by_id_c13f3201 ON public.corpuses_fieldvalue USING btree (modified_by_id);
CREATE INDEX corpuses_folder_corpus_id_f85052c9 ON public.corpuses_folder USING btree (corpus_id);
CREATE INDEX corpuses_folder_deleted_by_id_d5a2144d ON public.corpuses_folder USING btree (deleted_by_id);
CREATE INDEX corpuses_folder_parent_id_8fd37b35 ON public.corpuses_folder USING btree (parent_id);
CREATE INDEX corpuses_label_corpus_id_47afc597 ON public.corpuses_label USING btree (corpus_id);
CREATE INDEX corpuses_label_deleted_by_id_aad2fbce ON public.corpuses_label USING btree (deleted_by_id);
CREATE INDEX corpuses_label_parent_id_f5770936 ON public.corpuses_label USING btree (parent_id);
CREATE INDEX corpuses_llmusage_corpus_id_b70aa70a ON public.corpuses_llmusage USING btree (corpus_id);
CREATE INDEX corpuses_llmusage_tenant_id_1dcb23e5 ON public.corpuses_llmusage USING btree (tenant_id);
CREATE INDEX corpuses_message_conversation_id_ff68715d ON public.corpuses_message USING btree (conversation_id);
CREATE INDEX corpuses_notification_comment_id_f520d119 ON public.corpuses_notification USING btree (comment_id);
CREATE INDEX corpuses_notification_corpus_id_11a15550 ON public.corpuses_notification USING btree (corpus_id);
CREATE INDEX corpuses_notification_export_id_c05156f8 ON public.corpuses_notification USING btree (export_id);
CREATE INDEX corpuses_notification_owner_id_20b1a3a8 ON public.corpuses_notification USING btree (owner_id);
CREATE INDEX corpuses_obligation_corpus_id_758d438b ON public.corpuses_obligation USING btree (corpus_id);
CREATE INDEX corpuses_obligation_document_id_0ad5c1ba ON public.corpuses_obligation USING btree (document_id);
CREATE INDEX corpuses_proposal_cell_id_20ad1a9c ON public.corpuses_proposal USING btree (cell_id);
CREATE INDEX corpuses_proposal_document_id_aa9c65d6 ON public.corpuses_proposal USING btree (document_id);
CREATE INDEX corpuses_proposal_message_id_c3d1fba5 ON public.corpuses_proposal USING btree (message_id);
CREATE INDEX corpuses_proposal_source_id_95941a06 ON public.corpuses_proposal USING btree (source_id);
CREATE INDEX corpuses_proposal_target_id_b569a485 ON public.corpuses_proposal USING btree (target_id);
CREATE INDEX corpuses_relation_corpus_id_40a5f766 ON public.corpuses_relation USING btree (corpus_id);
CREATE INDEX corpuses_relation_creator_id_48fe3b0e ON public.corpuses_relation USING btree (creator_id);
CREATE INDEX corpuses_relation_document_id_8edf9639 ON public.corpuses_relation USING btree (document_id);
CREATE INDEX corpuses_relation_label_id_58ed6589 ON public.corpuses_relation USING btree (label_id);
CREATE INDEX corpuses_relation_source_id_03fe4db8 ON public.corpuses_relation USING btree (source_id);
CREATE INDEX corpuses_relation_target_id_176db34a ON public.corpuses_relation USING btree (target_id);
CREATE INDEX corpuses_remoteanalyzer_corpus_id_5b6bebf7 ON public.corpuses_remoteanalyzer USING btree (corpus_id);
CREATE INDEX corpuses_remoteanalyzer_token_id_edeb9245 ON public.corpuses_remoteanalyzer USING btree (token_id);
CREATE INDEX corpuses_savedview_corpus_id_e3a00862 ON public.corpuses_savedview USING btree (corpus_id);
CREATE INDEX corpuses_savedview_owner_id_40cf542f ON public.corpuses_savedview USING btree (owner_id);
CREATE INDEX corpuses_similartext_document_id_28fb6d6a ON public.corpuses_similartext USING btree (document_id);
CREATE INDEX corpuses_similartext_revision_id_0b20ce35 ON public.corpuses_similartext USING btree (revision_id);
CREATE INDEX corpuses_thread_annotation_id_46df18e5 ON public.corpuses_thread USING btree (annotation_id);
CREATE INDEX corpuses_thread_corpus_id_9e7dc041 ON public.corpuses_thread USING btree (corpus_id);
CREATE INDEX corpuses_thread_document_id_b888a5f7 ON public.corpuses_thread USING btree (document_id);
CREATE INDEX corpuses_thread_resolved_by_id_5a47d924 ON public.corpuses_thread USING btree (resolved_by_id);
CREATE INDEX corpuses_toolcall_message_id_3d1281b8 ON public.corpuses_toolcall USING btree (message_id);
CREATE UNIQUE INDEX corpusshare_email_once ON public.corpuses_corpusshare USING btree (target_id, email) WHERE (NOT ((email)::text = ''::text));
CREATE UNIQUE INDEX corpusshare_user_once ON public.corpuses_corpusshare USING btree (target_id, user_id) WHERE ((email)::text = ''::text);
CREATE INDEX dead_letter_open ON public.tasks_deadletter USING btree (last_failed_at) WHERE ((discarded_at IS NULL) AND (requeued_at IS NULL));
CREATE INDEX django_admin_log_content_type_id_c4bce8eb ON public.django_admin_log USING btree (content_type_id);
CREATE INDEX django_admin_log_user_id_c564eba6 ON public.django_admin_log USING btree (user_id);
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX document_bin ON public.documents_document USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX document_field_bin ON public.corpuses_documentfield USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX document_field_name_once ON public.corpuses_documentfield USING btree (corpus_id, name) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX document_has_one_newest_version ON public.documents_document USING btree (lineage) WHERE ((deleted_at IS NULL) AND (superseded_by_id IS NULL));
CREATE INDEX document_of_owner ON public.documents_document USING btree (owner_id, id DESC);
CREATE UNIQUE INDEX document_once_in_its_parent ON public.documents_document USING btree (parent_id, path) WHERE (parent_id IS NOT NULL);
CREATE INDEX document_public ON public.documents_document USING btree (id) WHERE is_public;
CREATE INDEX document_superseded ON public.documents_document USING btree (superseded_by_id) WHERE (superseded_by_id IS NOT NULL);
CREATE INDEX document_title_order ON public.documents_document USING btree (lower((title)::text), id);
CREATE INDEX documents_blob_sha256_5025d39a_like ON public.documents_blob USING btree (sha256 varchar_pattern_ops);
CREATE INDEX documents_document_blob_id_d28b47eb ON public.documents_document USING btree (blob_id);
CREATE INDEX documents_document_blob_id_d28b47eb_like ON public.documents_document USING btree (blob_id varchar_pattern_ops);
CREATE INDEX documents_document_deleted_by_id_d75ca342 ON public.documents_document USING btree (deleted_by_id);
CREATE INDEX documents_document_lineage_480456c3 ON public.documents_document USING btree (lineage);
CREATE INDEX documents_document_owner_id_04d2b723 ON public.documents_document USING btree (owner_id);
CREATE INDEX documents_document_parent_id_8fbc4f8b ON public.documents_document USING btree (parent_id);
CREATE INDEX documents_document_revision_id_b8b991a7 ON public.documents_document USING btree (revision_id);
CREATE INDEX documents_document_tenant_id_4ddd6d80 ON public.documents_document USING btree (tenant_id);
CREATE INDEX documents_document_thumbnail_id_8e0a07fa ON public.documents_document USING btree (thumbnail_id);
CREATE INDEX documents_document_thumbnail_id_8e0a07fa_like ON public.documents_document USING btree (thumbnail_id varchar_pattern_ops);
CREATE INDEX documents_document_uploaded_by_id_cc1ba81a ON public.documents_document USING btree (uploaded_by_id);
CREATE INDEX documents_documentrevision_docling_id_b8c68ac7 ON public.documents_documentrevision USING btree (docling_id);
CREATE INDEX documents_documentrevision_docling_id_b8c68ac7_like ON public.documents_documentrevision USING btree (docling_id varchar_pattern_ops);
CREATE INDEX documents_documentrevision_document_id_f5055c27 ON public.documents_documentrevision USING btree (document_id);
CREATE INDEX documents_documentrevision_rendition_id_b7770474 ON public.documents_documentrevision USING btree (rendition_id);
CREATE INDEX documents_documentrevision_rendition_id_b7770474_like ON public.documents_documentrevision USING btree (rendition_id varchar_pattern_ops);
CREATE INDEX documents_documentshare_created_by_id_9a299552 ON public.documents_documentshare USING btree (created_by_id);
CREATE INDEX documents_documentshare_target_id_de570f2e ON public.documents_documentshare USING btree (target_id);
CREATE INDEX documents_documentshare_team_id_214d4954 ON public.documents_documentshare USING btree (team_id);
CREATE INDEX documents_documentshare_token_hash_420ac717_like ON public.documents_documentshare USING btree (token_hash varchar_pattern_ops);
CREATE INDEX documents_documentshare_token_id_959058a4 ON public.documents_documentshare USING btree (token_id);
CREATE INDEX documents_documentshare_user_id_a2956519 ON public.documents_documentshare USING btree (user_id);
CREATE INDEX documents_ocrpage_document_id_04df7d98 ON public.documents_ocrpage USING btree (document_id);
CREATE INDEX documents_page_revision_id_57c8fd21 ON public.documents_page USING btree (revision_id);
CREATE INDEX documents_parserchoice_mime_type_56f656af_like ON public.documents_parserchoice USING btree (mime_type varchar_pattern_ops);
CREATE INDEX documents_structureitem_revision_id_0176ef74 ON public.documents_structureitem USING btree (revision_id);
CREATE INDEX documents_upload_expires_6feba7de ON public.documents_upload USING btree (expires);
CREATE INDEX documents_upload_owner_id_dba58457 ON public.documents_upload USING btree (owner_id);
CREATE INDEX documents_upload_tenant_id_07376b2a ON public.documents_upload USING btree (tenant_id);
CREATE UNIQUE INDEX documentshare_email_once ON public.documents_documentshare USING btree (target_id, email) WHERE (NOT ((email)::text = ''::text));
CREATE UNIQUE INDEX documentshare_user_once ON public.documents_documentshare USING btree (target_id, user_id) WHERE ((email)::text = ''::text);
CREATE INDEX edit_of_document ON public.corpuses_edit USING btree (corpus_id, document_id, id);
CREATE INDEX event_owner ON public.events_event USING btree (owner, id);
CREATE INDEX event_tail ON public.events_event USING btree (xid);
CREATE INDEX execution_of_comment_waiting ON public.corpuses_actionexecution USING btree (document_id) WHERE ((comment_id IS NOT NULL) AND ((state)::text = 'waiting'::text));
CREATE UNIQUE INDEX execution_once_per_comment ON public.corpuses_actionexecution USING btree (action_id, comment_id) WHERE (comment_id IS NOT NULL);
CREATE UNIQUE INDEX execution_once_per_revision ON public.corpuses_actionexecution USING btree (action_id, document_id, revision_id, settings_version) WHERE (comment_id IS NULL);
CREATE INDEX execution_waiting ON public.corpuses_actionexecution USING btree (revision_id) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX extract_bin ON public.corpuses_extract USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX extract_row_in_order ON public.corpuses_extractrow USING btree (extract_id, id);
CREATE INDEX extract_row_of_job ON public.corpuses_extractrow USING btree (job) WHERE (job IS NOT NULL);
CREATE INDEX field_value_sorted ON public.corpuses_fieldvalue USING btree (field_id, sort_key);
CREATE INDEX fieldset_bin ON public.corpuses_fieldset USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX fieldset_name_once ON public.corpuses_fieldset USING btree (corpus_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX folder_bin ON public.corpuses_folder USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX folder_path_once ON public.corpuses_folder USING btree (corpus_id, path) WHERE (deleted_at IS NULL);
CREATE INDEX item_of_page ON public.documents_structureitem USING btree (revision_id, page);
CREATE INDEX job_charged ON public.tasks_job USING btree (id) WHERE charged;
CREATE INDEX job_due ON public.tasks_job USING btree (run_at) WHERE (run_at IS NOT NULL);
CREATE INDEX job_log ON public.tasks_joblog USING btree (job_id, id);
CREATE INDEX job_next ON public.tasks_job USING btree (tenant_id, queue_rank, is_long, id) WHERE queued;
CREATE INDEX job_owner ON public.tasks_job USING btree (owner_id, id);
CREATE INDEX job_subject ON public.tasks_job USING btree (subject_id, id) WHERE (subject_id IS NOT NULL);
CREATE INDEX label_bin ON public.corpuses_label USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX label_name_once ON public.corpuses_label USING btree (corpus_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX llm_usage_of_tenant ON public.corpuses_llmusage USING btree (tenant_id, created);
CREATE INDEX message_lease ON public.corpuses_message USING btree (lease) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE INDEX notification_owner ON public.corpuses_notification USING btree (owner_id, id) WHERE (read_at IS NULL);
CREATE INDEX obligation_by_date ON public.corpuses_obligation USING btree (corpus_id, due, id);
CREATE UNIQUE INDEX one_embed_action_per_corpus ON public.corpuses_corpusaction USING btree (corpus_id) WHERE ((kind)::text = 'embed'::text);
CREATE UNIQUE INDEX one_open_answer ON public.corpuses_message USING btree (conversation_id) WHERE ((state)::text = ANY (ARRAY[('waiting'::character varying)::text, ('running'::character varying)::text]));
CREATE UNIQUE INDEX one_personal_corpus ON public.corpuses_corpus USING btree (owner_id) WHERE is_personal;
CREATE UNIQUE INDEX one_standing_extract_per_fieldset ON public.corpuses_extract USING btree (fieldset_id) WHERE ((deleted_at IS NULL) AND is_standing);
CREATE UNIQUE INDEX passage_once ON public.corpuses_passage USING btree (revision_id, "order") INCLUDE (language);
CREATE INDEX passage_words ON public.corpuses_passage USING gin (words);
CREATE INDEX proposal_pending ON public.corpuses_proposal USING btree (message_id) WHERE ((state)::text = 'pending'::text);
CREATE UNIQUE INDEX provisioned_external_id_once ON public.users_provisioneduser USING btree (external_id) WHERE (NOT ((external_id)::text = ''::text));
CREATE UNIQUE INDEX provisioned_user_name_once ON public.users_provisioneduser USING btree (lower((user_name)::text));
CREATE INDEX relation_of_document ON public.corpuses_relation USING btree (corpus_id, document_id, id);
CREATE INDEX similar_group_by_size ON public.corpuses_similargroup USING btree (corpus_id, kind, size DESC, id DESC);
CREATE INDEX socialaccount_socialaccount_user_id_8146e70c ON public.socialaccount_socialaccount USING btree (user_id);
CREATE INDEX socialaccount_socialtoken_account_id_951f210e ON public.socialaccount_socialtoken USING btree (account_id);
CREATE INDEX socialaccount_socialtoken_app_id_636a42d7 ON public.socialaccount_socialtoken USING btree (app_id);
CREATE INDEX tasks_schedule_name_cbc36b77_like ON public.tasks_schedule USING btree (name varchar_pattern_ops);
CREATE INDEX tasks_schedule_next_at_f650108e ON public.tasks_schedule USING btree (next_at);
CREATE INDEX tasks_schedule_owner_id_9854a5a3 ON public.tasks_schedule USING btree (owner_id);
CREATE INDEX tasks_schedule_tenant_id_b1c75706 ON public.tasks_schedule USING btree (tenant_id);
CREATE UNIQUE INDEX team_external_id_once ON public.users_team USING btree (external_id) WHERE (NOT ((external_id)::text = ''::text));
CREATE UNIQUE INDEX team_invitation_email_once ON public.users_teaminvitation USING btree (team_id, email) WHERE (NOT ((email)::text = ''::text));
CREATE UNIQUE INDEX team_invitation_user_once ON public.users_teaminvitation USING btree (team_id, user_id) WHERE ((email)::text = ''::text);
CREATE INDEX tenant_active ON public.tasks_tenantqueue USING btree (tenant_id) WHERE active;
CREATE INDEX thread_of_document ON public.corpuses_thread USING btree (corpus_id, document_id, id);
CREATE UNIQUE INDEX unique_primary_email ON public.account_emailaddress USING btree (user_id, "primary") WHERE "primary";
CREATE UNIQUE INDEX unique_verified_email ON public.account_emailaddress USING btree (email) WHERE verified;
CREATE INDEX upload_of_owner ON public.documents_upload USING btree (owner_id, id DESC);
CREATE UNIQUE INDEX username_once ON public.users_user USING btree (lower((username)::text));
CREATE INDEX users_apitoken_digest_801e91ca_like ON public.users_apitoken USING btree (digest varchar_pattern_ops);
CREATE INDEX users_apitoken_owner_id_d5150224 ON public.users_apitoken USING btree (owner_id);
CREATE INDEX users_browsersession_session_id_31353ea4_like ON public.users_browsersession USING btree (session_id varchar_pattern_ops);
CREATE INDEX users_browsersession_user_id_bb943f29 ON public.users_browsersession USING btree (user_id);
CREATE INDEX users_idempotencykey_expires_5736f774 ON public.users_idempotencykey USING btree (expires);
CREATE INDEX users_invitation_digest_147c80db_like ON public.users_invitation USING btree (digest varchar_pattern_ops);
CREATE INDEX users_invitation_invited_by_id_aafc0b34 ON public.users_invitation USING btree (invited_by_id);
CREATE INDEX users_passkey_user_id_7be3086d ON public.users_passkey USING btree (user_id);
CREATE INDEX users_refreshfamily_expires_6090c464 ON public.users_refreshfamily USING btree (expires);
CREATE INDEX users_refreshfamily_user_id_eff2001d ON public.users_refreshfamily USING btree (user_id);
CREATE INDEX users_refreshtoken_family_id_5558f9cb ON public.users_refreshtoken USING btree (family_id);
CREATE INDEX users_team_created_by_id_c9ce024d ON public.users_team USING btree (created_by_id);
CREATE INDEX users_teaminvitation_created_by_id_53df84cf ON public.users_teaminvitation USING btree (created_by_id);
CREATE INDEX users_teaminvitation_team_id_e1af3f32 ON public.users_teaminvitation USING btree (team_id);
CREATE INDEX users_teaminvitation_user_id_ba4fec98 ON public.users_teaminvitation USING btree (user_id);
CREATE INDEX users_teammembership_team_id_21b79acc ON public.users_teammembership USING btree (team_id);
CREATE INDEX users_teammembership_user_id_20b42042 ON public.users_teammembership USING btree (user_id);
CREATE INDEX users_tenantmembership_tenant_id_25e88e95 ON public.users_tenantmembership USING btree (tenant_id);
CREATE INDEX users_tenantmembership_user_id_791916a7 ON public.users_tenantmembership USING btree (user_id);
CREATE INDEX users_user_groups_group_id_9afc8d0e ON public.users_user_groups USING btree (group_id);
CREATE INDEX users_user_groups_user_id_5f6f5a90 ON public.users_user_groups USING btree (user_id);
CREATE INDEX users_user_service_team_id_c81c5859 ON public.users_user USING btree (service_team_id);
CREATE INDEX users_user_tenant_id_3b8bb614 ON public.users_user USING btree (tenant_id);
CREATE INDEX users_user_user_permissions_permission_id_0b93982e ON public.users_user_user_permissions USING btree (permission_id);
CREATE INDEX users_user_user_permissions_user_id_20aca447 ON public.users_user_user_permissions USING btree (user_id);
CREATE INDEX users_user_username_06e46fe6_like ON public.users_user USING btree (username varchar_pattern_ops);
CREATE INDEX vector_minilm_hnsw ON public.corpuses_passagevector USING hnsw (((vector)::public.halfvec(384)) public.halfvec_cosine_ops) WHERE ((embedder)::text = 'minilm-l6-v2'::text);
CREATE INDEX vector_of_revision ON public.corpuses_passagevector USING btree (revision_id, embedder);
CREATE STATISTICS public.document_filename_upper ON upper(filename::text) FROM public.documents_document;
CREATE STATISTICS public.document_title_upper ON upper(title::text) FROM public.documents_document;
CREATE TRIGGER annotation_modified BEFORE UPDATE ON public.corpuses_annotation FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER annotations_added AFTER INSERT ON public.corpuses_annotation REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_annotations();
CREATE TRIGGER annotations_changed AFTER UPDATE ON public.corpuses_annotation REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_annotations();
CREATE TRIGGER annotations_removed AFTER DELETE ON public.corpuses_annotation REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_annotations();
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE ON public.audit_auditentry FOR EACH ROW EXECUTE FUNCTION public.audit_refuse_change();
CREATE TRIGGER audit_erase_account AFTER DELETE ON public.users_user FOR EACH ROW EXECUTE FUNCTION public.audit_erase_account();
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON public.audit_auditentry FOR EACH STATEMENT EXECUTE FUNCTION public.audit_refuse_truncate();
CREATE TRIGGER cell_modified BEFORE UPDATE ON public.corpuses_cell FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER corpus_modified BEFORE UPDATE ON public.corpuses_corpus FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER document_counts_kept BEFORE INSERT OR UPDATE ON public.corpuses_corpusdocument FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_document_counts();
CREATE TRIGGER document_labels_added AFTER INSERT ON public.corpuses_documentlabel REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_document_labels();
CREATE TRIGGER document_labels_changed AFTER UPDATE ON public.corpuses_documentlabel REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_document_labels();
CREATE TRIGGER document_labels_removed AFTER DELETE ON public.corpuses_documentlabel REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_document_labels();
CREATE TRIGGER document_modified BEFORE UPDATE ON public.documents_document FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER events_job_changed AFTER UPDATE OF state, progress, message, cancel_requested, priority ON public.tasks_job FOR EACH ROW WHEN (((new.owner_id IS NOT NULL) AND ((((old.state)::text <> (new.state)::text) AND ((new.state)::text <> 'scheduled'::text)) OR (old.cancel_requested <> new.cancel_requested) OR ((old.progress <> new.progress) OR ((old.message)::text <> (new.message)::text)) OR (old.priority <> new.priority)))) EXECUTE FUNCTION public.events_record_job();
CREATE TRIGGER events_job_submitted AFTER INSERT ON public.tasks_job FOR EACH ROW WHEN ((new.owner_id IS NOT NULL)) EXECUTE FUNCTION public.events_record_job();
CREATE TRIGGER extract_modified BEFORE UPDATE ON public.corpuses_extract FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER labels_deleted AFTER UPDATE ON public.corpuses_label REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.count_deleted_labels();
CREATE TRIGGER obligation_modified BEFORE UPDATE ON public.corpuses_obligation FOR EACH ROW EXECUTE FUNCTION public.set_modified();
CREATE TRIGGER tasks_job_state BEFORE UPDATE OF state ON public.tasks_job FOR EACH ROW WHEN (((old.state)::text IS DISTINCT FROM (new.state)::text)) EXECUTE FUNCTION public.tasks_guard_state();
ALTER TABLE ONLY public.account_emailaddress
    ADD CONSTRAINT account_emailaddress_user_id_2c513194_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.account_emailconfirmation
    ADD CONSTRAINT account_emailconfirm_email_address_id_5b7f8c58_fk_account_e FOREIGN KEY (email_address_id) REFERENCES public.account_emailaddress(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecu_action_id_f70d7241_fk_corpuses_ FOREIGN KEY (action_id) REFERENCES public.corpuses_corpusaction(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecu_comment_id_06a421d2_fk_corpuses_ FOREIGN KEY (comment_id) REFERENCES public.corpuses_comment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecu_document_id_b38a8cd1_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecu_revision_id_ac65d0bf_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_actionexecution
    ADD CONSTRAINT corpuses_actionexecu_started_by_id_1e289757_fk_users_use FOREIGN KEY (started_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_allowedserver
    ADD CONSTRAINT corpuses_allowedserver_tenant_id_16283209_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisresult
    ADD CONSTRAINT corpuses_analysisres_annotation_id_694c857c_fk_corpuses_ FOREIGN KEY (annotation_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisresult
    ADD CONSTRAINT corpuses_analysisres_run_id_08318fce_fk_corpuses_ FOREIGN KEY (run_id) REFERENCES public.corpuses_analysisrun(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT corpuses_analysisrun_action_id_2bf2cf37_fk_corpuses_ FOREIGN KEY (action_id) REFERENCES public.corpuses_corpusaction(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT corpuses_analysisrun_corpus_id_02e30f23_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT corpuses_analysisrun_document_id_fbb2c47b_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_analysisrun
    ADD CONSTRAINT corpuses_analysisrun_revision_id_81dbf56a_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_copied_from_id_a86c46f7_fk_corpuses_ FOREIGN KEY (copied_from_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_corpus_id_49dd4f75_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_creator_id_3e61fd81_fk_users_user_id FOREIGN KEY (creator_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_deleted_by_id_3bd87b6e_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_document_id_6ec04585_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_label_id_8d9e974e_fk_corpuses_label_id FOREIGN KEY (label_id) REFERENCES public.corpuses_label(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_reviewer_id_c9c66305_fk_users_user_id FOREIGN KEY (reviewer_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotation
    ADD CONSTRAINT corpuses_annotation_revision_id_a19d156d_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotationimport
    ADD CONSTRAINT corpuses_annotationi_corpus_id_3443cfc3_fk_corpuses_ FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_annotationimport
    ADD CONSTRAINT corpuses_annotationimport_owner_id_2f564d7a_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_archive
    ADD CONSTRAINT corpuses_archive_corpus_id_110f6c61_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_archive
    ADD CONSTRAINT corpuses_archive_folder_id_def229c7_fk_corpuses_folder_id FOREIGN KEY (folder_id) REFERENCES public.corpuses_folder(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_archive
    ADD CONSTRAINT corpuses_archive_owner_id_2b935717_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_archiveentry
    ADD CONSTRAINT corpuses_archiveentr_archive_id_0b5e07fd_fk_corpuses_ FOREIGN KEY (archive_id) REFERENCES public.corpuses_archive(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_archiveentry
    ADD CONSTRAINT corpuses_archiveentr_document_id_4f283163_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_bulkbatch
    ADD CONSTRAINT corpuses_bulkbatch_change_id_f683ad97_fk_corpuses_bulkchange_id FOREIGN KEY (change_id) REFERENCES public.corpuses_bulkchange(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_bulkchange
    ADD CONSTRAINT corpuses_bulkchange_corpus_id_23293772_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_bulkchange
    ADD CONSTRAINT corpuses_bulkchange_owner_id_06fb88eb_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_calendarfeed
    ADD CONSTRAINT corpuses_calendarfeed_corpus_id_d7070e24_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_calendarfeed
    ADD CONSTRAINT corpuses_calendarfeed_owner_id_b6ea5d6e_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_calendarfeed
    ADD CONSTRAINT corpuses_calendarfeed_token_id_957f74ba_fk_users_apitoken_id FOREIGN KEY (token_id) REFERENCES public.users_apitoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_cell
    ADD CONSTRAINT corpuses_cell_column_id_f06025f4_fk_corpuses_column_id FOREIGN KEY (column_id) REFERENCES public.corpuses_column(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_cell
    ADD CONSTRAINT corpuses_cell_reviewer_id_f9b6ee4f_fk_users_user_id FOREIGN KEY (reviewer_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_cell
    ADD CONSTRAINT corpuses_cell_row_id_89ad3b8e_fk_corpuses_extractrow_id FOREIGN KEY (row_id) REFERENCES public.corpuses_extractrow(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_column
    ADD CONSTRAINT corpuses_column_extract_id_1110dc84_fk_corpuses_extract_id FOREIGN KEY (extract_id) REFERENCES public.corpuses_extract(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_column
    ADD CONSTRAINT corpuses_column_fieldset_id_3ad2eaca_fk_corpuses_fieldset_id FOREIGN KEY (fieldset_id) REFERENCES public.corpuses_fieldset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment
    ADD CONSTRAINT corpuses_comment_author_id_075bcdba_fk_users_user_id FOREIGN KEY (author_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment
    ADD CONSTRAINT corpuses_comment_conversation_id_449bdc45_fk_corpuses_ FOREIGN KEY (conversation_id) REFERENCES public.corpuses_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment
    ADD CONSTRAINT corpuses_comment_deleted_by_id_04cdb4b2_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment_mentions
    ADD CONSTRAINT corpuses_comment_men_comment_id_d88c5ec9_fk_corpuses_ FOREIGN KEY (comment_id) REFERENCES public.corpuses_comment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment_mentions
    ADD CONSTRAINT corpuses_comment_mentions_user_id_f1b9a3b6_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_comment
    ADD CONSTRAINT corpuses_comment_thread_id_9cd948db_fk_corpuses_thread_id FOREIGN KEY (thread_id) REFERENCES public.corpuses_thread(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversatio_comment_author_id_ff56d701_fk_users_use FOREIGN KEY (comment_author_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversatio_document_id_e4fdbf46_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversation_corpus_id_2bc42a29_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversation_owner_id_86e23a85_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_conversation
    ADD CONSTRAINT corpuses_conversation_tenant_id_41771bed_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpus
    ADD CONSTRAINT corpuses_corpus_deleted_by_id_1e20638e_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpus
    ADD CONSTRAINT corpuses_corpus_owner_id_525acf58_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpus
    ADD CONSTRAINT corpuses_corpus_tenant_id_16a0a31e_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusaction
    ADD CONSTRAINT corpuses_corpusactio_fieldset_id_02492804_fk_corpuses_ FOREIGN KEY (fieldset_id) REFERENCES public.corpuses_fieldset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusaction
    ADD CONSTRAINT corpuses_corpusaction_corpus_id_de850abe_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpuscopy
    ADD CONSTRAINT corpuses_corpuscopy_corpus_id_87bd2984_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpuscopy
    ADD CONSTRAINT corpuses_corpuscopy_owner_id_9834e8b1_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpuscopy
    ADD CONSTRAINT corpuses_corpuscopy_source_id_1c2a9679_fk_corpuses_corpus_id FOREIGN KEY (source_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT corpuses_corpusdocum_corpus_id_5cb6aceb_fk_corpuses_ FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT corpuses_corpusdocum_document_id_b240d68d_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT corpuses_corpusdocum_folder_id_3d770a89_fk_corpuses_ FOREIGN KEY (folder_id) REFERENCES public.corpuses_folder(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusdocument
    ADD CONSTRAINT corpuses_corpusdocument_added_by_id_5d0991bd_fk_users_user_id FOREIGN KEY (added_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_created_by_id_70e3a581_fk_users_user_id FOREIGN KEY (created_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_target_id_24223d72_fk_corpuses_corpus_id FOREIGN KEY (target_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_team_id_23846a30_fk_users_team_id FOREIGN KEY (team_id) REFERENCES public.users_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_token_id_f7c1cc48_fk_users_apitoken_id FOREIGN KEY (token_id) REFERENCES public.users_apitoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_corpusshare
    ADD CONSTRAINT corpuses_corpusshare_user_id_196362fc_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_descriptionrevision
    ADD CONSTRAINT corpuses_description_author_id_f741776c_fk_users_use FOREIGN KEY (author_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_descriptionrevision
    ADD CONSTRAINT corpuses_description_corpus_id_071a3955_fk_corpuses_ FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentfield
    ADD CONSTRAINT corpuses_documentfield_corpus_id_d5f9599f_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentfield
    ADD CONSTRAINT corpuses_documentfield_deleted_by_id_89239e68_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlab_document_id_647b1590_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlab_membership_id_d4c77387_fk_corpuses_ FOREIGN KEY (membership_id) REFERENCES public.corpuses_corpusdocument(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlabel_corpus_id_e421cb07_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlabel_creator_id_53c40c75_fk_users_user_id FOREIGN KEY (creator_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlabel_label_id_06d82975_fk_corpuses_label_id FOREIGN KEY (label_id) REFERENCES public.corpuses_label(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_documentlabel
    ADD CONSTRAINT corpuses_documentlabel_reviewer_id_5c671ad9_fk_users_user_id FOREIGN KEY (reviewer_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_actor_id_ba343e9a_fk_users_user_id FOREIGN KEY (actor_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_annotation_id_ce6d363d_fk_corpuses_annotation_id FOREIGN KEY (annotation_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_corpus_id_3e3347ed_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_document_id_8099eef7_fk_documents_document_id FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_edit
    ADD CONSTRAINT corpuses_edit_target_id_cb031608_fk_corpuses_annotation_id FOREIGN KEY (target_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_export
    ADD CONSTRAINT corpuses_export_blob_id_e4fa6dc6_fk_documents_blob_sha256 FOREIGN KEY (blob_id) REFERENCES public.documents_blob(sha256) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_export
    ADD CONSTRAINT corpuses_export_corpus_id_b96f3d85_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_export
    ADD CONSTRAINT corpuses_export_extract_id_fc8ff21e_fk_corpuses_extract_id FOREIGN KEY (extract_id) REFERENCES public.corpuses_extract(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_export
    ADD CONSTRAINT corpuses_export_owner_id_023d8ae9_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_corpus_id_f881c38f_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_creator_id_065294d8_fk_users_user_id FOREIGN KEY (creator_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_deleted_by_id_2de164e6_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_fieldset_id_bfd0302c_fk_corpuses_fieldset_id FOREIGN KEY (fieldset_id) REFERENCES public.corpuses_fieldset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extract
    ADD CONSTRAINT corpuses_extract_previous_id_48ed94ee_fk_corpuses_extract_id FOREIGN KEY (previous_id) REFERENCES public.corpuses_extract(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extractrow
    ADD CONSTRAINT corpuses_extractrow_document_id_d39bdb88_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extractrow
    ADD CONSTRAINT corpuses_extractrow_extract_id_8286a0ed_fk_corpuses_extract_id FOREIGN KEY (extract_id) REFERENCES public.corpuses_extract(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_extractrow
    ADD CONSTRAINT corpuses_extractrow_revision_id_1e54e304_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldset
    ADD CONSTRAINT corpuses_fieldset_corpus_id_2c281689_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldset
    ADD CONSTRAINT corpuses_fieldset_deleted_by_id_1623c493_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_corpus_id_d84cdb98_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_document_id_289644af_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_field_id_db1c896a_fk_corpuses_ FOREIGN KEY (field_id) REFERENCES public.corpuses_documentfield(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_membership_id_c010fb99_fk_corpuses_ FOREIGN KEY (membership_id) REFERENCES public.corpuses_corpusdocument(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_fieldvalue
    ADD CONSTRAINT corpuses_fieldvalue_modified_by_id_c13f3201_fk_users_user_id FOREIGN KEY (modified_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_folder
    ADD CONSTRAINT corpuses_folder_corpus_id_f85052c9_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_folder
    ADD CONSTRAINT corpuses_folder_deleted_by_id_d5a2144d_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_folder
    ADD CONSTRAINT corpuses_folder_parent_id_8fd37b35_fk_corpuses_folder_id FOREIGN KEY (parent_id) REFERENCES public.corpuses_folder(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_label
    ADD CONSTRAINT corpuses_label_corpus_id_47afc597_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_label
    ADD CONSTRAINT corpuses_label_deleted_by_id_aad2fbce_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_label
    ADD CONSTRAINT corpuses_label_parent_id_f5770936_fk_corpuses_label_id FOREIGN KEY (parent_id) REFERENCES public.corpuses_label(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_languagemodel
    ADD CONSTRAINT corpuses_languagemodel_corpus_id_0efc4fc1_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_llmbudget
    ADD CONSTRAINT corpuses_llmbudget_tenant_id_44e6848f_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_llmusage
    ADD CONSTRAINT corpuses_llmusage_corpus_id_b70aa70a_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_llmusage
    ADD CONSTRAINT corpuses_llmusage_tenant_id_1dcb23e5_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_message
    ADD CONSTRAINT corpuses_message_conversation_id_ff68715d_fk_corpuses_ FOREIGN KEY (conversation_id) REFERENCES public.corpuses_conversation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT corpuses_notificatio_comment_id_f520d119_fk_corpuses_ FOREIGN KEY (comment_id) REFERENCES public.corpuses_comment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT corpuses_notification_corpus_id_11a15550_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT corpuses_notification_export_id_c05156f8_fk_corpuses_export_id FOREIGN KEY (export_id) REFERENCES public.corpuses_export(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_notification
    ADD CONSTRAINT corpuses_notification_owner_id_20b1a3a8_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_obligation
    ADD CONSTRAINT corpuses_obligation_annotation_id_f1d6f011_fk_corpuses_ FOREIGN KEY (annotation_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_obligation
    ADD CONSTRAINT corpuses_obligation_corpus_id_758d438b_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_obligation
    ADD CONSTRAINT corpuses_obligation_document_id_0ad5c1ba_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_passage
    ADD CONSTRAINT corpuses_passage_revision_id_89239d4a_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_passagevector
    ADD CONSTRAINT corpuses_passagevect_passage_id_d3840d5c_fk_corpuses_ FOREIGN KEY (passage_id) REFERENCES public.corpuses_passage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_passagevector
    ADD CONSTRAINT corpuses_passagevect_revision_id_c9dc0b7a_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_cell_id_20ad1a9c_fk_corpuses_cell_id FOREIGN KEY (cell_id) REFERENCES public.corpuses_cell(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_document_id_aa9c65d6_fk_documents_document_id FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_message_id_c3d1fba5_fk_corpuses_message_id FOREIGN KEY (message_id) REFERENCES public.corpuses_message(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_source_id_95941a06_fk_corpuses_annotation_id FOREIGN KEY (source_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_proposal
    ADD CONSTRAINT corpuses_proposal_target_id_b569a485_fk_corpuses_annotation_id FOREIGN KEY (target_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_corpus_id_40a5f766_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_creator_id_48fe3b0e_fk_users_user_id FOREIGN KEY (creator_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_document_id_8edf9639_fk_documents_document_id FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_label_id_58ed6589_fk_corpuses_label_id FOREIGN KEY (label_id) REFERENCES public.corpuses_label(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_source_id_03fe4db8_fk_corpuses_annotation_id FOREIGN KEY (source_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_relation
    ADD CONSTRAINT corpuses_relation_target_id_176db34a_fk_corpuses_annotation_id FOREIGN KEY (target_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_remoteanalyzer
    ADD CONSTRAINT corpuses_remoteanaly_corpus_id_5b6bebf7_fk_corpuses_ FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_remoteanalyzer
    ADD CONSTRAINT corpuses_remoteanalyzer_token_id_edeb9245_fk_users_apitoken_id FOREIGN KEY (token_id) REFERENCES public.users_apitoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_savedview
    ADD CONSTRAINT corpuses_savedview_corpus_id_e3a00862_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_savedview
    ADD CONSTRAINT corpuses_savedview_owner_id_40cf542f_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_similargroup
    ADD CONSTRAINT corpuses_similargroup_corpus_id_95d68692_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_similarityrun
    ADD CONSTRAINT corpuses_similarityrun_corpus_id_82d7813e_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_similartext
    ADD CONSTRAINT corpuses_similartext_document_id_28fb6d6a_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_similartext
    ADD CONSTRAINT corpuses_similartext_group_id_683eef31_fk_corpuses_ FOREIGN KEY (group_id) REFERENCES public.corpuses_similargroup(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_similartext
    ADD CONSTRAINT corpuses_similartext_revision_id_0b20ce35_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_textsketch
    ADD CONSTRAINT corpuses_textsketch_revision_id_b51f8eb9_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_thread
    ADD CONSTRAINT corpuses_thread_annotation_id_46df18e5_fk_corpuses_ FOREIGN KEY (annotation_id) REFERENCES public.corpuses_annotation(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_thread
    ADD CONSTRAINT corpuses_thread_corpus_id_9e7dc041_fk_corpuses_corpus_id FOREIGN KEY (corpus_id) REFERENCES public.corpuses_corpus(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_thread
    ADD CONSTRAINT corpuses_thread_document_id_b888a5f7_fk_documents_document_id FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_thread
    ADD CONSTRAINT corpuses_thread_resolved_by_id_5a47d924_fk_users_user_id FOREIGN KEY (resolved_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.corpuses_toolcall
    ADD CONSTRAINT corpuses_toolcall_message_id_3d1281b8_fk_corpuses_message_id FOREIGN KEY (message_id) REFERENCES public.corpuses_message(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_content_type_id_c4bce8eb_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.django_admin_log
    ADD CONSTRAINT django_admin_log_user_id_c564eba6_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_blob_id_d28b47eb_fk_documents_blob_sha256 FOREIGN KEY (blob_id) REFERENCES public.documents_blob(sha256) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_deleted_by_id_d75ca342_fk_users_user_id FOREIGN KEY (deleted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_owner_id_04d2b723_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_parent_id_8fbc4f8b_fk_documents_document_id FOREIGN KEY (parent_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_revision_id_b8b991a7_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_superseded_by_id_a03a66e3_fk_documents FOREIGN KEY (superseded_by_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_tenant_id_4ddd6d80_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_thumbnail_id_8e0a07fa_fk_documents FOREIGN KEY (thumbnail_id) REFERENCES public.documents_blob(sha256) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_document
    ADD CONSTRAINT documents_document_uploaded_by_id_cc1ba81a_fk_users_user_id FOREIGN KEY (uploaded_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentpassword
    ADD CONSTRAINT documents_documentpa_document_id_34f7a6fb_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentrevision
    ADD CONSTRAINT documents_documentre_docling_id_b8c68ac7_fk_documents FOREIGN KEY (docling_id) REFERENCES public.documents_blob(sha256) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentrevision
    ADD CONSTRAINT documents_documentre_document_id_f5055c27_fk_documents FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentrevision
    ADD CONSTRAINT documents_documentre_rendition_id_b7770474_fk_documents FOREIGN KEY (rendition_id) REFERENCES public.documents_blob(sha256) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentsh_target_id_de570f2e_fk_documents FOREIGN KEY (target_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_created_by_id_9a299552_fk_users_user_id FOREIGN KEY (created_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_team_id_214d4954_fk_users_team_id FOREIGN KEY (team_id) REFERENCES public.users_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_token_id_959058a4_fk_users_apitoken_id FOREIGN KEY (token_id) REFERENCES public.users_apitoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_documentshare
    ADD CONSTRAINT documents_documentshare_user_id_a2956519_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_ocrpage
    ADD CONSTRAINT documents_ocrpage_document_id_04df7d98_fk_documents_document_id FOREIGN KEY (document_id) REFERENCES public.documents_document(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_page
    ADD CONSTRAINT documents_page_revision_id_57c8fd21_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_structureitem
    ADD CONSTRAINT documents_structurei_revision_id_0176ef74_fk_documents FOREIGN KEY (revision_id) REFERENCES public.documents_documentrevision(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_upload
    ADD CONSTRAINT documents_upload_owner_id_dba58457_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.documents_upload
    ADD CONSTRAINT documents_upload_tenant_id_07376b2a_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_account_id_951f210e_fk_socialacc FOREIGN KEY (account_id) REFERENCES public.socialaccount_socialaccount(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialtoken
    ADD CONSTRAINT socialaccount_social_app_id_636a42d7_fk_socialacc FOREIGN KEY (app_id) REFERENCES public.socialaccount_socialapp(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.socialaccount_socialaccount
    ADD CONSTRAINT socialaccount_socialaccount_user_id_8146e70c_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_deadletter
    ADD CONSTRAINT tasks_deadletter_job_id_6a33679f_fk_tasks_job_id FOREIGN KEY (job_id) REFERENCES public.tasks_job(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_deadletter
    ADD CONSTRAINT tasks_deadletter_tenant_id_3a957cbd_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_job
    ADD CONSTRAINT tasks_job_owner_id_74947140_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_job
    ADD CONSTRAINT tasks_job_tenant_id_c2b96031_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_joblog
    ADD CONSTRAINT tasks_joblog_job_id_628f98d8_fk_tasks_job_id FOREIGN KEY (job_id) REFERENCES public.tasks_job(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_schedule
    ADD CONSTRAINT tasks_schedule_owner_id_9854a5a3_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_schedule
    ADD CONSTRAINT tasks_schedule_tenant_id_b1c75706_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_steprun
    ADD CONSTRAINT tasks_steprun_job_id_70bc668d_fk_tasks_job_id FOREIGN KEY (job_id) REFERENCES public.tasks_job(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tasks_tenantqueue
    ADD CONSTRAINT tasks_tenantqueue_tenant_id_9fe52d00_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_apitoken
    ADD CONSTRAINT users_apitoken_owner_id_d5150224_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_browsersession
    ADD CONSTRAINT users_browsersession_user_id_bb943f29_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_idempotencykey
    ADD CONSTRAINT users_idempotencykey_owner_id_78eeb669_fk_users_user_id FOREIGN KEY (owner_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_invitation
    ADD CONSTRAINT users_invitation_accepted_by_id_77457ccd_fk_users_user_id FOREIGN KEY (accepted_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_invitation
    ADD CONSTRAINT users_invitation_invited_by_id_aafc0b34_fk_users_user_id FOREIGN KEY (invited_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_passkey
    ADD CONSTRAINT users_passkey_user_id_7be3086d_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_provisioneduser
    ADD CONSTRAINT users_provisioneduser_user_id_ff3592e5_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_refreshfamily
    ADD CONSTRAINT users_refreshfamily_user_id_eff2001d_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_refreshtoken
    ADD CONSTRAINT users_refreshtoken_family_id_5558f9cb_fk_users_refreshfamily_id FOREIGN KEY (family_id) REFERENCES public.users_refreshfamily(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_refreshtoken
    ADD CONSTRAINT users_refreshtoken_successor_id_df32b5f5_fk_users_ref FOREIGN KEY (successor_id) REFERENCES public.users_refreshtoken(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_secondfactor
    ADD CONSTRAINT users_secondfactor_user_id_858e1df8_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_team
    ADD CONSTRAINT users_team_created_by_id_c9ce024d_fk_users_user_id FOREIGN KEY (created_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_teaminvitation
    ADD CONSTRAINT users_teaminvitation_created_by_id_53df84cf_fk_users_user_id FOREIGN KEY (created_by_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_teaminvitation
    ADD CONSTRAINT users_teaminvitation_team_id_e1af3f32_fk_users_team_id FOREIGN KEY (team_id) REFERENCES public.users_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_teaminvitation
    ADD CONSTRAINT users_teaminvitation_user_id_ba4fec98_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_teammembership
    ADD CONSTRAINT users_teammembership_team_id_21b79acc_fk_users_team_id FOREIGN KEY (team_id) REFERENCES public.users_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_teammembership
    ADD CONSTRAINT users_teammembership_user_id_20b42042_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_tenantmembership
    ADD CONSTRAINT users_tenantmembership_tenant_id_25e88e95_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_tenantmembership
    ADD CONSTRAINT users_tenantmembership_user_id_791916a7_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user_groups
    ADD CONSTRAINT users_user_groups_group_id_9afc8d0e_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user_groups
    ADD CONSTRAINT users_user_groups_user_id_5f6f5a90_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user
    ADD CONSTRAINT users_user_service_team_id_c81c5859_fk_users_team_id FOREIGN KEY (service_team_id) REFERENCES public.users_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user
    ADD CONSTRAINT users_user_tenant_id_3b8bb614_fk_users_tenant_id FOREIGN KEY (tenant_id) REFERENCES public.users_tenant(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user_user_permissions
    ADD CONSTRAINT users_user_user_perm_permission_id_0b93982e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.users_user_user_permissions
    ADD CONSTRAINT users_user_user_permissions_user_id_20aca447_fk_users_user_id FOREIGN KEY (user_id) REFERENCES public.users_user(id) DEFERRABLE INITIALLY DEFERRED;
insert into public."django_migrations" ("app", "name", "applied") values
('sessions', '0001_initial', now()),
('contenttypes', '0001_initial', now()),
('contenttypes', '0002_remove_content_type_name', now()),
('auth', '0001_initial', now()),
('auth', '0002_alter_permission_name_max_length', now()),
('auth', '0003_alter_user_email_max_length', now()),
('auth', '0004_alter_user_username_opts', now()),
('auth', '0005_alter_user_last_login_null', now()),
('auth', '0006_require_contenttypes_0002', now()),
('auth', '0007_alter_validators_add_error_messages', now()),
('auth', '0008_alter_user_username_max_length', now()),
('auth', '0009_alter_user_last_name_max_length', now()),
('auth', '0010_alter_group_name_max_length', now()),
('auth', '0011_update_proxy_permissions', now()),
('auth', '0012_alter_user_first_name_max_length', now()),
('users', '0001_initial', now()),
('account', '0001_initial', now()),
('account', '0002_email_max_length', now()),
('account', '0003_alter_emailaddress_create_unique_verified_email', now()),
('account', '0004_alter_emailaddress_drop_unique_email', now()),
('account', '0005_emailaddress_idx_upper_email', now()),
('account', '0006_emailaddress_lower', now()),
('account', '0007_emailaddress_idx_email', now()),
('account', '0008_emailaddress_unique_primary_email_fixup', now()),
('account', '0009_emailaddress_unique_primary_email', now()),
('admin', '0001_initial', now()),
('admin', '0002_logentry_remove_auto_add', now()),
('admin', '0003_logentry_add_action_flag_choices', now()),
('audit', '0001_initial', now()),
('users', '0002_user_username_once', now()),
('users', '0003_secondfactor', now()),
('users', '0004_passkey', now()),
('users', '0005_provisioning', now()),
('tasks', '0001_initial', now()),
('events', '0001_initial', now()),
('documents', '0001_initial', now()),
('corpuses', '0001_initial', now()),
('corpuses', '0002_calendarfeed_token', now()),
('corpuses', '0003_calendarfeed_last_used_corpusshare_last_used_and_more', now()),
('corpuses', '0004_remoteanalyzer_token', now()),
('corpuses', '0005_analysisrun_message_time', now()),
('corpuses', '0006_allowedserver', now()),
('corpuses', '0007_bulkbatch_changed', now()),
('documents', '0002_documentshare_last_used_documentshare_token', now()),
('socialaccount', '0001_initial', now()),
('socialaccount', '0002_token_max_lengths', now()),
('socialaccount', '0003_extra_data_default_dict', now()),
('socialaccount', '0004_app_provider_id_settings', now()),
('socialaccount', '0005_socialtoken_nullable_app', now()),
('socialaccount', '0006_alter_socialaccount_extra_data', now()),
('tasks', '0002_long_jobs', now()),
('tasks', '0003_job_tries', now());
insert into public."django_content_type" ("id", "app_label", "model") values
(1, 'admin', 'logentry'),
(2, 'auth', 'permission'),
(3, 'auth', 'group'),
(4, 'contenttypes', 'contenttype'),
(5, 'sessions', 'session'),
(6, 'audit', 'auditentry'),
(7, 'users', 'tenant'),
(8, 'users', 'user'),
(9, 'users', 'apitoken'),
(10, 'users', 'browsersession'),
(11, 'users', 'invitation'),
(12, 'users', 'refreshfamily'),
(13, 'users', 'refreshtoken'),
(14, 'users', 'team'),
(15, 'users', 'teaminvitation'),
(16, 'users', 'teammembership'),
(17, 'users', 'tenantmembership'),
(18, 'users', 'idempotencykey'),
(19, 'users', 'secondfactor'),
(20, 'users', 'passkey'),
(21, 'users', 'provisioneduser'),
(22, 'tasks', 'workerbeat'),
(23, 'tasks', 'job'),
(24, 'tasks', 'deadletter'),
(25, 'tasks', 'joblog'),
(26, 'tasks', 'schedule'),
(27, 'tasks', 'schedulerstate'),
(28, 'tasks', 'steprun'),
(29, 'tasks', 'tenantqueue'),
(30, 'events', 'event'),
(31, 'documents', 'document'),
(32, 'documents', 'parserchoice'),
(33, 'documents', 'blob'),
(34, 'documents', 'documentpassword'),
(35, 'documents', 'documentrevision'),
(36, 'documents', 'documentshare'),
(37, 'documents', 'filestore'),
(38, 'documents', 'ocrpage'),
(39, 'documents', 'page'),
(40, 'documents', 'structureitem'),
(41, 'documents', 'upload'),
(42, 'corpuses', 'binitem'),
(43, 'corpuses', 'corpus'),
(44, 'corpuses', 'llmbudget'),
(45, 'corpuses', 'textsketch'),
(46, 'corpuses', 'annotation'),
(47, 'corpuses', 'bulkchange'),
(48, 'corpuses', 'conversation'),
(49, 'corpuses', 'comment'),
(50, 'corpuses', 'languagemodel'),
(51, 'corpuses', 'similarityrun'),
(52, 'corpuses', 'calendarfeed'),
(53, 'corpuses', 'annotationimport'),
(54, 'corpuses', 'corpusaction'),
(55, 'corpuses', 'analysisrun'),
(56, 'corpuses', 'actionexecution'),
(57, 'corpuses', 'corpuscopy'),
(58, 'corpuses', 'corpusdocument'),
(59, 'corpuses', 'corpusshare'),
(60, 'corpuses', 'descriptionrevision'),
(61, 'corpuses', 'documentfield'),
(62, 'corpuses', 'edit'),
(63, 'corpuses', 'extract'),
(64, 'corpuses', 'export'),
(65, 'corpuses', 'column'),
(66, 'corpuses', 'extractrow'),
(67, 'corpuses', 'cell'),
(68, 'corpuses', 'fieldset'),
(69, 'corpuses', 'fieldvalue'),
(70, 'corpuses', 'folder'),
(71, 'corpuses', 'archive'),
(72, 'corpuses', 'label'),
(73, 'corpuses', 'documentlabel'),
(74, 'corpuses', 'llmusage'),
(75, 'corpuses', 'message'),
(76, 'corpuses', 'notification'),
(77, 'corpuses', 'obligation'),
(78, 'corpuses', 'passage'),
(79, 'corpuses', 'passagevector'),
(80, 'corpuses', 'proposal'),
(81, 'corpuses', 'relation'),
(82, 'corpuses', 'remoteanalyzer'),
(83, 'corpuses', 'savedview'),
(84, 'corpuses', 'similargroup'),
(85, 'corpuses', 'similartext'),
(86, 'corpuses', 'thread'),
(87, 'corpuses', 'toolcall'),
(88, 'corpuses', 'analysisresult'),
(89, 'corpuses', 'archiveentry'),
(90, 'corpuses', 'bulkbatch'),
(91, 'corpuses', 'allowedserver'),
(92, 'account', 'emailaddress'),
(93, 'account', 'emailconfirmation'),
(94, 'socialaccount', 'socialaccount'),
(95, 'socialaccount', 'socialapp'),
(96, 'socialaccount', 'socialtoken');
select setval(pg_get_serial_sequence('public.django_content_type', 'id'), (select max(id) from public."django_content_type"));
insert into public."auth_permission" ("id", "content_type_id", "codename", "name") values
(1, 1, 'add_logentry', 'Can add log entry'),
(2, 1, 'change_logentry', 'Can change log entry'),
(3, 1, 'delete_logentry', 'Can delete log entry'),
(4, 1, 'view_logentry', 'Can view log entry'),
(5, 2, 'add_permission', 'Can add permission'),
(6, 2, 'change_permission', 'Can change permission'),
(7, 2, 'delete_permission', 'Can delete permission'),
(8, 2, 'view_permission', 'Can view permission'),
(9, 3, 'add_group', 'Can add group'),
(10, 3, 'change_group', 'Can change group'),
(11, 3, 'delete_group', 'Can delete group'),
(12, 3, 'view_group', 'Can view group'),
(13, 4, 'add_contenttype', 'Can add content type'),
(14, 4, 'change_contenttype', 'Can change content type'),
(15, 4, 'delete_contenttype', 'Can delete content type'),
(16, 4, 'view_contenttype', 'Can view content type'),
(17, 5, 'add_session', 'Can add session'),
(18, 5, 'change_session', 'Can change session'),
(19, 5, 'delete_session', 'Can delete session'),
(20, 5, 'view_session', 'Can view session'),
(21, 6, 'add_auditentry', 'Can add audit entry'),
(22, 6, 'change_auditentry', 'Can change audit entry'),
(23, 6, 'delete_auditentry', 'Can delete audit entry'),
(24, 6, 'view_auditentry', 'Can view audit entry'),
(25, 7, 'add_tenant', 'Can add tenant'),
(26, 7, 'change_tenant', 'Can change tenant'),
(27, 7, 'delete_tenant', 'Can delete tenant'),
(28, 7, 'view_tenant', 'Can view tenant'),
(29, 8, 'add_user', 'Can add user'),
(30, 8, 'change_user', 'Can change user'),
(31, 8, 'delete_user', 'Can delete user'),
(32, 8, 'view_user', 'Can view user'),
(33, 9, 'add_apitoken', 'Can add api token'),
(34, 9, 'change_apitoken', 'Can change api token'),
(35, 9, 'delete_apitoken', 'Can delete api token'),
(36, 9, 'view_apitoken', 'Can view api token'),
(37, 10, 'add_browsersession', 'Can add browser session'),
(38, 10, 'change_browsersession', 'Can change browser session'),
(39, 10, 'delete_browsersession', 'Can delete browser session'),
(40, 10, 'view_browsersession', 'Can view browser session'),
(41, 11, 'add_invitation', 'Can add invitation'),
(42, 11, 'change_invitation', 'Can change invitation'),
(43, 11, 'delete_invitation', 'Can delete invitation'),
(44, 11, 'view_invitation', 'Can view invitation'),
(45, 12, 'add_refreshfamily', 'Can add refresh family'),
(46, 12, 'change_refreshfamily', 'Can change refresh family'),
(47, 12, 'delete_refreshfamily', 'Can delete refresh family'),
(48, 12, 'view_refreshfamily', 'Can view refresh family'),
(49, 13, 'add_refreshtoken', 'Can add refresh token'),
(50, 13, 'change_refreshtoken', 'Can change refresh token'),
(51, 13, 'delete_refreshtoken', 'Can delete refresh token'),
(52, 13, 'view_refreshtoken', 'Can view refresh token'),
(53, 14, 'add_team', 'Can add team'),
(54, 14, 'change_team', 'Can change team'),
(55, 14, 'delete_team', 'Can delete team'),
(56, 14, 'view_team', 'Can view team'),
(57, 15, 'add_teaminvitation', 'Can add team invitation'),
(58, 15, 'change_teaminvitation', 'Can change team invitation'),
(59, 15, 'delete_teaminvitation', 'Can delete team invitation'),
(60, 15, 'view_teaminvitation', 'Can view team invitation'),
(61, 16, 'add_teammembership', 'Can add team membership'),
(62, 16, 'change_teammembership', 'Can change team membership'),
(63, 16, 'delete_teammembership', 'Can delete team membership'),
(64, 16, 'view_teammembership', 'Can view team membership'),
(65, 17, 'add_tenantmembership', 'Can add tenant membership'),
(66, 17, 'change_tenantmembership', 'Can change tenant membership'),
(67, 17, 'delete_tenantmembership', 'Can delete tenant membership'),
(68, 17, 'view_tenantmembership', 'Can view tenant membership'),
(69, 18, 'add_idempotencykey', 'Can add idempotency key'),
(70, 18, 'change_idempotencykey', 'Can change idempotency key'),
(71, 18, 'delete_idempotencykey', 'Can delete idempotency key'),
(72, 18, 'view_idempotencykey', 'Can view idempotency key'),
(73, 19, 'add_secondfactor', 'Can add second factor'),
(74, 19, 'change_secondfactor', 'Can change second factor'),
(75, 19, 'delete_secondfactor', 'Can delete second factor'),
(76, 19, 'view_secondfactor', 'Can view second factor'),
(77, 20, 'add_passkey', 'Can add passkey'),
(78, 20, 'change_passkey', 'Can change passkey'),
(79, 20, 'delete_passkey', 'Can delete passkey'),
(80, 20, 'view_passkey', 'Can view passkey'),
(81, 21, 'add_provisioneduser', 'Can add provisioned user'),
(82, 21, 'change_provisioneduser', 'Can change provisioned user'),
(83, 21, 'delete_provisioneduser', 'Can delete provisioned user'),
(84, 21, 'view_provisioneduser', 'Can view provisioned user'),
(85, 22, 'add_workerbeat', 'Can add worker'),
(86, 22, 'change_workerbeat', 'Can change worker'),
(87, 22, 'delete_workerbeat', 'Can delete worker'),
(88, 22, 'view_workerbeat', 'Can view worker'),
(89, 23, 'add_job', 'Can add job'),
(90, 23, 'change_job', 'Can change job'),
(91, 23, 'delete_job', 'Can delete job'),
(92, 23, 'view_job', 'Can view job'),
(93, 24, 'add_deadletter', 'Can add dead letter'),
(94, 24, 'change_deadletter', 'Can change dead letter'),
(95, 24, 'delete_deadletter', 'Can delete dead letter'),
(96, 24, 'view_deadletter', 'Can view dead letter'),
(97, 25, 'add_joblog', 'Can add log line'),
(98, 25, 'change_joblog', 'Can change log line'),
(99, 25, 'delete_joblog', 'Can delete log line'),
(100, 25, 'view_joblog', 'Can view log line'),
(101, 26, 'add_schedule', 'Can add schedule'),
(102, 26, 'change_schedule', 'Can change schedule'),
(103, 26, 'delete_schedule', 'Can delete schedule'),
(104, 26, 'view_schedule', 'Can view schedule'),
(105, 27, 'add_schedulerstate', 'Can add scheduler state'),
(106, 27, 'change_schedulerstate', 'Can change scheduler state'),
(107, 27, 'delete_schedulerstate', 'Can delete scheduler state'),
(108, 27, 'view_schedulerstate', 'Can view scheduler state'),
(109, 28, 'add_steprun', 'Can add step'),
(110, 28, 'change_steprun', 'Can change step'),
(111, 28, 'delete_steprun', 'Can delete step'),
(112, 28, 'view_steprun', 'Can view step'),
(113, 29, 'add_tenantqueue', 'Can add tenant queue'),
(114, 29, 'change_tenantqueue', 'Can change tenant queue'),
(115, 29, 'delete_tenantqueue', 'Can delete tenant queue'),
(116, 29, 'view_tenantqueue', 'Can view tenant queue'),
(117, 30, 'add_event', 'Can add event'),
(118, 30, 'change_event', 'Can change event'),
(119, 30, 'delete_event', 'Can delete event'),
(120, 30, 'view_event', 'Can view event'),
(121, 31, 'add_document', 'Can add document'),
(122, 31, 'change_document', 'Can change document'),
(123, 31, 'delete_document', 'Can delete document'),
(124, 31, 'view_document', 'Can view document'),
(125, 32, 'add_parserchoice', 'Can add parser choice'),
(126, 32, 'change_parserchoice', 'Can change parser choice'),
(127, 32, 'delete_parserchoice', 'Can delete parser choice'),
(128, 32, 'view_parserchoice', 'Can view parser choice'),
(129, 33, 'add_blob', 'Can add blob'),
(130, 33, 'change_blob', 'Can change blob'),
(131, 33, 'delete_blob', 'Can delete blob'),
(132, 33, 'view_blob', 'Can view blob'),
(133, 34, 'add_documentpassword', 'Can add document password'),
(134, 34, 'change_documentpassword', 'Can change document password'),
(135, 34, 'delete_documentpassword', 'Can delete document password'),
(136, 34, 'view_documentpassword', 'Can view document password'),
(137, 35, 'add_documentrevision', 'Can add document revision'),
(138, 35, 'change_documentrevision', 'Can change document revision'),
(139, 35, 'delete_documentrevision', 'Can delete document revision'),
(140, 35, 'view_documentrevision', 'Can view document revision'),
(141, 36, 'add_documentshare', 'Can add document share'),
(142, 36, 'change_documentshare', 'Can change document share'),
(143, 36, 'delete_documentshare', 'Can delete document share'),
(144, 36, 'view_documentshare', 'Can view document share'),
(145, 37, 'add_filestore', 'Can add file store'),
(146, 37, 'change_filestore', 'Can change file store'),
(147, 37, 'delete_filestore', 'Can delete file store'),
(148, 37, 'view_filestore', 'Can view file store'),
(149, 38, 'add_ocrpage', 'Can add ocr page'),
(150, 38, 'change_ocrpage', 'Can change ocr page'),
(151, 38, 'delete_ocrpage', 'Can delete ocr page'),
(152, 38, 'view_ocrpage', 'Can view ocr page'),
(153, 39, 'add_page', 'Can add page'),
(154, 39, 'change_page', 'Can change page'),
(155, 39, 'delete_page', 'Can delete page'),
(156, 39, 'view_page', 'Can view page'),
(157, 40, 'add_structureitem', 'Can add structure item'),
(158, 40, 'change_structureitem', 'Can change structure item'),
(159, 40, 'delete_structureitem', 'Can delete structure item'),
(160, 40, 'view_structureitem', 'Can view structure item'),
(161, 41, 'add_upload', 'Can add upload'),
(162, 41, 'change_upload', 'Can change upload'),
(163, 41, 'delete_upload', 'Can delete upload'),
(164, 41, 'view_upload', 'Can view upload'),
(165, 42, 'add_binitem', 'Can add bin item'),
(166, 42, 'change_binitem', 'Can change bin item'),
(167, 42, 'delete_binitem', 'Can delete bin item'),
(168, 42, 'view_binitem', 'Can view bin item'),
(169, 43, 'add_corpus', 'Can add corpus'),
(170, 43, 'change_corpus', 'Can change corpus'),
(171, 43, 'delete_corpus', 'Can delete corpus'),
(172, 43, 'view_corpus', 'Can view corpus'),
(173, 44, 'add_llmbudget', 'Can add llm budget'),
(174, 44, 'change_llmbudget', 'Can change llm budget'),
(175, 44, 'delete_llmbudget', 'Can delete llm budget'),
(176, 44, 'view_llmbudget', 'Can view llm budget'),
(177, 45, 'add_textsketch', 'Can add text sketch'),
(178, 45, 'change_textsketch', 'Can change text sketch'),
(179, 45, 'delete_textsketch', 'Can delete text sketch'),
(180, 45, 'view_textsketch', 'Can view text sketch'),
(181, 46, 'add_annotation', 'Can add annotation'),
(182, 46, 'change_annotation', 'Can change annotation'),
(183, 46, 'delete_annotation', 'Can delete annotation'),
(184, 46, 'view_annotation', 'Can view annotation'),
(185, 47, 'add_bulkchange', 'Can add bulk change'),
(186, 47, 'change_bulkchange', 'Can change bulk change'),
(187, 47, 'delete_bulkchange', 'Can delete bulk change'),
(188, 47, 'view_bulkchange', 'Can view bulk change'),
(189, 48, 'add_conversation', 'Can add conversation'),
(190, 48, 'change_conversation', 'Can change conversation'),
(191, 48, 'delete_conversation', 'Can delete conversation'),
(192, 48, 'view_conversation', 'Can view conversation'),
(193, 49, 'add_comment', 'Can add comment'),
(194, 49, 'change_comment', 'Can change comment'),
(195, 49, 'delete_comment', 'Can delete comment'),
(196, 49, 'view_comment', 'Can view comment'),
(197, 50, 'add_languagemodel', 'Can add language model'),
(198, 50, 'change_languagemodel', 'Can change language model'),
(199, 50, 'delete_languagemodel', 'Can delete language model'),
(200, 50, 'view_languagemodel', 'Can view language model'),
(201, 51, 'add_similarityrun', 'Can add similarity run'),
(202, 51, 'change_similarityrun', 'Can change similarity run'),
(203, 51, 'delete_similarityrun', 'Can delete similarity run'),
(204, 51, 'view_similarityrun', 'Can view similarity run'),
(205, 52, 'add_calendarfeed', 'Can add calendar feed'),
(206, 52, 'change_calendarfeed', 'Can change calendar feed'),
(207, 52, 'delete_calendarfeed', 'Can delete calendar feed'),
(208, 52, 'view_calendarfeed', 'Can view calendar feed'),
(209, 53, 'add_annotationimport', 'Can add annotation import'),
(210, 53, 'change_annotationimport', 'Can change annotation import'),
(211, 53, 'delete_annotationimport', 'Can delete annotation import'),
(212, 53, 'view_annotationimport', 'Can view annotation import'),
(213, 54, 'add_corpusaction', 'Can add corpus action'),
(214, 54, 'change_corpusaction', 'Can change corpus action'),
(215, 54, 'delete_corpusaction', 'Can delete corpus action'),
(216, 54, 'view_corpusaction', 'Can view corpus action'),
(217, 55, 'add_analysisrun', 'Can add analysis run'),
(218, 55, 'change_analysisrun', 'Can change analysis run'),
(219, 55, 'delete_analysisrun', 'Can delete analysis run'),
(220, 55, 'view_analysisrun', 'Can view analysis run'),
(221, 56, 'add_actionexecution', 'Can add action execution'),
(222, 56, 'change_actionexecution', 'Can change action execution'),
(223, 56, 'delete_actionexecution', 'Can delete action execution'),
(224, 56, 'view_actionexecution', 'Can view action execution'),
(225, 57, 'add_corpuscopy', 'Can add corpus copy'),
(226, 57, 'change_corpuscopy', 'Can change corpus copy'),
(227, 57, 'delete_corpuscopy', 'Can delete corpus copy'),
(228, 57, 'view_corpuscopy', 'Can view corpus copy'),
(229, 58, 'add_corpusdocument', 'Can add corpus document'),
(230, 58, 'change_corpusdocument', 'Can change corpus document'),
(231, 58, 'delete_corpusdocument', 'Can delete corpus document'),
(232, 58, 'view_corpusdocument', 'Can view corpus document'),
(233, 59, 'add_corpusshare', 'Can add corpus share'),
(234, 59, 'change_corpusshare', 'Can change corpus share'),
(235, 59, 'delete_corpusshare', 'Can delete corpus share'),
(236, 59, 'view_corpusshare', 'Can view corpus share'),
(237, 60, 'add_descriptionrevision', 'Can add description revision'),
(238, 60, 'change_descriptionrevision', 'Can change description revision'),
(239, 60, 'delete_descriptionrevision', 'Can delete description revision'),
(240, 60, 'view_descriptionrevision', 'Can view description revision'),
(241, 61, 'add_documentfield', 'Can add document field'),
(242, 61, 'change_documentfield', 'Can change document field'),
(243, 61, 'delete_documentfield', 'Can delete document field'),
(244, 61, 'view_documentfield', 'Can view document field'),
(245, 62, 'add_edit', 'Can add edit'),
(246, 62, 'change_edit', 'Can change edit'),
(247, 62, 'delete_edit', 'Can delete edit'),
(248, 62, 'view_edit', 'Can view edit'),
(249, 63, 'add_extract', 'Can add extract'),
(250, 63, 'change_extract', 'Can change extract'),
(251, 63, 'delete_extract', 'Can delete extract'),
(252, 63, 'view_extract', 'Can view extract'),
(253, 64, 'add_export', 'Can add export'),
(254, 64, 'change_export', 'Can change export'),
(255, 64, 'delete_export', 'Can delete export'),
(256, 64, 'view_export', 'Can view export'),
(257, 65, 'add_column', 'Can add column'),
(258, 65, 'change_column', 'Can change column'),
(259, 65, 'delete_column', 'Can delete column'),
(260, 65, 'view_column', 'Can view column'),
(261, 66, 'add_extractrow', 'Can add extract row'),
(262, 66, 'change_extractrow', 'Can change extract row'),
(263, 66, 'delete_extractrow', 'Can delete extract row'),
(264, 66, 'view_extractrow', 'Can view extract row'),
(265, 67, 'add_cell', 'Can add cell'),
(266, 67, 'change_cell', 'Can change cell'),
(267, 67, 'delete_cell', 'Can delete cell'),
(268, 67, 'view_cell', 'Can view cell'),
(269, 68, 'add_fieldset', 'Can add fieldset'),
(270, 68, 'change_fieldset', 'Can change fieldset'),
(271, 68, 'delete_fieldset', 'Can delete fieldset'),
(272, 68, 'view_fieldset', 'Can view fieldset'),
(273, 69, 'add_fieldvalue', 'Can add field value'),
(274, 69, 'change_fieldvalue', 'Can change field value'),
(275, 69, 'delete_fieldvalue', 'Can delete field value'),
(276, 69, 'view_fieldvalue', 'Can view field value'),
(277, 70, 'add_folder', 'Can add folder'),
(278, 70, 'change_folder', 'Can change folder'),
(279, 70, 'delete_folder', 'Can delete folder'),
(280, 70, 'view_folder', 'Can view folder'),
(281, 71, 'add_archive', 'Can add archive'),
(282, 71, 'change_archive', 'Can change archive'),
(283, 71, 'delete_archive', 'Can delete archive'),
(284, 71, 'view_archive', 'Can view archive'),
(285, 72, 'add_label', 'Can add label'),
(286, 72, 'change_label', 'Can change label'),
(287, 72, 'delete_label', 'Can delete label'),
(288, 72, 'view_label', 'Can view label'),
(289, 73, 'add_documentlabel', 'Can add document label'),
(290, 73, 'change_documentlabel', 'Can change document label'),
(291, 73, 'delete_documentlabel', 'Can delete document label'),
(292, 73, 'view_documentlabel', 'Can view document label'),
(293, 74, 'add_llmusage', 'Can add llm usage'),
(294, 74, 'change_llmusage', 'Can change llm usage'),
(295, 74, 'delete_llmusage', 'Can delete llm usage'),
(296, 74, 'view_llmusage', 'Can view llm usage'),
(297, 75, 'add_message', 'Can add message'),
(298, 75, 'change_message', 'Can change message'),
(299, 75, 'delete_message', 'Can delete message'),
(300, 75, 'view_message', 'Can view message'),
(301, 76, 'add_notification', 'Can add notification'),
(302, 76, 'change_notification', 'Can change notification'),
(303, 76, 'delete_notification', 'Can delete notification'),
(304, 76, 'view_notification', 'Can view notification'),
(305, 77, 'add_obligation', 'Can add obligation'),
(306, 77, 'change_obligation', 'Can change obligation'),
(307, 77, 'delete_obligation', 'Can delete obligation'),
(308, 77, 'view_obligation', 'Can view obligation'),
(309, 78, 'add_passage', 'Can add passage'),
(310, 78, 'change_passage', 'Can change passage'),
(311, 78, 'delete_passage', 'Can delete passage'),
(312, 78, 'view_passage', 'Can view passage'),
(313, 79, 'add_passagevector', 'Can add passage vector'),
(314, 79, 'change_passagevector', 'Can change passage vector'),
(315, 79, 'delete_passagevector', 'Can delete passage vector'),
(316, 79, 'view_passagevector', 'Can view passage vector'),
(317, 80, 'add_proposal', 'Can add proposal'),
(318, 80, 'change_proposal', 'Can change proposal'),
(319, 80, 'delete_proposal', 'Can delete proposal'),
(320, 80, 'view_proposal', 'Can view proposal'),
(321, 81, 'add_relation', 'Can add relation'),
(322, 81, 'change_relation', 'Can change relation'),
(323, 81, 'delete_relation', 'Can delete relation'),
(324, 81, 'view_relation', 'Can view relation'),
(325, 82, 'add_remoteanalyzer', 'Can add remote analyzer'),
(326, 82, 'change_remoteanalyzer', 'Can change remote analyzer'),
(327, 82, 'delete_remoteanalyzer', 'Can delete remote analyzer'),
(328, 82, 'view_remoteanalyzer', 'Can view remote analyzer'),
(329, 83, 'add_savedview', 'Can add saved view'),
(330, 83, 'change_savedview', 'Can change saved view'),
(331, 83, 'delete_savedview', 'Can delete saved view'),
(332, 83, 'view_savedview', 'Can view saved view'),
(333, 84, 'add_similargroup', 'Can add similar group'),
(334, 84, 'change_similargroup', 'Can change similar group'),
(335, 84, 'delete_similargroup', 'Can delete similar group'),
(336, 84, 'view_similargroup', 'Can view similar group'),
(337, 85, 'add_similartext', 'Can add similar text'),
(338, 85, 'change_similartext', 'Can change similar text'),
(339, 85, 'delete_similartext', 'Can delete similar text'),
(340, 85, 'view_similartext', 'Can view similar text'),
(341, 86, 'add_thread', 'Can add thread'),
(342, 86, 'change_thread', 'Can change thread'),
(343, 86, 'delete_thread', 'Can delete thread'),
(344, 86, 'view_thread', 'Can view thread'),
(345, 87, 'add_toolcall', 'Can add tool call'),
(346, 87, 'change_toolcall', 'Can change tool call'),
(347, 87, 'delete_toolcall', 'Can delete tool call'),
(348, 87, 'view_toolcall', 'Can view tool call'),
(349, 88, 'add_analysisresult', 'Can add analysis result'),
(350, 88, 'change_analysisresult', 'Can change analysis result'),
(351, 88, 'delete_analysisresult', 'Can delete analysis result'),
(352, 88, 'view_analysisresult', 'Can view analysis result'),
(353, 89, 'add_archiveentry', 'Can add archive entry'),
(354, 89, 'change_archiveentry', 'Can change archive entry'),
(355, 89, 'delete_archiveentry', 'Can delete archive entry'),
(356, 89, 'view_archiveentry', 'Can view archive entry'),
(357, 90, 'add_bulkbatch', 'Can add bulk batch'),
(358, 90, 'change_bulkbatch', 'Can change bulk batch'),
(359, 90, 'delete_bulkbatch', 'Can delete bulk batch'),
(360, 90, 'view_bulkbatch', 'Can view bulk batch'),
(361, 91, 'add_allowedserver', 'Can add allowed server'),
(362, 91, 'change_allowedserver', 'Can change allowed server'),
(363, 91, 'delete_allowedserver', 'Can delete allowed server'),
(364, 91, 'view_allowedserver', 'Can view allowed server'),
(365, 92, 'add_emailaddress', 'Can add email address'),
(366, 92, 'change_emailaddress', 'Can change email address'),
(367, 92, 'delete_emailaddress', 'Can delete email address'),
(368, 92, 'view_emailaddress', 'Can view email address'),
(369, 93, 'add_emailconfirmation', 'Can add email confirmation'),
(370, 93, 'change_emailconfirmation', 'Can change email confirmation'),
(371, 93, 'delete_emailconfirmation', 'Can delete email confirmation'),
(372, 93, 'view_emailconfirmation', 'Can view email confirmation'),
(373, 94, 'add_socialaccount', 'Can add social account'),
(374, 94, 'change_socialaccount', 'Can change social account'),
(375, 94, 'delete_socialaccount', 'Can delete social account'),
(376, 94, 'view_socialaccount', 'Can view social account'),
(377, 95, 'add_socialapp', 'Can add social application'),
(378, 95, 'change_socialapp', 'Can change social application'),
(379, 95, 'delete_socialapp', 'Can delete social application'),
(380, 95, 'view_socialapp', 'Can view social application'),
(381, 96, 'add_socialtoken', 'Can add social application token'),
(382, 96, 'change_socialtoken', 'Can change social application token'),
(383, 96, 'delete_socialtoken', 'Can delete social application token'),
(384, 96, 'view_socialtoken', 'Can view social application token');
select setval(pg_get_serial_sequence('public.auth_permission', 'id'), (select max(id) from public."auth_permission"));
