import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { choose, openApp } from '@/testing/app';
import { ADA } from '@/testing/server';

it.each([
  [true, ['/admin/']],
  [false, []],
])('administrators (%s) find their pages', async (isStaff, pages) => {
  const { user } = await openApp('/todo', {
    user: { ...ADA, is_staff: isStaff },
    query: { software: {}, todo: {} },
    rest: { 'GET /api/v1/team-invitations': () => [] },
  });
  await choose(user, 'Your account', 'Help and API');
  expect(await screen.findByRole('heading', { name: 'Help and API' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')).toBe('/api/schema');
  expect(screen.queryAllByRole('link', { name: 'Administration' }).map((link) => link.getAttribute('href'))).toEqual(pages);
});
