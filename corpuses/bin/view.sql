-- What is listed in the bin. What was deleted together with something else comes and goes with that.
create or replace view corpuses_binitem as
select document.id, 'document' as kind, document.title, document.owner_id, null::uuid as corpus_id, document.id as document_id,
       blob.size + coalesce((
           select sum(attached.size)::bigint
           from documents_document attachment
           join documents_blob attached on attached.sha256 = attachment.blob_id
           where (attachment.parent_id = document.id or attachment.superseded_by_id = document.id)
             and attachment.deleted_at = document.deleted_at
       ), 0) as size,
       document.deleted_at, document.deleted_by_id
from documents_document document
join documents_blob blob on blob.sha256 = document.blob_id
left join documents_document parent on parent.id = document.parent_id
left join documents_document newest on newest.id = document.superseded_by_id
where document.deleted_at is not null and parent.deleted_at is null and newest.deleted_at is distinct from document.deleted_at
union all
select id, 'corpus', title, owner_id, null, null, 0, deleted_at, deleted_by_id
from corpuses_corpus
where deleted_at is not null
union all
select folder.id, 'folder', folder.path, corpus.owner_id, corpus.id, null, 0, folder.deleted_at, folder.deleted_by_id
from corpuses_folder folder
join corpuses_corpus corpus on corpus.id = folder.corpus_id and corpus.deleted_at is null
left join corpuses_folder parent on parent.id = folder.parent_id
where folder.deleted_at is not null and parent.deleted_at is distinct from folder.deleted_at
union all
select label.id, 'label', label.name, corpus.owner_id, corpus.id, null, 0, label.deleted_at, label.deleted_by_id
from corpuses_label label
join corpuses_corpus corpus on corpus.id = label.corpus_id and corpus.deleted_at is null
where label.deleted_at is not null
union all
select field.id, 'field', field.name, corpus.owner_id, corpus.id, null, 0, field.deleted_at, field.deleted_by_id
from corpuses_documentfield field
join corpuses_corpus corpus on corpus.id = field.corpus_id and corpus.deleted_at is null
where field.deleted_at is not null
union all
select annotation.id, 'annotation', coalesce(nullif(left(annotation.quote, 200), ''), label.name || ', page ' || annotation.page), corpus.owner_id, corpus.id, document.id, 0,
       annotation.deleted_at, annotation.deleted_by_id
from corpuses_annotation annotation
join corpuses_corpus corpus on corpus.id = annotation.corpus_id and corpus.deleted_at is null
join documents_document document on document.id = annotation.document_id and document.deleted_at is null
join corpuses_label label on label.id = annotation.label_id
where annotation.deleted_at is not null and label.deleted_at is distinct from annotation.deleted_at
union all
select fieldset.id, 'fieldset', fieldset.name, corpus.owner_id, corpus.id, null, 0, fieldset.deleted_at, fieldset.deleted_by_id
from corpuses_fieldset fieldset
join corpuses_corpus corpus on corpus.id = fieldset.corpus_id and corpus.deleted_at is null
where fieldset.deleted_at is not null
union all
select extract.id, 'extract', extract.name, corpus.owner_id, corpus.id, null, 0, extract.deleted_at, extract.deleted_by_id
from corpuses_extract extract
join corpuses_corpus corpus on corpus.id = extract.corpus_id and corpus.deleted_at is null
where extract.deleted_at is not null
union all
select comment.id, 'comment', left(comment.text, 200), corpus.owner_id, corpus.id, document.id, 0,
       comment.deleted_at, comment.deleted_by_id
from corpuses_comment comment
join corpuses_thread thread on thread.id = comment.thread_id
join corpuses_corpus corpus on corpus.id = thread.corpus_id and corpus.deleted_at is null
left join documents_document document on document.id = thread.document_id
left join corpuses_annotation annotation on annotation.id = thread.annotation_id
where comment.deleted_at is not null and comment.text <> '' and document.deleted_at is null
      and annotation.deleted_at is null;
