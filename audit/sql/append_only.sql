-- Entries are only added. Exceptions: retention removes old ones, and what identifies a deleted account is erased.
create or replace function audit_refuse_change() returns trigger language plpgsql as $$
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

drop trigger if exists audit_append_only on audit_auditentry;
create trigger audit_append_only before update or delete on audit_auditentry
  for each row execute function audit_refuse_change();

create or replace function audit_refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;

drop trigger if exists audit_no_truncate on audit_auditentry;
create trigger audit_no_truncate before truncate on audit_auditentry
  for each statement execute function audit_refuse_truncate();

-- Of a deleted account its id remains, also if it is deleted by SQL.
create or replace function audit_erase_account() returns trigger language plpgsql as $$
begin
  update audit_auditentry set address = null, user_agent = ''
    where (actor_id = old.id or (actor_id is null and owner_id = old.id)) and (address is not null or user_agent <> '');
  return null;
end $$;

drop trigger if exists audit_erase_account on users_user;
create trigger audit_erase_account after delete on users_user
  for each row execute function audit_erase_account();
