import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { ada, connection, corpusRow, documentRow, newId, type Row } from '@/testing/rows';
import { type Answers, Later, refusal } from '@/testing/server';

interface Shared {
  user?: string;
  role: string;
  link?: true;
  expires?: string;
}

/** A document, and its shares as the server keeps them. */
function sharedDocument(document = documentRow({ title: 'Lease', owner: ada })) {
  const shares: Row<'Share'>[] = [];
  const sent: Shared[] = [];
  const create = ({ body }: { body: unknown }) => {
    const { user, role, link, expires = null } = body as Shared;
    sent.push(body as Shared);
    const row = { uuid: newId(), role: role.toUpperCase() as 'VIEWER', version: '1', expires, isLink: link ?? false };
    shares.push({ ...row, user: user ? { uuid: newId(), id: newId(), username: user, name: 'Grace Hopper' } : null });
    return { id: row.uuid, version: '1', link: link ? { url: `${location.origin}/s/secret` } : null };
  };
  const answers: Answers = {
    query: { documents: connection([document]), document: () => ({ ...document, shares: [...shares] }) },
    rest: {
      'GET /api/v1/known-users': ({ url }) => ({ users: url.searchParams.get('search') === 'gr' ? [{ username: 'grace', name: 'Grace Hopper' }] : [], emails: [] }),
      [`POST /api/v1/documents/${document.uuid}/shares`]: create,
    },
  };
  return { document, answers, sent };
}

async function openSharing(user: UserEvent) {
  await choose(user, 'More for Lease', 'Share');
  return within(await screen.findByRole('dialog'));
}

it('the dialog says who can see the document, and completes known names', async () => {
  const { answers, sent } = sharedDocument();
  const { user } = await openApp('/', answers);
  const dialog = await openSharing(user);
  expect(await dialog.findByText('Who can see this: Only you')).toBeTruthy();
  const field = dialog.getByLabelText<HTMLInputElement>('User name or e-mail');
  await user.type(field, 'gr');
  await expect.poll(() => [...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['grace']);
  await user.type(field, 'ace{Enter}');
  expect(await dialog.findByText('Who can see this: You and: 1 person')).toBeTruthy();
  expect(dialog.getByText('Shared with grace.')).toBeTruthy();
  expect(dialog.getByText('Its address alone gives no access.')).toBeTruthy();
  await user.click(dialog.getByRole('tab', { name: 'Link' }));
  await user.click(dialog.getByRole('button', { name: 'Create link' }));
  expect(await dialog.findByText(/^Who can see this: Anyone with 1 link until \S+ \S+, and: 1 person$/)).toBeTruthy();
  expect(sent).toEqual([
    { user: 'grace', role: 'viewer' },
    { link: true, role: 'viewer', expires: expect.any(String) as string },
  ]);
});

it('the password is asked for before a link opens more, and then it does', async () => {
  const { document: row, answers } = sharedDocument();
  const link: Row<'Share'> = { uuid: newId(), role: 'VIEWER', version: '1', expires: null, isLink: true, user: null };
  const sent: unknown[] = [];
  const { user } = await openApp('/', {
    query: { ...answers.query, document: () => ({ ...row, shares: [link] }) },
    rest: {
      ...answers.rest,
      [`PATCH /api/v1/documents/${row.uuid}/shares/${link.uuid}`]: ({ body }: { body: unknown }) => {
        sent.push(body);
        return sent.length === 1 ? refusal(403, 'confirmation_needed', 'Confirm your password first.') : { id: link.uuid, version: '2', link: { url: null } };
      },
      'POST /api/v1/auth/confirm': ({ body }) => void sent.push(body),
    },
  });
  const dialog = await openSharing(user);
  await user.click(await dialog.findByRole('button', { name: 'Anyone with the link: Viewer' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /^Editor/ }));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await user.keyboard('correct horse{Enter}');
  expect(await dialog.findByText('Anyone with the link is now Editor.')).toBeTruthy();
  expect(sent).toEqual([{ role: 'editor' }, { current_password: 'correct horse' }, { role: 'editor' }]);
});

it('what is typed while the dialog is loading does not close it', async () => {
  const { document: row, answers, sent } = sharedDocument();
  const later = new Later<Row<'Document'>>();
  const { user } = await openApp('/', { ...answers, query: { ...answers.query, document: () => later.promise } });
  const dialog = await openSharing(user);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('dialog');
  await user.keyboard('g h{Enter}');
  expect(dialog.queryByLabelText('User name or e-mail')).toBeNull();
  later.resolve(row);
  const field = await dialog.findByLabelText('User name or e-mail');
  await expect.poll(() => document.activeElement).toBe(field);
  await user.keyboard('grace{Enter}');
  await expect.poll(() => sent).toEqual([{ user: 'grace', role: 'viewer' }]);
});

it('corpora that give access are listed, and the document is removed from hidden ones', async () => {
  const { document: row, answers } = sharedDocument();
  const grace = { id: 'grace', username: 'grace', name: 'Grace Hopper' };
  const theirs = (title: string) => corpusRow({ title, owner: grace, myPermissions: ['VIEW'] });
  const hidden = newId();
  let memberships: readonly Row<'Membership'>[] = [
    { id: newId(), isInherited: true, corpus: theirs('Sharing') },
    { id: newId(), isInherited: false, corpus: theirs('Containing') }, // added by a viewer
    { id: hidden, isInherited: true, corpus: null },
  ];
  const remove = () => void (memberships = memberships.slice(0, 2));
  const { user } = await openApp('/', {
    query: { ...answers.query, document: { ...row, memberships: () => connection(memberships) } },
    rest: { ...answers.rest, [`DELETE /api/v1/documents/${row.uuid}/memberships/${hidden}`]: remove },
  });
  const dialog = await openSharing(user);
  expect((await dialog.findByText('Sharing')).closest('li')?.textContent).toContain('Grace Hopper and everyone with access to this corpus');
  expect(dialog.queryByText('Containing')).toBeNull();
  const text = 'Members of a corpus you no longer have access to';
  await user.click(within(dialog.getByText(text).closest('li') as HTMLElement).getByRole('button', { name: 'Remove' }));
  await expect.poll(() => dialog.queryByText(text)).toBeNull();
  expect(await dialog.findByText('Removed from the corpus.')).toBeTruthy();
  expect(memberships).toHaveLength(2);
});
