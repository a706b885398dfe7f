import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, documentRow, jobRow, type Row } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const common = { title: 'Process document' } satisfies Row<'Job'>;
const waiting = { state: 'WAITING', waiting: 'paused by an administrator' } satisfies Row<'Job'>;

function jobsOf(row: ReturnType<typeof jobRow>): Answers {
  let job: Row<'Job'> = row;
  const change = (to: Row<'Job'>) => {
    job = { ...job, ...to };
    return { job };
  };
  return {
    query: { jobs: () => connection([job]), job: () => job },
    mutation: { cancelJob: () => change({ state: 'CANCELLED' }), retryJob: () => change(waiting) },
  };
}

const item = async (name: string) => within(within(await screen.findByRole('list', { name: 'Your jobs' })).getByRole('listitem', { name }));

it('a job of a deleted document keeps its title', async () => {
  await openApp('/jobs', jobsOf(jobRow({ ...common, subjectTitle: 'lease' })));
  const job = await item('Process document: lease');
  expect(job.getByText('Process document · document deleted')).toBeTruthy();
  expect(job.queryByRole('link')).toBeNull();
});

it('a waiting job says why, is cancelled, and waits again when that is undone', async () => {
  const row = jobRow({ ...common, ...waiting, document: documentRow({ title: 'lease' }) });
  const { user, server } = await openApp('/jobs', jobsOf(row));
  const job = await item('Process document: lease');
  expect(job.getByText('Waiting: paused by an administrator')).toBeTruthy();
  await user.click(job.getByRole('button', { name: /^Cancel/ }));
  expect(await (await item('Process document: lease')).findByText('Cancelled')).toBeTruthy();
  await user.click(await screen.findByText('Undo'));
  expect(await (await item('Process document: lease')).findByText('Waiting: paused by an administrator')).toBeTruthy();
  expect(server.sent('cancelJob')).toEqual([{ id: row.id }]);
  expect(server.sent('retryJob')).toEqual([{ id: row.id }]);
});
