// A program of an integrator, with types that `npm run openapi` has generated. It prints one line of JSON.
import createClient from 'openapi-fetch';
import type { components, paths } from './cartulary.js';

type Document = components['schemas']['Document'];

const { server, username, password } = JSON.parse(process.argv[2] ?? '{}') as Record<'server' | 'username' | 'password', string>;
const anonymous = createClient<paths>({ baseUrl: server });

// Sign in, and create an API token for the rest.
const login = await anonymous.POST('/api/v1/auth/login', { body: { username, password } });
if (!login.data) throw new Error(login.error.error.code);
const session = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${login.data.access}` } });
const created = await session.POST('/api/v1/tokens', { body: { name: 'integration', scopes: ['read', 'write'] } });
if (!created.data?.token) throw new Error('no token');
const client = createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${created.data.token}` } });

// Upload files: the types ask for a Blob, and `bodySerializer` sends a form.
function form(body: Record<string, unknown>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) data.append(name, value, `${String(body['title'])}.txt`);
    else if (value !== undefined) data.append(name, String(value));
  }
  return data;
}
for (const title of ['Cherry', 'Apple', 'Banana']) {
  const { error } = await client.POST('/api/v1/documents/upload', {
    body: { title, file: new Blob([`About ${title}.`], { type: 'text/plain' }) },
    bodySerializer: form,
  });
  if (error) throw new Error(error.error.message);
}

// List with filters and an order, page by page.
const titles: string[] = [];
let total: number | undefined;
let cursor: string | undefined;
do {
  const { data } = await client.GET('/api/v1/documents', {
    params: { query: { type: 'txt', order_by: 'title', page_size: 2, count: true, ...(cursor ? { cursor } : {}) } },
  });
  if (!data) throw new Error('no list');
  titles.push(...data.results.map((document: Document) => document.title));
  total = data.total_count;
  cursor = data.next ? (new URL(data.next).searchParams.get('cursor') ?? undefined) : undefined;
} while (cursor);

// Errors have a code, a field, and further keys.
const missing = await client.GET('/api/v1/documents/{document_id}', {
  params: { path: { document_id: '01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a' } },
});
// @ts-expect-error: the types know the values of an enum
const wrong = await client.GET('/api/v1/documents', { params: { query: { order_by: 'titel' } } });

// What may be null has to be checked.
const [first] = (await client.GET('/api/v1/documents', { params: { query: { page_size: 1 } } })).data?.results ?? [];
if (!first) throw new Error('no document');
// @ts-expect-error: null before the first parse
const revision: number = first.revision;
const bytes = await client.GET('/api/v1/documents/{document_id}/file', {
  params: { path: { document_id: first.id } },
  parseAs: 'blob',
});

console.log(
  JSON.stringify({
    titles,
    total,
    state: first.state satisfies 'processing' | 'ready' | 'partial' | 'failed',
    revision,
    missing: [missing.response.status, missing.error?.error.code],
    wrong: [wrong.response.status, wrong.error?.error.code, wrong.error?.error.field, wrong.error?.error.fields],
    size: bytes.data?.size,
  }),
);
