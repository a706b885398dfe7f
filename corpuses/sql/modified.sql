-- The times of the last changes (the function is in documents/sql/modified.sql).
create or replace trigger corpus_modified before update on corpuses_corpus for each row execute function set_modified();
create or replace trigger annotation_modified before update on corpuses_annotation
    for each row execute function set_modified();
create or replace trigger extract_modified before update on corpuses_extract for each row execute function set_modified();
create or replace trigger cell_modified before update on corpuses_cell for each row execute function set_modified();
create or replace trigger obligation_modified before update on corpuses_obligation
    for each row execute function set_modified();
