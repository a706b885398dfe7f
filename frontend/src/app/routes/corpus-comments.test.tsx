import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { editedCorpus } from '@/testing/corpus';
import { report } from '@/testing/events';
import { ada, connection, newId, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

/** The page of the comments of a corpus, as the server keeps them. */
function commented(texts: readonly string[], permissions?: readonly ['VIEW']) {
  const threads: Row<'Thread'>[] = [];
  const add = (text: string) => {
    const uuid = newId();
    let comment: Row<'Comment'> = { id: uuid, uuid, text, version: '1', author: ada, created: '2026-03-02T10:00:00Z' };
    const set = (change: Row<'Comment'>) => (comment = { ...comment, ...change });
    const thread = { uuid: newId(), version: '1', comments: () => connection([comment]) };
    threads.unshift(thread);
    return { uuid, set, remove: () => void threads.splice(threads.indexOf(thread), 1), restore: () => void threads.push(thread), thread };
  };
  const comments = texts.map(add);
  const corpus = editedCorpus({ corpus: { threads: () => connection([...threads]), ...(permissions && { myPermissions: permissions }) } });
  const answers: Answers = {
    ...corpus.answers,
    mutation: {
      ...corpus.answers.mutation,
      createThread: ({ input: { text } }) => ({ thread: add(text).thread }),
    },
  };
  return { comments, add, corpus, answers, address: `${corpus.address}?tab=comments` };
}

const draft = () => screen.findByLabelText<HTMLTextAreaElement>('Comment on this corpus');
const thread = (text: string) => screen.findByRole('article', { name: `Thread: ${text}` });

it('a draft survives comments of others and a reload, and is empty when it is sent', async () => {
  const { add, corpus, answers, address } = commented([]);
  const { user, server, reload } = await openApp(address, answers);
  await user.type(await draft(), 'Half of a sen');
  add('By another user');
  report({ entity: 'corpus', uuid: corpus.corpus.uuid, changed: ['comments'] });
  await thread('By another user');
  expect((await draft()).value).toBe('Half of a sen');
  await reload();
  expect((await draft()).value).toBe('Half of a sen');
  await user.type(await draft(), '{Control>}{Enter}{/Control}');
  await expect.poll(() => server.sent('createThread')).toMatchObject([{ corpusId: corpus.corpus.uuid, text: 'Half of a sen' }]);
  await thread('Half of a sen');
  await expect.poll(async () => (await draft()).value).toBe('');
  await reload();
  await thread('Half of a sen');
  expect((await draft()).value).toBe('');
});

it('a comment is edited, deleted and restored, and the edit is undone after a reload', async () => {
  await import('@/features/corpora/components/corpus-undo-keys');
  const { comments, corpus, answers, address } = commented(['First version']);
  const [comment] = comments;
  if (!comment) throw new Error('There is a comment.');
  const edit = ({ body }: { body: unknown }) => {
    const { text, group } = body as { text: string; group: string };
    const row = comment.set({ text, version: '2', edited: '2026-03-02T11:00:00Z' });
    corpus.record(group, { subject: 'COMMENT', kind: 'CHANGED' }, { undo: () => void comment.set({ text: 'First version' }), redo: () => void comment.set({ text }) });
    return row;
  };
  const { user, server, reload } = await openApp(address, {
    ...answers,
    mutation: {
      ...answers.mutation,
      deleteComment: ({ input: { id, group } }) => {
        comment.remove();
        corpus.record(group, { subject: 'COMMENT', kind: 'DELETED' }, { undo: comment.restore, redo: comment.remove });
        return { deletedId: id };
      },
    },
    rest: { [`PATCH /api/v1/comments/${comment.uuid}`]: edit },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit the comment' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Comment'));
  await user.type(dialog.getByLabelText('Comment'), 'Second version');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await thread('Second version')).textContent).toContain('edited');
  await user.click(screen.getByRole('button', { name: 'Delete the comment' }));
  expect(await screen.findByText('No comments yet')).toBeTruthy();
  await user.click(within((await screen.findByText('Moved the comment to the bin.')).closest<HTMLElement>('[data-toasts] > *') ?? document.body).getByRole('button', { name: 'Undo' }));
  await thread('Second version');
  const [deletion, change] = corpus.edits;
  expect(server.sent('undoEdits')).toEqual([{ group: deletion?.group }]);
  await reload();
  await thread('Second version');
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('Undone: Changed a comment')).toBeTruthy();
  await thread('First version');
  expect(server.sent('undoEdits')).toEqual([{ group: deletion?.group }, { group: change?.group }]);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await thread('Second version');
});

it('viewers read and do not write', async () => {
  const { answers, address } = commented(['Only to read'], ['VIEW']);
  await openApp(address, answers);
  expect(within(await thread('Only to read')).queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('textbox', { name: 'Comment on this corpus' })).toBeNull();
  expect(screen.getByText(/^You have view access\. To comment/)).toBeTruthy();
});
