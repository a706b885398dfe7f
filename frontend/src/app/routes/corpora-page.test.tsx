import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, corpusRow } from '@/testing/rows';

const corpora = [corpusRow({ title: 'Minutes', documentCount: 1 }), corpusRow({ title: 'Leases 2' }), corpusRow({ title: 'Leases 10' })];
const titles = () => screen.queryAllByRole('link', { name: /^(Leases \d+|Minutes)$/ }).map(({ textContent }) => textContent);

it('corpora are filtered and sorted, also after a reload', async () => {
  const { user, reload } = await openApp('/c', { query: { corpuses: connection(corpora) } });
  await expect.poll(titles).toEqual(['Minutes', 'Leases 2', 'Leases 10']);
  await user.selectOptions(screen.getByLabelText('Order'), 'By title');
  await expect.poll(titles).toEqual(['Leases 2', 'Leases 10', 'Minutes']);
  await user.type(screen.getByRole('searchbox', { name: 'Filter corpora' }), 'lease');
  await expect.poll(titles).toEqual(['Leases 2', 'Leases 10']);
  await reload();
  await expect.poll(titles).toEqual(['Leases 2', 'Leases 10']);
  await user.clear(screen.getByRole('searchbox', { name: 'Filter corpora' }));
  await user.type(screen.getByRole('searchbox', { name: 'Filter corpora' }), 'no such corpus');
  expect(await screen.findByText('No corpus matches the filter')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await user.selectOptions(screen.getByLabelText('Order'), 'Most documents first');
  await expect.poll(() => titles()[0]).toBe('Minutes');
});
