import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { corpusRow } from '@/testing/rows';

import type { AllowedServer } from './remote-analyzers';

const corpus = corpusRow({ title: 'Leases' });
const server = (host: string, name = ''): AllowedServer => ({ host, name });

/** Open the form of a new remote analyzer; return its dialog. */
async function openForm(analyzers: AllowedServer[]) {
  const { user } = await openApp(`/c/${corpus.uuid}?tab=actions`, { query: { corpus, installedAnalyzers: [], extractEngines: [], allowedServers: { analyzers } } });
  await user.click(await screen.findByRole('button', { name: 'Add a remote analyzer…' }));
  return within(await screen.findByRole('dialog'));
}

it.each([
  [[server('*')], 'Every public server is allowed, by https.'],
  [[server('*'), server('10.0.0.5:9000')], 'Every public server is allowed, by https, and also: 10.0.0.5:9000.'],
  [[server('a.example.com', 'Contract of 2026'), server('.example.org')], 'Allowed servers: a.example.com (Contract of 2026), *.example.org. Ask an administrator to allow another one.'],
  [[], 'No server is allowed. Ask an administrator to allow one.'],
])('the form says which servers are allowed: %j', async (servers, text) => {
  const dialog = await openForm(servers);
  expect((await dialog.findByText(text)).textContent).toBe(text);
});

it('the field of the address suggests hosts, and no domains', async () => {
  const dialog = await openForm([server('*'), server('a.example.com:8443', 'Ours'), server('.example.org')]);
  await dialog.findByText(/Every public server/);
  const field = dialog.getByLabelText<HTMLInputElement>('Address');
  expect([...(field.list?.options ?? [])].map(({ value, text }) => [value, text])).toEqual([['https://a.example.com:8443/', 'Ours']]);
});
