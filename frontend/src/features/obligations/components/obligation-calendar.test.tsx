import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, corpusRow, documentRow, newId, obligationRow, type Row } from '@/testing/rows';
import { type Answers, Later } from '@/testing/server';

const lease = documentRow({ title: 'Lease' });
const place = () => ({ document: lease, annotation: { uuid: newId() } });

const delivery = obligationRow({ kind: 'DELIVERY', due: '2025-05-02', quote: 'delivered by 2 May 2025', review: 'PENDING', ...place() });
const termEnd = obligationRow({ kind: 'TERM_END', due: '2025-12-31', computedDue: '2025-12-31', quote: 'expires on 31 December 2025', ...place() });
const payment = obligationRow({ kind: 'PAYMENT', due: null, quote: 'within thirty (30) days after receipt', ...place() });

type Obligation = Row<'Obligation'> & { id: string };

/** The obligations of a corpus by date, as the server keeps them. Changes are stored after a promise. */
function obligationsOf(given: readonly Obligation[] = [delivery, termEnd, payment], changes = Promise.resolve()) {
  let rows = given;
  let feeds: Row<'CalendarFeed'>[] = [];
  const asked: { dueFrom?: string | null; dueUntil?: string | null }[] = [];
  const corpus = corpusRow({
    title: 'Leases',
    obligations: ({ kind, isDone, dueFrom, dueUntil }) => {
      asked.push({ dueFrom: dueFrom ?? null, dueUntil: dueUntil ?? null });
      const found = rows.filter((row) => (!kind || row.kind === kind) && (isDone === undefined || isDone === null || Boolean(row.done) === isDone));
      return connection(found.toSorted((one, other) => `${one.due ?? '9'}`.localeCompare(`${other.due ?? '9'}`)));
    },
    calendarFeeds: () => connection(feeds),
  });
  const answers: Answers = {
    query: { corpus, document: lease, documents: connection([]) },
    mutation: {
      updateObligation: async ({ input: { id, due, isDone } }) => {
        await changes;
        rows = rows.map((row) => {
          if (row.id !== id) return row;
          const dated = due === undefined ? {} : { due: due ?? (row.computedDue as string), isDueByUser: due !== null };
          return { ...row, ...dated, ...(isDone !== undefined && { done: isDone ? '2026-03-02T10:00:00Z' : null }) };
        });
        return { obligation: { id } };
      },
      createCalendarFeed: () => {
        const feed = { id: newId(), path: '/calendars/secret.ics', created: '2026-03-02T10:00:00Z' };
        feeds = [feed];
        return { calendarFeed: feed };
      },
      deleteCalendarFeed: ({ input: { id } }) => {
        feeds = feeds.filter((feed) => feed.id !== id);
        return { deletedId: id };
      },
    },
  };
  return { answers, asked, url: `/c/${corpus.uuid}?tab=obligations`, corpus };
}

const rowsOf = () => within(screen.getByRole('list', { name: 'Obligations' })).getAllByRole('listitem').map(({ textContent }) => textContent);
const shown = async () => {
  await screen.findByRole('list', { name: 'Obligations' });
  return rowsOf();
};

it('obligations are listed by date, filtered, and lead to their words', async () => {
  const { answers, url, corpus } = obligationsOf();
  const { user, address } = await openApp(url, answers);
  const texts = await shown();
  expect(texts).toHaveLength(3);
  expect(texts[0]).toContain('Delivery due');
  expect(texts[0]).toContain('Suggested');
  expect(texts[2]).toContain('No date');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Term end');
  await expect.poll(rowsOf).toEqual([expect.stringContaining('Term end')]);
  expect(address()).toContain('kind=TERM_END');
  expect(screen.getByText('1 obligation')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download the calendar file' }).getAttribute('href')).toBe(`/api/v1/corpuses/${corpus.uuid}/obligations/calendar?kind=term_end`);
  const link = within(screen.getByRole('list', { name: 'Obligations' })).getByRole('link');
  expect(link.getAttribute('href')).toBe(`/d/${lease.uuid}?c=${corpus.uuid}&a=${(termEnd.annotation as { uuid: string }).uuid}`);
});

it('the obligations of a month are those that are due in its weeks', async () => {
  const { answers, asked, url, corpus } = obligationsOf();
  const { user, go, address } = await openApp(url, answers);
  await user.click(await screen.findByRole('button', { name: 'Show by month' }));
  await expect.poll(address).toMatch(/month=\d{4}-\d{2}/);
  await go(`${url}&month=2026-01`);
  expect(await screen.findByRole('heading', { name: 'January 2026' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(await screen.findByRole('heading', { name: 'December 2025' })).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Obligations in December 2025' });
  const link = await within(table).findByRole('link', { name: /Term end/ });
  expect(link.closest('td')?.textContent).toContain('31');
  expect(link.getAttribute('href')).toContain(`/d/${lease.uuid}?c=${corpus.uuid}`);
  expect(asked.at(-1)).toEqual({ dueFrom: '2025-12-01', dueUntil: '2026-01-04' });
});

it('an obligation is dated, ticked off, and gets its computed date back', async () => {
  const { answers, url } = obligationsOf();
  const { user, server } = await openApp(url, answers);
  await user.click(await screen.findByRole('button', { name: 'Set the date of Term end, Lease' }));
  const dialog = await screen.findByRole('dialog', { name: 'Date of Term end' });
  expect(dialog.textContent).toContain('expires on 31 December 2025');
  fireEvent.change(within(dialog).getByLabelText('Date'), { target: { value: '2025-03-31' } });
  await user.click(within(dialog).getByRole('button', { name: 'Set date' }));
  await expect.poll(() => rowsOf()[0]).toContain('Term end');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Done: Term end, Lease' }));
  await expect.poll(() => rowsOf()[0]).toContain('done');
  await user.selectOptions(screen.getByLabelText('Done'), 'Not done');
  await expect.poll(() => rowsOf().length).toBe(2);
  await user.selectOptions(screen.getByLabelText('Done'), 'Done');
  await expect.poll(rowsOf).toEqual([expect.stringContaining('Term end')]);
  await user.click(screen.getByRole('button', { name: 'Set the date of Term end, Lease' }));
  await user.click(await screen.findByRole('button', { name: 'Use the computed date' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent('updateObligation')).toEqual([
    { id: termEnd.id, due: '2025-03-31' },
    { id: termEnd.id, isDone: true },
    { id: termEnd.id, due: null },
  ]);
});

it('an obligation is shown as done before the server has it', async () => {
  const later = new Later<void>();
  const { answers, url } = obligationsOf([delivery], later.promise);
  const { user } = await openApp(url, answers);
  await user.click(await screen.findByRole('checkbox', { name: 'Done: Delivery due, Lease' }));
  await expect.poll(() => rowsOf()[0]).toContain('done');
  later.resolve();
  await expect.poll(() => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Done: Delivery due, Lease' }).checked).toBe(true);
});

it('a date is not reset without a computed one', async () => {
  const { answers, url } = obligationsOf([{ ...payment, due: '2025-03-31', isDueByUser: true }]);
  const { user } = await openApp(url, answers);
  await user.click(await screen.findByRole('button', { name: 'Set the date of Payment due, Lease' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Date of Payment due' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Date').value).toBe('2025-03-31');
  expect(dialog.queryByRole('button', { name: 'Use the computed date' })).toBeNull();
});

it('addresses for calendar programs are created and revoked', async () => {
  const { answers, url, corpus } = obligationsOf();
  const { user, server } = await openApp(url, answers);
  await user.click(await screen.findByRole('button', { name: 'Subscribe in a calendar program' }));
  await user.click(await screen.findByRole('button', { name: 'Create address' }));
  const addresses = within(screen.getByRole('list', { name: 'Calendar addresses' }));
  expect((await addresses.findByRole('listitem')).textContent).toContain('/calendars/secret.ics');
  await user.click(addresses.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(addresses.queryByRole('listitem')).toBeNull());
  expect(server.sent('createCalendarFeed')).toMatchObject([{ corpusId: corpus.uuid }]);
  expect(server.sent('deleteCalendarFeed')).toHaveLength(1);
});
