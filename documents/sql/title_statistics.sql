-- Statistics on the expressions of the search by title, which PostgreSQL otherwise takes for far more selective: it then
-- reads all matching rows instead of the newest ones (210 instead of 50 ms for 25,000 of 100,000 documents).
create statistics if not exists document_title_upper on upper(title) from documents_document;
create statistics if not exists document_filename_upper on upper(filename) from documents_document;
