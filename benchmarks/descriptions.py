"""A description for every figure in `results/`, by its name or by a pattern of names."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from benchmarks import agent_figures, production
from benchmarks.formats import descriptions as formats
from benchmarks.resilience import figures as resilience
from benchmarks.ui import figures as ui

EXACT: Final[Mapping[str, str]] = {
    # main
    "run_cold_s": "`make run` in a fresh clone with an empty HOME, until everything is ready (s)",
    "run_cached_s": "`make run` in a fresh clone with the package caches of the first, until everything is ready (s)",
    "run_second_s": "`make run` again in the same clone (s)",
    "test_cold_s": "`make test` in a fresh clone, with the build of the environment and the user interface (s)",
    "test_warm_s": "`make test` when everything is built (s)",
    "contracts20_pages": "Pages of the 20 contracts",
    "contracts20_sent_s": "20 contracts uploaded one after the other (s)",
    "contracts20_ready_s": "20 contracts from the first byte of the upload until all are processed and searchable (s)",
    "parse_s_per_page": "The same per page: thumbnail, words, structure, storage, search index (s)",
    "pdfium_s_per_page": "For comparison: raw text of the same files by pdfium in one process (s per page)",
    "open_document_pages": "Open a document in a new browser profile: its pages",
    "open_document_requests": "Open a document in a new browser profile: HTTP requests of the page and its workers",
    "open_document_bytes": "Open a document in a new browser profile: bytes as sent, with the code of the application",
    "open_document_kb": "Open a document in a new browser profile: the same in kB",
    "open_document_first_page_s": "Open a document in a new browser profile: until its first page is drawn (s)",
    "open_document_warm_s": "Open another document in the list, code already loaded: until its first page is drawn (s)",
    **production.DESCRIPTIONS,
    # grid
    "grid_rows": "Documents",
    "grid_columns": "Columns",
    "grid_open_ms": "The extract with its counts (ms)",
    "grid_index_ms": "The order of all rows, by title (ms)",
    "grid_index_sorted_ms": "The order of all rows, by the values of a column (ms)",
    "grid_index_filtered_ms": "Rows with an unproven value in a column (ms)",
    "grid_index_conflicts_ms": "Rows with another value than in the last run (ms)",
    "grid_index_search_ms": "Rows with these words in their title (ms)",
    "grid_screen_ms": "Cells of 40 rows (ms)",
    "grid_cells_sorted_ms": "The first page of cells, by their values (ms)",
    "grid_differences_ms": "The first page of cells for which the run before has another value (ms)",
    "grid_review_ms": "Approve a cell (ms)",
    "grid_export_csv_s": "All as CSV (s)",
    "grid_export_jsonl_s": "All as JSON Lines (s)",
    "grid_fps": "Frames per second while scrolling",
    "grid_fps_control": "For comparison: frames per second of the empty page",
    "grid_longest_frame_ms": "Longest time between two frames (ms)",
    "grid_longest_frame_control_ms": "For comparison: that of the empty page (ms)",
    "grid_dom_cells": "Most cells in the page at once",
    "grid_cell_requests": "Requests for cells during all rounds",
    **ui.DESCRIPTIONS,
    # agents
    **agent_figures.DESCRIPTIONS,
    # extract
    "overlap_unseen": "The best span overlaps the annotated clause, where there is one",
    "overlap_unseen_fitted": "The same, for the half of the contracts on which parameters were chosen",
    "overlap_unseen_kept": "The same, for the other half",
    "presence_f1_unseen": "Is there such a clause? F1",
    "presence_f1_unseen_fitted": "The same, for the half of the contracts on which parameters were chosen",
    "presence_f1_unseen_kept": "The same, for the other half",
    "overlap_bm25": "For comparison: the sentence with the best BM25 score overlaps the annotated clause",
    "overlap_whole_text": "For comparison: overlap when the reader reads the whole text of every contract",
    "calibration_error": "Expected calibration error of “there is such a clause”, for the other half",
    "int8_loss": "Loss of overlap by int8: that of the float network less that of int8, on the same windows",
    "contract_s": "All 41 questions about a contract, search included, mean (s)",
    "contract_cpu_s": "All 41 questions about a contract, search included, mean (s of processor time)",
    "windows_per_question": "Windows of 384 tokens that are read for a question, mean",
    "quotes_verified": "Quotes that are verbatim in the text of their document",
    "date_exact": "Agreement and effective dates from the annotated words: exact",
    "expiration_exact": "Expiration dates from the annotated words: exact (most are relative to another date)",
    "duration_exact": "Durations from the annotated words: exact (most clauses have several)",
    "law_exact": "Governing law from the annotated words: exact",
    "money_exact": "Amounts of money with their currency from the annotated words: exact",
    "date_exact_kept": "Agreement and effective dates: exact, for the half on which no rule was developed",
    "date_wrong_kept": "Agreement and effective dates: another value, for the same half",
    "expiration_exact_kept": "Expiration dates: exact, for the half on which no rule was developed",
    "expiration_wrong_kept": "Expiration dates: another value, for the same half",
    "duration_exact_kept": "Durations: exact, for the half on which no rule was developed",
    "duration_wrong_kept": "Durations: another value, for the same half",
    "law_exact_kept": "Governing law: exact, for the half on which no rule was developed",
    "law_wrong_kept": "Governing law: another value, for the same half",
    "money_exact_kept": "Amounts of money: exact, for the half on which no rule was developed",
    "money_wrong_kept": "Amounts of money: another value, for the same half",
    "date_exact_read": "Dates from the words that the reader found, expiration dates included: exact",
    "duration_exact_read": "Durations from the words that the reader found: exact",
    "law_exact_read": "Governing law from the words that the reader found: exact",
    # search
    "find_first_ms_1000_pages": "Find in a document of 1,000 pages, through the API: the first time (ms)",
    "find_p50_ms_1000_pages": "The same from then on, p50 (ms)",
    "find_p95_ms_1000_pages": "The same, p95 (ms)",
    # jobs
    "ratio_raw_celery": "No-op jobs per second, Cartulary ÷ Celery",
    "ratio_chain3": "Chains of three steps per second, Cartulary ÷ Celery",
    "ratio_celery_results": "No-op jobs per second, Cartulary ÷ Celery with results in PostgreSQL",
    "ratio_procrastinate": "No-op jobs per second, Cartulary ÷ procrastinate with two processes",
    "ratio_procrastinate_async": "No-op jobs per second, Cartulary ÷ procrastinate with one process and an event loop",
    "pickup_p95_ms": "Idle system: from enqueueing to the first line of the job, p95 (ms)",
    "jain_time": "Policy `time`: Jain index of the worker time of five tenants (1 = equal shares)",
    "jain_turns": "Policy `turns`: Jain index of the number of jobs of the same tenants",
    "quiet_tenant_p50_ms": "Pickup of a tenant's only job while another has 10,000 jobs of 10 ms queued, p50 (ms)",
    "quiet_tenant_p95_ms": "The same, p95 (ms)",
    "quiet_tenant_loud_left": "Of the 10,000 jobs, still queued at the end of this measurement",
    "durable_commit_p50_ms": "One durable commit of one row on this disk, p50 (ms)",
    "durable_commit_p95_ms": "The same, p95 (ms)",
    # streams
    "streams": "Open streams (`/api/v1/events`) on one uvicorn process",
    "opened_s": "Until all of them were open, 50 at a time (s)",
    "open_p95_ms": "Opening one of them, p95 (ms)",
    "idle_cpu_percent": "CPU of the process with all of them open and no events (% of one core)",
    "delivered": "Events received, one user's events one after the other",
    "delivered_p50_ms": "From recording an event to reading it in another process, p50 (ms)",
    "delivered_p95_ms": "The same, p95 (ms)",
    "burst_delivered": "Events received, one for each user at the same time",
    "burst_p95_ms": "From recording one of them to reading it, p95 (ms)",
    "rss_mb": "Memory of the process with all streams open (MiB)",
    "threads": "Threads of the process with all streams open",
    "rss_before_mb": "Memory of the process before any stream (MiB)",
    # api
    "upload_mb_s": "One file of 64 MiB in chunks (tus) through the client (MiB/s)",
    "disk_mb_s": "The same bytes written to the same disk and synced (MiB/s)",
    "ratio_disk": "The upload ÷ the disk",
    "escape_attempts": "Attempts to escape from the sandbox, as root and as an ordinary user",
    "escapes": "Attempts to escape from the sandbox that succeeded",
    "matrix_cells": "Permission tests: combinations of operation and role",
    "leaks": "Of these, the ones that permit what the role must not do",
    "schemathesis_cases": "Requests of `make fuzz`",
    "fuzz_cases": "Requests of `make fuzz`",
    "server_errors": "Of these, the ones with a 5xx response",
    "contract_failures": "Of these, kinds of responses that contradict the schema, by operation",
    "bad_request_cpu_s": "The most expensive of the wrong requests to every operation (CPU s)",
    "bad_request_growth": "The longest response to one of them ÷ the request",
    "one_time_races": "Limits, and what works once, that were tried by requests at the same time",
    "one_time_doubled": "Of these, the ones that were exceeded",
    "scopes_undeclared": "Operations that return by default what others have published",
    "findings_open": "Findings of the security review that are not mended",
    **formats.DESCRIPTIONS,
    **resilience.DESCRIPTIONS,
    # chaos
    "raged_s": "Duration of the faults (s)",
    "settled_s": "Until all jobs had ended (s)",
    "recoveries": "Recovery, apart for each class: from the fault, or the end of the outage, until the job runs again",
    "runs": "All runs, by seed",
    "skipped": "Faults that this machine cannot produce, with the reason",
    "jobs": "Jobs",
    "jobs_of_documents": "Of these, jobs of documents",
    "lost": "Lost effects: enqueued work without a result",
    "doubled": "Effects that a user sees twice",
    "unexpected": "Effects without a request",
    "dead_letters": "Jobs that are dead letters because they killed their process three times",
    "doubled_names": "Workers that ran under the name of a living one",
    "executions": "Executions of steps",
    "steps_run_again": "Steps that ran more than once",
    "steps_interrupted": "Steps whose process was killed",
    "steps_failed": "Steps that failed and were retried",
    "kills": "SIGKILLs of pool processes and of whole workers, and lost hosts",
    # house
    "run_fresh_s": "`git clone`, `make run` until the product is usable, with warm package caches (s)",
    "migrate_cpu_s": "CPU time of `manage.py migrate` in a new database (s)",
    "ci_s": "`.ci/run` in a fresh clone (s)",
    "reruns": "Tests that passed only when they were run again, in that run",
    "browser_tests": "Tests in a browser",
    "django_setup_s": "CPU time of `django.setup()` in a new interpreter, median of 5 (s)",
    "source_files": "Files of the product: Python and TypeScript",
    "python_lines": "Lines of Python, without tests and migrations",
    "typescript_lines": "Lines of TypeScript, without tests",
    "import_share": "Python: share of the lines that are imports (%)",
    "tiny_functions_share": "Python: share of the functions with a body of at most five lines, without docstring (%)",
    "private_called_once": "Python: private functions of modules that are named in one place only",
    "one_importer_files": "Modules of Python and TypeScript that one other module imports",
    "longest_import_chain": "Python: modules in the longest chain of imports; a circle counts as one",
    "import_circles": "Python: circles of modules that import each other when they are loaded",
    "saved_views_lines": "Saved views: lines through all layers, with styles and the Python client",
    "labels_lines": "Labels: the same",
    "comments_lines": "Comments: the same",
    "operations_declared_twice": "Operations that are declared for REST and again for GraphQL",
    "modules_entered_annotation": "Python modules that are entered while an annotation is created over REST",
    "modules_entered_annotation_again": "The same: entries from another module beyond the first of each",
    "modules_entered_ask": "Python modules that are entered while a question is answered by a language model",
    "modules_entered_ask_again": "The same: entries from another module beyond the first of each",
    "modules_entered_upload": "Python modules that are entered during a resumable upload of one part",
    "modules_entered_upload_again": "The same: entries from another module beyond the first of each",
    "duplicates": "Pairs of places that repeat each other (program `duplicates`)",
    "words_found": "Findings of the word list (`tests.meta.plain_words`)",
    # search
    "scifact_ndcg10": "SciFact, test: nDCG@10 of the product",
    "scifact_answered": "SciFact, test: share of the claims that have hits",
    "scifact_bm25": "SciFact, test: nDCG@10 of bm25s",
    "scifact_dense": "SciFact, test: nDCG@10 of MiniLM, one vector for each abstract",
    "scifact_rrf": "SciFact, test: nDCG@10 of the reciprocal rank fusion of these two",
    "cuad_recall16": "CUAD: share of the characters of an answer that are in the first 16 passages",
    "cuad_recall16_held_out": "The same, contracts that nothing was chosen by",
    "cuad_recall16_other_half": "The same, the other contracts",
    "cuad_precision16": "CUAD: share of the characters of 16 passages that belong to the answer",
    "cuad_located": "CUAD: share of the answers that were located in the text that the product reads",
    "cuad_answered": "CUAD: share of the questions that have hits",
    "words_only_scifact_ndcg10": "While the embedder does not answer, by words alone: SciFact, nDCG@10",
    "words_only_scifact_answered": "The same: share of the claims that have hits",
    "words_only_cuad_recall16_held_out": "The same: CUAD, recall of 16 passages, contracts that nothing was chosen by",
    "words_only_cuad_recall16_other_half": "The same: the other contracts",
    "words_only_cuad_answered": "The same: share of the questions that have hits",
    "words_only_refused": "The same: queries that nothing answers without hits",
    "nonsense_refused": "Queries that nothing answers without hits; mean of the six kinds below",
    "embed_ratio_raw": "Passages indexed per second in a worker process, ÷ the model alone with one thread, too",
    "embed_passages_s": "Passages indexed per second",
}

_SYSTEMS: Final[Mapping[str, str]] = {
    "ours": "Cartulary",
    "raw": "Celery",
    "results": "Celery with results",
    "procrastinate1": "procrastinate, one process",
    "procrastinate2": "procrastinate, two processes",
}
_OPERATIONS: Final[Mapping[str, str]] = {
    "list_documents": "List 50 documents",
    "get_document": "Read a document",
    "document_text": "Read the text of a document",
    "page_tokens": "Read the words of a page",
    "file_range": "Read 64 KiB of a PDF, as the viewer does",
    "search": "Search a corpus",
    "list_annotations": "List 50 annotations",
    "create_annotation": "Create an annotation",
    "update_annotation": "Change an annotation",
    "upload_document": "Upload a text of 20 kB",
    "graphql": "List 20 documents of a corpus with GraphQL",
}
_REQUESTS: Final[Mapping[str, str]] = {"p50_ms": "p50 (ms)", "p95_ms": "p95 (ms)", "per_s": "requests per second"}
_UPLOADS: Final[Mapping[str, str]] = {
    "s": "uploaded through the client, four at a time, while a worker processes them (s)",
    "mb_s": "the same (MiB/s)",
    "client_cpu_s": "CPU time of the client (s)",
    "server_cpu_s": "CPU time of the web server (s)",
    "worker_cpu_s": "CPU time of the worker meanwhile (s)",
    "again_s": "the same folder again: all files exist (s)",
}
_SUITES: Final[Mapping[str, str]] = {
    "dpbench": "DP-Bench",
    "icdar": "ICDAR-2013",
    "words": "Words with boxes",
    "rtl_words": "Arabic and Persian pages",
    "cuad": "CUAD contracts",
    "docx": "DOCX",
    "pptx": "PPTX",
    "xlsx": "XLSX",
    "odf": "ODF",
    "html": "HTML",
}
_READERS: Final[Mapping[str, str]] = {
    "": "",
    "_default": ", output without options",
    "_pdf_inspector": ", by pdf-inspector",
    "_edgeparse": ", by edgeparse",
    "_markitdown": ", by markitdown",
    "_docling_published": ", by docling (published score)",
    "_opendataloader_published": ", by opendataloader (published score)",
}
_MODES: Final[Mapping[str, str]] = {
    "pdfium": "raw text by pdfium",
    "tokens": "words with their boxes",
    "full": "everything without OCR",
    "auto": "everything, OCR where pages have images",
    "ocr": "everything, on scanned pages",
    "docling": "docling with the layout of Cartulary, no OCR, no table structure",
}
_SPEEDS: Final[Mapping[str, str]] = {
    "s_per_page": "CPU time per page (s)",
    "pages_per_s": "pages per second of one core",
    "peak_mb": "peak memory of the process (MiB)",
}
_RECOVERIES: Final[Mapping[str, str]] = {
    "rescue_child": "Killed pool process: until its job is due again",
    "rescue_worker": "Killed worker: until its jobs are due again",
    "recovery": "Killed process or worker while another one lives: until its job runs again",
    "recovery_any": "Killed process or worker, also during other faults: until its job runs again",
    "recovery_host": "Lost host of all workers: until its job runs again",
}
_STATISTICS: Final[Mapping[str, str]] = {
    "n": "number",
    "p50_s": "p50 (s)",
    "p95_s": "p95 (s)",
    "max_s": "maximum (s)",
}
# Of figures that have the same names in several groups.
COLUMNS: Final[Mapping[str, str]] = {
    "fault": "Fault",
    "n": "Number",
    "p50_s": "p50 (s)",
    "p95_s": "p95 (s)",
    "max_s": "Maximum (s)",
    "noticed_p95_s": "Until the loss is noticed, p95 (s)",
    "waits_for": "Waits for",
    **agent_figures.COLUMNS,
}
_SUGGESTED: Final[Mapping[str, str]] = {
    "precision": "Share of the suggestions that are right",
    "recall": "Share of the contracts with the clause in which a suggestion is right",
    "per_run": "Suggestions of a run",
    "logistic_average_precision": "Average precision of the sentences in the order of the recommender",
    "centroid_average_precision": "The same by the distance to the centroid of the examples",
    "neighbours_average_precision": "The same by the three nearest examples",
}
_QUOTES: Final[Mapping[str, str]] = {"true": "true", "altered": "true but for one word", "invented": "invented"}
_LEVELS: Final[Mapping[str, str]] = {"1k": "1,000", "100k": "100,000", "1m": "1,000,000"}


def _one_of(*names: str) -> str:
    return "|".join(map(re.escape, names))


PATTERNS: Final[Mapping[str, Callable[[re.Match[str]], str]]] = {
    r"open_document_(?:queries|sql)": lambda _: "Open a document in a new browser profile: SQL queries",
    rf"({_one_of(*_SYSTEMS)})_jobs_per_s": lambda m: f"{_SYSTEMS[m[1]]}: no-op jobs per second",
    rf"({_one_of(*_SYSTEMS)})_chains_per_s": lambda m: f"{_SYSTEMS[m[1]]}: chains of three steps per second",
    rf"({_one_of(*_SYSTEMS)})_pickup_p(\d+)_ms": lambda m: f"{_SYSTEMS[m[1]]}: pickup on an idle system, p{m[2]} (ms)",
    rf"claim_p(\d+)_ms_({_one_of(*_LEVELS)})": lambda m: (
        f"Claiming one job while {_LEVELS[m[2]]} wait in 1,000 tenants, p{m[1]} (ms)"
    ),
    rf"({_one_of(*_REQUESTS)})_({_one_of(*_OPERATIONS)})": lambda m: f"{_OPERATIONS[m[2]]}: {_REQUESTS[m[1]]}",
    rf"upload_(\d+)_({_one_of(*_UPLOADS)})": lambda m: f"{int(m[1]):,} files of 500 kB: {_UPLOADS[m[2]]}",
    rf"({_one_of(*_SUITES)})_files": lambda m: f"{_SUITES[m[1]]}: documents",
    rf"printed_({_one_of(*formats.HALVES)})_({_one_of(*formats.SCORES)})({_one_of(*_READERS)})": lambda m: (
        f"Printed, {formats.HALVES[m[1]]}: {formats.SCORES[m[2]]}{_READERS[m[3]]}"
    ),
    rf"({_one_of(*_SUITES)})_({_one_of(*formats.SCORES)})({_one_of(*_READERS)})": lambda m: (
        f"{_SUITES[m[1]]}: {formats.SCORES[m[2]]}{_READERS[m[3]]}"
    ),
    r"\w+_parser_crashed": lambda _: "Of these, documents on which the parser crashed",
    rf"({_one_of(*_SPEEDS)})_({_one_of(*_MODES)})": lambda m: f"{_sentence(_MODES[m[2]])}: {_SPEEDS[m[1]]}",
    rf"({_one_of(*_RECOVERIES)})_({_one_of(*_STATISTICS)})": lambda m: f"{_RECOVERIES[m[1]]}, {_STATISTICS[m[2]]}",
    r"ask_\w+_fitted": lambda _: "The same, for the half of the contracts on which parameters were chosen",
    r"ask_\w+_kept": lambda _: "The same, for the other half",
    r"first_token_overhead_(p\d+)_ms(_\d+)?": lambda m: (
        f"From a question to the first word, more than without Cartulary, {_at_once(m[2])}, {m[1]} (ms)"
    ),
    r"first_token_delivery_(p\d+)_ms(_\d+)?": lambda m: (
        f"First word of the model until the client has it, {_at_once(m[2])}, {m[1]} (ms)"
    ),
    r"first_token_control_(p\d+)_ms(_\d+)?": lambda m: (
        f"From a question to the first word without Cartulary, {_at_once(m[2])}, {m[1]} (ms)"
    ),
    rf"quotes_({_one_of(*_QUOTES)})": lambda m: f"Quotes that are {_QUOTES[m[1]]}",
    rf"quotes_({_one_of(*_QUOTES)})_verified": lambda m: f"Quotes that are {_QUOTES[m[1]]}: share shown as verified",
    r"search_(p\d+)_ms_(\w+)": lambda m: f"A search in {m[2]} passages of which a tenth are visible, {m[1]} (ms)",
    r"search_answered_(\w+)": lambda m: f"Share of these searches that have hits, {m[1]} passages",
    r"cuad_recall(\d+)": lambda m: f"CUAD: the same for the first {m[1]} passages",
    r"recommender_contracts": lambda _: "Contracts",
    r"recommender_types": lambda _: "Types of clauses with enough examples",
    rf"recommender_({_one_of(*_SUGGESTED)})(_held_out)?": lambda m: (
        f"{_SUGGESTED[m[1]]}{', types kept aside' if m[2] else ''}"
    ),
    r"refused_(contracts|abstracts)_nonsense": lambda m: f"Invented words in {m[1]}: share without hits",
    r"refused_(contracts|abstracts)_elsewhere": lambda m: f"Questions of other fields in {m[1]}: share without hits",
    r"refused_contracts_other_field": lambda _: "Claims of SciFact in contracts: share without hits",
    r"refused_abstracts_other_field": lambda _: "Questions of CUAD, without names, in abstracts: share without hits",
}


def describe(name: str) -> str | None:
    """Return the description of a figure; `None` when it has none."""
    if name in EXACT:
        return EXACT[name]
    for pattern, text in PATTERNS.items():
        if match := re.fullmatch(pattern, name):
            return text(match)
    return None


def _at_once(suffix: str | None) -> str:
    return f"{suffix.removeprefix('_')} conversations at once" if suffix else "one conversation at a time"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
