"""Limits of uploads and parsing, the language model, the demonstration."""

from config.env import env, process_role

MAX_UPLOAD_BYTES = env("MAX_UPLOAD_BYTES")
MIMETYPE_MAGIC_LOOKAHEAD = env("MIMETYPE_MAGIC_LOOKAHEAD")
SANDBOX_MEMORY_MB = env("SANDBOX_MEMORY_MB")

# Whole requests are bounded by the route that reads them; fields besides the file stay small.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_PERMISSIONS = 0o600

EMBEDDER = env("EMBEDDER")
# Workers run one per core; a search in the web has somebody waiting.
EMBEDDER_THREADS = 1 if process_role() == "worker" else 2

LLM_BACKEND = env("LLM_BACKEND")
LLM_API_VERSION = env("LLM_API_VERSION")
LLM_BASE_URL = env("LLM_BASE_URL")
LLM_API_KEY = env("LLM_API_KEY")
LLM_MODEL = env("LLM_MODEL")
LLM_TIMEOUT_SECONDS = env("LLM_TIMEOUT_SECONDS")
LLM_MAX_RETRIES = env("LLM_MAX_RETRIES")

DEMO_USERNAME = env("DEMO_USERNAME")
DEMO_PASSWORD = env("DEMO_PASSWORD")
