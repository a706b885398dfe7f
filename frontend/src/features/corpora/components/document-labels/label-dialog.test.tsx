import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { editedCorpus } from '@/testing/corpus';
import { documentRow, type Row } from '@/testing/rows';

const labelsOf = (title: string) => {
  const row = screen.getByRole('link', { name: title }).closest('tr');
  if (!row) throw new Error(`There is no row of ${title}.`);
  return within(within(row).getByRole('list', { name: 'Labels' })).getAllByRole('listitem').map(({ textContent }) => textContent);
};

it('a label that some documents have is mixed', async () => {
  const corpus = editedCorpus({ labels: ['Urgent', 'Reviewed', 'Lease', 'Signed'] });
  const [urgent, reviewed] = corpus.labels;
  const labelled = (count: number): Row<'DocumentLabel'>[] => corpus.labels.filter((_, index) => count > index % 2).map((label) => ({ label, review: 'ACCEPTED' }));
  // Two of the labels are on all three documents, the others on two of them.
  corpus.documents.push(...[2, 2, 1].map((count, number) => documentRow({ title: `Lease ${number}`, labels: () => labelled(count) })));
  const uuids = corpus.documents.map(({ uuid }) => uuid);
  corpus.answers.mutation = { ...corpus.answers.mutation, labelDocuments: ({ input: { documentIds } }) => ({ ids: documentIds }) };
  const { user, server } = await openApp(corpus.address, corpus.answers);
  await screen.findByRole('link', { name: 'Lease 0' });
  await waitFor(() => expect(labelsOf('Lease 0')).toEqual(['Urgent', 'Reviewed', 'Lease', expect.stringContaining('+1')]));
  await user.click(screen.getByRole('checkbox', { name: 'Select all loaded' }));
  await user.click(await screen.findByRole('button', { name: 'Label 3…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Label 3 documents' }));
  const mixed = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Reviewed/ });
  const all = dialog.getByRole<HTMLInputElement>('checkbox', { name: /Urgent/ });
  expect([mixed.indeterminate, all.indeterminate, all.checked]).toEqual([true, false, true]);
  await user.click(mixed);
  await user.click(all);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Changed the labels of 3 documents.')).toBeTruthy();
  const sent = server.sent('labelDocuments').map(({ id, documentIds, remove }) => ({ id, documentIds: new Set(documentIds), remove }));
  expect(sent).toEqual([
    { id: reviewed?.uuid, documentIds: new Set(uuids.slice(2)), remove: false },
    { id: urgent?.uuid, documentIds: new Set(uuids), remove: true },
  ]);
});
