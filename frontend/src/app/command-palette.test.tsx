import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { useKeymap } from '@/lib/keymap';
import { useTheme } from '@/lib/theme';
import { openApp, type OpenApp } from '@/testing/app';
import { connection, corpusRow, documentRow, newId, type Row } from '@/testing/rows';
import { Later } from '@/testing/server';

const corpus = corpusRow({ title: 'Leases' });
const url = `/c/${corpus.uuid}`;
const leases = [0, 1, 2].map((number) => documentRow({ title: `Lease ${number}` }));

afterEach(() => {
  useKeymap.setState({ username: '', own: {} });
  useTheme.setState({ theme: 'system' });
});

async function openCommands({ user }: OpenApp, keys = '>'): Promise<HTMLElement> {
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard(keys);
  const field = await screen.findByRole('combobox', { name: 'Find a command' });
  await expect.poll(() => document.activeElement).toBe(field);
  return field;
}

const options = () => within(screen.getByRole('listbox', { name: 'Results' })).queryAllByRole('option');

/** Run a command of the palette by keyboard: what was typed has it as its first match. */
async function run(app: OpenApp, typed: string, command: string): Promise<void> {
  const field = await openCommands(app);
  await app.user.type(field, typed);
  await expect.poll(() => options()[0]?.textContent).toContain(command);
  expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  await app.user.keyboard('{Enter}');
  await expect.poll(() => field.isConnected).toBe(false);
}

const dialogs = () => [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')];

/** Run a command that opens a dialog, and close it. */
async function runDialog(app: OpenApp, typed: string, command: string, title: RegExp): Promise<void> {
  await run(app, typed, command);
  await expect.poll(() => dialogs()[0]?.textContent).toMatch(title);
  await app.user.keyboard('{Escape}');
  await expect.poll(dialogs).toEqual([]);
}

it('commands of a corpus and of every page', async () => {
  let folders: readonly Row<'Folder'>[] = [];
  const app = await openApp(url, {
    query: { corpus: () => ({ ...corpus, folders: connection(folders) }), documents: connection(leases) },
    mutation: {
      createFolder: ({ input: { name } }) => {
        const folder = { uuid: newId(), name, path: name, version: '1' };
        folders = [folder];
        return { folder };
      },
    },
  });
  await screen.findByRole('heading', { name: 'Leases' });
  await run(app, 'new folder', 'New folder');
  await app.user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Mills{Enter}');
  await expect.poll(() => screen.getByRole('navigation', { name: 'Folders' }).textContent).toContain('Mills');
  expect(app.server.sent('createFolder')).toMatchObject([{ corpusId: corpus.uuid, name: 'Mills' }]);
  await expect.poll(dialogs).toEqual([]);
  await runDialog(app, 'add doc', 'Add documents', /Add documents/);
  await runDialog(app, 'edit corp', 'Edit corpus', /Edit corpus/);
  await runDialog(app, 'delcor', 'Delete corpus', /Delete “Leases”\?/);
  await run(app, 'show: labels', 'Show: Labels');
  await expect.poll(() => screen.getByRole('tab', { name: /^Labels/ }).getAttribute('aria-selected')).toBe('true');
  await run(app, 'new label', 'New label');
  await expect.poll(() => document.activeElement).toBe(await screen.findByLabelText('New label'));
  (document.activeElement as HTMLElement).blur();
  await run(app, 'dark th', 'Dark theme');
  await expect.poll(() => localStorage.getItem('cartulary.theme')).toBe('dark');
  await runDialog(app, 'short', 'Keyboard shortcuts', /Keyboard shortcuts/);
});

it('commands of a part that is loaded later are found', async () => {
  const later = new Later<Row<'Corpus'>>();
  const app = await openApp(url, { query: { corpus: () => later.promise, documents: connection([]) } });
  await app.user.type(await openCommands(app), 'edit corp');
  expect(options()).toEqual([]);
  later.resolve(corpus);
  expect(await screen.findByRole('option', { name: 'Edit corpus' })).toBeTruthy();
});

it('commands act on the selected documents', async () => {
  const app = await openApp(url, {
    query: { corpus, documents: connection(leases), corpuses: connection([corpus]), installedAnalyzers: [], analyzerProblems: [], extractEngines: [] },
    mutation: { deleteDocuments: ({ input: { ids } }) => ({ deletedIds: ids }) },
  });
  for (const name of ['Lease 0', 'Lease 1']) {
    (await screen.findByRole('link', { name })).focus(); // oxlint-disable-line no-await-in-loop
    await app.user.keyboard(' '); // oxlint-disable-line no-await-in-loop
  }
  await runDialog(app, 'analyzer on', 'Run an analyzer or an action on the selected documents', /Run an analyzer/);
  await runDialog(app, 'label the sel', 'Label the selected documents', /Label 2 documents/);
  await runDialog(app, 'move the sel fold', 'Move the selected documents to a folder', /Move 2 documents/);
  await runDialog(app, 'add the sel', 'Add the selected documents to a corpus', /Add 2 documents/);
  await runDialog(app, 'sel bin', 'Move the selected documents to the bin', /bin/);
  expect(app.server.sent('deleteDocuments')).toEqual([]);
  await app.go('/');
  (await screen.findByRole('link', { name: 'Lease 2' })).focus();
  await app.user.keyboard(' ');
  await run(app, 'sel bin', 'Move the selected documents to the bin');
  await expect.poll(() => app.server.sent('deleteDocuments')).toMatchObject([{ ids: [leases[2]?.uuid] }]);
});

async function changeKeys({ user }: OpenApp) {
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('?');
  await user.click(await screen.findByRole('button', { name: 'Change keys…' }));
  return within(await screen.findByRole('dialog', { name: 'Change keys' }));
}

const fileOf = (keys: Readonly<Record<string, string>>) => new File([JSON.stringify({ version: 1, keys })], 'keys.json', { type: 'application/json' });

it('keys are changed, exported, reset and imported', async () => {
  const app = await openApp('/', { query: { documents: connection([]) } });
  const dialog = await changeKeys(app);
  await app.user.click(dialog.getByRole('button', { name: /^Find a command: / }));
  await app.user.keyboard('!');
  await dialog.findByRole('button', { name: 'Find a command: !. Change' });
  const exported = dialog.getByRole('link', { name: 'Export' }).getAttribute('href') ?? '';
  expect(JSON.parse(decodeURIComponent(exported.replace(/^data:application\/json;charset=utf-8,/, '')))).toEqual({ version: 1, keys: { commands: '!' } });
  await app.user.click(dialog.getByRole('button', { name: 'Reset all' }));
  await dialog.findByRole('button', { name: 'Find a command: >. Change' });
  const input = dialog.getByLabelText('File of keys');
  await app.user.upload(input, fileOf({ commands: '?' }));
  await expect.poll(() => dialog.queryByRole('alert')?.textContent).toContain('? is the key of “Show keyboard shortcuts”');
  expect(dialog.getByRole('button', { name: 'Find a command: >. Change' })).toBeTruthy();
  await app.user.upload(input, fileOf({ commands: '!' }));
  await expect.poll(() => dialog.queryByRole('status')?.textContent).toContain('in use');
  await app.user.keyboard('{Escape}');
  await expect.poll(dialogs).toEqual([]);
  await openCommands(app, '!');
});
