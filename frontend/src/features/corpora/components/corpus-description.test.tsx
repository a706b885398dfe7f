import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, corpusRow, type Row } from '@/testing/rows';
import { Later, refusal, type Answers } from '@/testing/server';

type Texts = Record<string, string | number>;

const LIMIT = 100_000;

/** A corpus as the server keeps it: a change that does not name its version is refused, and the new state is loaded after a promise. */
function leases(loaded = Promise.resolve()) {
  const { id, uuid, ...rest } = corpusRow({});
  const texts: Texts = { title: 'Leases', description: 'Of the harbour', answer_tokens: 0, answer_cost: 0 };
  const sent: { body: Texts; version: string | null }[] = [];
  let version = 1;
  let created: Row<'Corpus'>[] = [];
  const row = (): Row<'Corpus'> => ({ ...rest, id, uuid, title: `${texts['title']}`, description: `${texts['description']}`, version: `${version}` });
  const change = (body: Texts) => {
    version += 1;
    Object.assign(texts, body);
    return { ...texts, version: `${version}` };
  };
  const answers: Answers = {
    query: {
      corpus: async ({ id: wanted }) => {
        if (version > 1) await loaded;
        return created.find((each) => each.uuid === wanted) ?? row();
      },
      corpuses: () => connection([row()]),
      documents: connection([]),
    },
    mutation: {
      createCorpus: ({ input: { title, description } }) => {
        const corpus = corpusRow({ title, description: description ?? '' });
        created = [corpus];
        return { corpus };
      },
    },
    rest: {
      [`PATCH /api/v1/corpuses/${uuid}`]: ({ body, headers }: { body: unknown; headers: Headers }) => {
        sent.push({ body: body as Texts, version: headers.get('If-Match') });
        if (headers.get('If-Match') !== `"${version}"`) return refusal(412, 'edit_conflict', '', { current: { ...texts, version: `${version}` } });
        const { answer_tokens: tokens = 0 } = body as Texts;
        if (Number(tokens) > LIMIT) return refusal(400, 'validation_failed', `The limit of this installation is ${LIMIT}.`, { field: 'answer_tokens' });
        return change(body as Texts);
      },
    },
  };
  return { answers, texts, sent, change, url: `/c/${uuid}` };
}

const dialog = () => within(screen.getByRole('dialog'));
const nameField = () => dialog().getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const heading = (name: string) => screen.findByRole('heading', { name });

async function fill(user: UserEvent, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

async function openDialog(user: UserEvent, name = 'Edit') {
  const [button] = await screen.findAllByRole('button', { name });
  await user.click(button ?? document.body);
  await screen.findByRole('dialog');
}

const save = (user: UserEvent) => user.click(dialog().getByRole('button', { name: 'Save' }));

it.each(['Discard my changes', 'Overwrite'])('a change by someone else is shown, and the user decides: %s', async (decision) => {
  const { answers, url, change, texts, sent } = leases();
  const { user } = await openApp(url, answers);
  await openDialog(user);
  change({ title: 'Leases of 2026' });
  await fill(user, nameField(), 'Contracts');
  await save(user);
  expect((await dialog().findByRole('alert')).textContent).toContain('Leases of 2026');
  expect(nameField().value).toBe('Contracts');
  await user.click(dialog().getByRole('button', { name: decision }));
  await isClosed();
  const title = decision === 'Overwrite' ? 'Contracts' : 'Leases of 2026';
  expect(await heading(title)).toBeTruthy();
  expect(texts['title']).toBe(title);
  expect(sent.map(({ version }) => version)).toEqual(decision === 'Overwrite' ? ['"1"', '"2"'] : ['"1"']);
});

it('changes of different fields do not conflict', async () => {
  const { answers, url, change, texts } = leases();
  const { user } = await openApp(url, answers);
  await openDialog(user);
  change({ title: 'Leases of 2026' });
  await fill(user, dialog().getByLabelText('Description, in Markdown'), 'Of the whole town');
  await save(user);
  await isClosed();
  expect(await heading('Leases of 2026')).toBeTruthy();
  expect(texts).toMatchObject({ title: 'Leases of 2026', description: 'Of the whole town' });
});

it('a dialog that is opened again at once shows what was saved', async () => {
  const later = new Later<void>();
  const { answers, url, sent } = leases(later.promise);
  const { user } = await openApp(url, answers);
  await openDialog(user);
  const renameAndOpenAgain = async (title: string) => {
    await fill(user, nameField(), title);
    await save(user);
    await isClosed();
    expect(await heading('Leases')).toBeTruthy(); // the page shows the new one when it has been loaded
    await openDialog(user);
    expect(nameField().value).toBe(title);
  };
  await renameAndOpenAgain('Contracts');
  await renameAndOpenAgain('Agreements');
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  later.resolve();
  expect(await heading('Agreements')).toBeTruthy();
  expect(sent).toEqual([
    { body: { title: 'Contracts' }, version: '"1"' },
    { body: { title: 'Agreements' }, version: '"2"' },
  ]);
});

it('owners lower the limits of answers', async () => {
  const { answers, url, sent } = leases();
  const { user } = await openApp(url, answers);
  await openDialog(user);
  await user.click(dialog().getByText('Limits of an answer'));
  const tokens = dialog().getByLabelText<HTMLInputElement>('Tokens, sent and received');
  expect(tokens.value).toBe('0');
  await fill(user, tokens, `${LIMIT + 1}`);
  await save(user);
  expect(await dialog().findByText(/The limit of this installation is/)).toBeTruthy();
  await fill(user, tokens, '50000');
  await fill(user, dialog().getByLabelText('Cost'), '0.25');
  await save(user);
  await isClosed();
  expect(sent.at(-1)?.body).toEqual({ answer_tokens: 50_000, answer_cost: 0.25 });
});

it('a name that is typed survives Escape, a click outside and a reload', async () => {
  const { answers } = leases();
  const { user, server, reload, go } = await openApp('/c', answers);
  await openDialog(user, 'New corpus');
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  await user.keyboard('Harbour');
  await user.type(dialog().getByLabelText('Description (optional)'), 'Of the north');
  await user.keyboard('{Escape}');
  await user.click(document.body);
  expect(await dialog().findByText('Save your changes, or cancel to discard them.')).toBeTruthy();
  await reload();
  await openDialog(user, 'New corpus');
  expect(nameField().value).toBe('Harbour');
  expect(dialog().getByLabelText<HTMLInputElement>('Description (optional)').value).toBe('Of the north');
  await user.click(dialog().getByRole('button', { name: 'Create corpus' }));
  expect(await heading('Harbour')).toBeTruthy();
  expect(server.sent('createCorpus')).toMatchObject([{ title: 'Harbour', description: 'Of the north' }]);
  await go('/c');
  await openDialog(user, 'New corpus');
  expect(nameField().value).toBe('');
  await user.keyboard('{Escape}'); // nothing was typed
  await isClosed();
});

it('the new name of a folder survives a reload', async () => {
  const { answers, url } = leases();
  const { user, server, reload } = await openApp(url, answers);
  await openDialog(user, 'New folder');
  await waitFor(() => expect(document.activeElement).toBe(nameField()));
  await user.keyboard('Old leases{Escape}');
  expect(await dialog().findByText('Save your changes, or cancel to discard them.')).toBeTruthy();
  await reload();
  await openDialog(user, 'New folder');
  expect(nameField().value).toBe('Old leases');
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  await isClosed();
  await openDialog(user, 'New folder');
  expect(nameField().value).toBe('');
  expect(server.sent('createFolder')).toEqual([]);
});
