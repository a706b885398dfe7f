import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { editedCorpus } from '@/testing/corpus';
import { connection, type ArgumentsOfField, type Row } from '@/testing/rows';

it('a label is deleted with its annotations, and both are restored', async () => {
  const corpus = editedCorpus({ labels: ['Party'] });
  const [party] = corpus.labels;
  if (!party) throw new Error('There is a label.');
  party.annotationCount = 1;
  const { mutation } = corpus.answers;
  const stored = mutation.deleteLabel as (args: ArgumentsOfField<'Mutation', 'deleteLabel'>) => Row<'DeleteLabelPayload'>;
  const deleteLabel: typeof stored = (args) => (args.input.withAnnotations ? stored(args) : { errors: [{ code: 'label_in_use', message: '' }] });
  const { user, server } = await openApp(`${corpus.address}?tab=labels`, { ...corpus.answers, mutation: { ...mutation, deleteLabel } });
  await user.click(await screen.findByRole('button', { name: 'Delete Party' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('moved to the bin with it for 30 days');
  await user.click(within(dialog).getByRole('button', { name: 'Delete label' }));
  const toast = (await screen.findByText('Moved “Party” and its annotations to the bin.')).closest<HTMLElement>('[data-toasts] > *');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Party' })).toBeNull());
  await user.click(within(toast ?? document.body).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Delete Party' })).toBeTruthy();
  expect(server.sent('deleteLabel').at(-1)).toMatchObject({ id: party.uuid, withAnnotations: true });
  expect(server.sent('undoEdits')).toEqual([{ group: corpus.edits[0]?.group }]);
});

it('a corpus is deleted and restored from the list', async () => {
  const { corpus, address, answers } = editedCorpus();
  let shown = [corpus];
  const { user, server, ...page } = await openApp(address, {
    ...answers,
    query: { ...answers.query, corpuses: () => connection(shown) },
    mutation: {
      deleteCorpus: ({ input: { id } }) => {
        shown = [];
        return { deletedId: id };
      },
      restoreFromBin: () => {
        shown = [corpus];
        return { restored: null };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('moved to the bin for 30 days');
  await user.click(within(dialog).getByRole('button', { name: 'Delete corpus' }));
  await expect.poll(page.address).toBe('/c');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Leases' })).toBeNull());
  expect(server.sent('deleteCorpus')).toMatchObject([{ id: corpus.uuid }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Leases' })).toBeTruthy();
  expect(server.sent('restoreFromBin')).toEqual([{ id: corpus.uuid }]);
});
