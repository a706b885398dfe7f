-- The counts of annotations and labels of documents in corpora, on their memberships (docs/adr/0047).
-- Only what is not in the bin counts. Locks are taken in the order of docs/architecture.md; memberships are the last.

-- A membership that is created counts the annotations that its document has in the corpus already. It and writers that
-- find no membership exclude each other by these locks: neither sees what the other one has not committed.
create or replace function document_count_lock(document uuid) returns integer language sql immutable as $$
    select hashtext(document::text) & 255
$$;

-- Keep documents and corpora from being purged: purging locks them before their memberships.
create or replace function lock_counted(documents uuid[], corpora uuid[]) returns void language plpgsql as $$
begin
    perform 1 from documents_document where id = any (documents) order by id for key share;
    perform 1 from corpuses_corpus where id = any (corpora) order by id for key share;
end $$;

create or replace function count_annotations() returns trigger language plpgsql as $$
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

create or replace function change_annotation_count(document uuid, corpus uuid, change bigint) returns void language plpgsql as $$
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

-- A document has few labels, so they are counted again.
create or replace function recount_document_labels(memberships uuid[]) returns void language plpgsql as $$
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

create or replace function count_document_labels() returns trigger language plpgsql as $$
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

create or replace function count_deleted_labels() returns trigger language plpgsql as $$
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

-- Writers of a membership do not write its counts, also if a stale row is saved.
create or replace function keep_document_counts() returns trigger language plpgsql as $$
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

create or replace trigger annotations_added after insert on corpuses_annotation
    referencing new table as new_rows for each statement execute function count_annotations();
create or replace trigger annotations_changed after update on corpuses_annotation
    referencing old table as old_rows new table as new_rows for each statement execute function count_annotations();
create or replace trigger annotations_removed after delete on corpuses_annotation
    referencing old table as old_rows for each statement execute function count_annotations();
create or replace trigger document_labels_added after insert on corpuses_documentlabel
    referencing new table as new_rows for each statement execute function count_document_labels();
create or replace trigger document_labels_changed after update on corpuses_documentlabel
    referencing old table as old_rows new table as new_rows for each statement execute function count_document_labels();
create or replace trigger document_labels_removed after delete on corpuses_documentlabel
    referencing old table as old_rows for each statement execute function count_document_labels();
create or replace trigger labels_deleted after update on corpuses_label
    referencing old table as old_rows new table as new_rows for each statement execute function count_deleted_labels();

-- Changes of the counts find room on the page of the row, and need no new entries in its indexes.
alter table corpuses_corpusdocument set (fillfactor = 85);

create or replace trigger document_counts_kept before insert or update on corpuses_corpusdocument
    for each row when (pg_trigger_depth() = 0) execute function keep_document_counts();
