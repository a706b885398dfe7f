import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { editedCorpus } from '@/testing/corpus';
import { report } from '@/testing/events';

const NAMES = ['Party', 'Date', 'Rent'];

type EditedCorpus = ReturnType<typeof editedCorpus>;

const rows = () => within(screen.getByRole('list', { name: 'Labels' })).getAllByRole('listitem');
const names = () => rows().map((row) => /Party|Date|Rent|Term|Notice/.exec(row.textContent)?.[0]);
const expectOrder = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));
const button = (name: string) => screen.getByRole('button', { name });

async function openLabels({ address, answers }: Pick<EditedCorpus, 'address' | 'answers'>) {
  const opened = await openApp(`${address}?tab=labels`, answers);
  await screen.findByRole('list', { name: 'Labels' });
  return opened;
}

/** The server moves labels without parents as it is asked to. */
function corpusWithOrder() {
  const corpus = editedCorpus({ labels: NAMES });
  const { labels, answers } = corpus;
  const mutation = {
    updateLabel: ({ input: { id, position } }: { input: { id: string; position?: number | null } }) => {
      const from = labels.findIndex(({ uuid }) => uuid === id);
      labels.splice(position ?? 0, 0, ...labels.splice(from, 1));
      return { label: labels[position ?? 0] ?? null };
    },
  };
  return { ...corpus, answers: { ...answers, mutation: { ...answers.mutation, ...mutation } } };
}

it('labels that are made in succession get colours that the server chooses', async () => {
  const corpus = editedCorpus({ labels: NAMES });
  const { user, server } = await openLabels(corpus);
  const create = async (name: string) => {
    await user.type(screen.getByRole('textbox', { name: 'New label' }), name);
    await user.click(button('Create label'));
    await screen.findByRole('button', { name: `Edit ${name}` });
  };
  await create('Term');
  await create('Notice');
  expect(names()).toEqual([...NAMES, 'Term', 'Notice']);
  expect(server.sent('createLabel')).toEqual(['Term', 'Notice'].map((name) => ({ corpusId: corpus.corpus.uuid, name })));
});

it('the next name can be typed while the list is loaded', async () => {
  const corpus = editedCorpus({ labels: NAMES });
  const held: (() => void)[] = [];
  let isHeld = false;
  const query = {
    ...corpus.answers.query,
    corpus: async () => {
      if (isHeld) await new Promise<void>((resolve) => void held.push(resolve));
      return corpus.corpus;
    },
  };
  const { user } = await openLabels({ ...corpus, answers: { ...corpus.answers, query } });
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'New label' });
  isHeld = true;
  await user.type(name, 'Term');
  await user.click(button('Create label'));
  await waitFor(() => expect(held).not.toHaveLength(0));
  await waitFor(() => expect(name.value).toBe(''));
  await user.type(name, 'Notice');
  expect(names()).toEqual(NAMES);
  isHeld = false;
  for (const release of held) release();
  await expectOrder(...NAMES, 'Term');
  await waitFor(() => expect(button('Create label').getAttribute('aria-busy')).not.toBe('true'));
  await user.click(button('Create label'));
  await expectOrder(...NAMES, 'Term', 'Notice');
  expect(name.value).toBe('');
});

it('labels are put in order, which decides their keys', async () => {
  const corpus = corpusWithOrder();
  const [party, , rent] = corpus.labels.map(({ uuid }) => uuid);
  const { user, server } = await openLabels(corpus);
  const up = button('Move Rent up');
  up.focus();
  up.click(); // the second press comes before the row shows the first
  up.click();
  await expectOrder('Rent', 'Party', 'Date');
  await user.keyboard('{Enter}'); // at the top already
  expect(names()).toEqual(['Rent', 'Party', 'Date']);
  expect(document.activeElement).toBe(button('Move Rent up'));
  expect(screen.getByText('Rent is now number 1 of 3.')).toBeTruthy();
  button('Move Party down').focus();
  await user.keyboard('{Enter}');
  await expectOrder('Rent', 'Date', 'Party');
  expect(document.activeElement).toBe(button('Move Party down'));
  await waitFor(() => expect(corpus.labels.map(({ name }) => name)).toEqual(['Rent', 'Date', 'Party']));
  expect(rows()[1]?.textContent).toContain('Key 2');
  expect(server.sent('updateLabel')).toEqual([
    { id: rent, parentId: null, position: 1 },
    { id: rent, parentId: null, position: 0 },
    { id: party, parentId: null, position: 2 },
  ]);
});

it('a label is dragged to the place of another one', async () => {
  const corpus = corpusWithOrder();
  const rent = corpus.labels[2]?.uuid;
  const { server } = await openLabels(corpus);
  const [first, , last] = rows();
  if (!first || !last) throw new Error('There are three labels.');
  const dataTransfer = new DataTransfer();
  fireEvent.dragStart(last.querySelector('[draggable]') ?? last, { dataTransfer });
  fireEvent.dragOver(first, { dataTransfer });
  fireEvent.drop(first, { dataTransfer });
  await expectOrder('Rent', 'Party', 'Date');
  await waitFor(() => expect(server.sent('updateLabel')).toEqual([{ id: rent, parentId: null, position: 0 }]));
});

it('a label is deleted with the number of its annotations shown, which follows changes by others', async () => {
  const corpus = editedCorpus({ labels: NAMES });
  const date = corpus.labels[1];
  if (!date) throw new Error('There are three labels.');
  const deleteLabel = ({ input: { withAnnotations } }: { input: { withAnnotations?: boolean | null } }) => {
    if (!withAnnotations) return { errors: [{ code: 'label_in_use', message: '' }] };
    corpus.labels.splice(1, 1);
    return { deletedId: date.uuid };
  };
  const { user, server } = await openLabels({ ...corpus, answers: { ...corpus.answers, mutation: { ...corpus.answers.mutation, deleteLabel } } });
  expect(rows()[1]?.textContent).toContain('0 annotations');
  await screen.findByRole('img', { name: 'Live updates on' });
  date.annotationCount = 1;
  report({ entity: 'corpus', uuid: corpus.corpus.uuid, changed: ['annotations'] });
  await waitFor(() => expect(rows()[1]?.textContent).toContain('1 annotation'));
  await user.click(button('Delete Date'));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('1 annotation has this label');
  await user.click(within(dialog).getByRole('button', { name: 'Delete label' }));
  await expectOrder('Party', 'Rent');
  expect(server.sent('deleteLabel')).toMatchObject([
    { id: date.uuid, withAnnotations: false },
    { id: date.uuid, withAnnotations: true },
  ]);
});

it('annotators create labels but do not change them', async () => {
  await openLabels(editedCorpus({ labels: ['Party'], corpus: { myPermissions: ['VIEW', 'ANNOTATE'] } }));
  expect(button('Create label')).toBeTruthy();
  const buttons = rows().flatMap((row) => within(row).getAllByRole('button'));
  expect(buttons.map((each) => each.getAttribute('aria-label'))).toEqual(['Suggest passages for Party']);
});
