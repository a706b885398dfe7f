import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { connection, corpusRow, labelRow, newId, savedViewRow, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const button = (name: string) => screen.findByRole('button', { name });

/** Saved views as the server keeps them. */
function viewsOn(rows: readonly Row<'SavedView'>[], query: Answers['query'] = {}): Answers {
  let views = rows;
  return {
    query: { documents: connection([]), savedViews: () => connection(views), ...query },
    mutation: {
      createSavedView: ({ input: { name, query: state, isShared } }) => {
        const view = savedViewRow({ name, query: state, isShared: isShared ?? false });
        views = [...views, view];
        return { savedView: view };
      },
      updateSavedView: ({ input: { id, version, name, query: state, isShared } }) => {
        const changes = { ...(name && { name }), ...(state && { query: state }), ...(isShared && { isShared }), version: `${Number(version) + 1}` };
        views = views.map((view) => (view.uuid === id ? { ...view, ...changes } : view));
        return { savedView: { uuid: id } };
      },
      deleteSavedView: ({ input: { id } }) => {
        views = views.filter(({ uuid }) => uuid !== id);
        return { deletedId: id };
      },
    },
  };
}

it('the filters of all documents are saved and updated', async () => {
  const { server, user } = await openApp('/?state=FAILED', viewsOn([]));
  await choose(user, 'Views', 'Save as…');
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Failed{Enter}');
  await button('View: Failed');
  expect(server.sent('createSavedView')).toEqual([{ kind: 'DOCUMENTS', name: 'Failed', isShared: false, query: '{"state":"FAILED"}' }]);
  await user.selectOptions(screen.getByLabelText('State'), 'READY');
  await choose(user, 'View: Failed (changed)', 'Update “Failed”');
  await button('View: Failed');
  expect(server.sent('updateSavedView')).toMatchObject([{ version: '1', query: '{"state":"READY"}' }]);
});

it('a view is opened by its address, renamed, deleted and restored', async () => {
  const view = savedViewRow({ name: 'Failed', query: '{"state":"READY"}', version: '3' });
  const { server, user } = await openApp(`/?view=${view.uuid}`, viewsOn([view]));
  await choose(user, 'View: Failed', 'Rename…');
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('READY');
  const name = within(await screen.findByRole('dialog')).getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Done{Enter}');
  await choose(user, 'View: Done', 'Delete');
  expect(server.sent('updateSavedView')).toEqual([{ id: view.uuid, version: '3', name: 'Done' }]);
  await button('Views');
  await user.click(await button('Undo'));
  await expect.poll(() => server.sent('createSavedView')).toMatchObject([{ name: 'Done', query: '{"state":"READY"}' }]);
  await user.click(await button('Views'));
  expect(await screen.findByRole('menuitem', { name: 'Done' })).toBeTruthy();
});

it('a view that was shared loses what was deleted, and is not changed by its readers', async () => {
  const corpus = corpusRow({ title: 'Theirs', myPermissions: ['VIEW'] });
  const view = savedViewRow({ name: 'To review', query: `{"label":"${newId()}","sort":"title"}`, invalid: ['label'], isShared: true, isMine: false });
  const { user, address } = await openApp(`/c/${corpus.uuid}?view=${view.uuid}`, viewsOn([view], { corpus }));
  expect(await screen.findByText('The view “To review” has filters that do not exist any more. They were left out.')).toBeTruthy();
  expect(address()).toContain('sort=title');
  expect(address()).not.toContain('label=');
  await user.click(await button('View: To review'));
  expect(await screen.findByText('Shared views')).toBeTruthy();
  expect(screen.queryByText('My views')).toBeNull();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['To review (chosen)', 'Save as…']);
});

it('a view of a corpus is shared with its readers', async () => {
  const label = labelRow({ name: 'Duty', path: 'Duty' });
  const corpus = corpusRow({ title: 'Leases', labels: [label] });
  const { server, user } = await openApp(`/c/${corpus.uuid}`, viewsOn([], { corpus }));
  await user.selectOptions(await screen.findByLabelText('Label'), 'Duty');
  await choose(user, 'Views', 'Save as…');
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), 'Duties{Enter}');
  await choose(user, 'View: Duties', 'Share with the readers of the corpus');
  expect(await screen.findByText('Saved the view “Duties”.')).toBeTruthy();
  expect(server.sent('createSavedView')).toEqual([{ kind: 'CORPUS_DOCUMENTS', corpusId: corpus.uuid, name: 'Duties', isShared: false, query: `{"label":"${label.uuid}"}` }]);
  expect(server.sent('updateSavedView')).toMatchObject([{ isShared: true }]);
});
