-- The time of the last change of a row, for ETags and lists of what has changed. The clock, not the start of the
-- transaction: the time is as close to the commit as it can be.
create or replace function set_modified() returns trigger language plpgsql as $$
begin
  new.modified = clock_timestamp();
  return new;
end $$;

create or replace trigger document_modified before update on documents_document
    for each row execute function set_modified();
