import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { ada, newId } from '@/testing/rows';

const none = () => ({ results: [], next: null });
const NOTE = 'The directory of your organization adds and removes members.';

function team(name: string, { isProvisioned }: { isProvisioned: boolean }) {
  const members = [
    { user: ada, role: 'admin', is_service_account: false, is_provisioned: false },
    { user: { id: newId(), username: 'grace', name: 'Grace' }, role: 'member', is_service_account: false, is_provisioned: isProvisioned },
  ];
  return { id: newId(), name, version: '1', created: '2026-11-20T08:30:00Z', my_role: 'admin', is_provisioned: isProvisioned, members, invitations: [] };
}

it('says where the members of a team come from, and leaves their removal to the directory', async () => {
  const rows = [team('Readers', { isProvisioned: true }), team('Friends', { isProvisioned: false })];
  const rest = {
    'GET /api/v1/teams': () => ({ results: rows, next: null }),
    'GET /api/v1/team-invitations': none,
    'GET /api/v1/known-users': () => ({ users: [], emails: [] }),
    ...Object.fromEntries(rows.map(({ id }) => [`GET /api/v1/teams/${id}/service-accounts`, none])),
  };
  await openApp('/teams', { rest });
  const readers = within(await screen.findByRole('region', { name: 'Readers' }));
  const friends = within(screen.getByRole('region', { name: 'Friends' }));
  expect(readers.queryByText(NOTE)).not.toBeNull();
  expect(friends.queryByText(NOTE)).toBeNull();
  expect(readers.queryByRole('button', { name: 'Remove Grace' })).toBeNull();
  expect(friends.queryByRole('button', { name: 'Remove Grace' })).not.toBeNull();
});
