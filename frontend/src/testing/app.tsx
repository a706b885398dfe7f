// The application in a component test: the real router, query cache and texts at a URL. Only the server is a fake.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

import { createAppRouter } from '@/app/router';
import { Toaster } from '@/components/ui/toaster';
import { Tooltips } from '@/components/ui/tooltips';
import type { SessionUser } from '@/features/session/api/session';
import { createQueryClient } from '@/lib/query-client';

import { onCleanUp } from './screen';
import { FakeServer, type Answers } from './server';

interface Options extends Answers {
  user?: SessionUser | null;
}

export interface OpenApp {
  server: FakeServer;
  user: UserEvent;
  /** go to another page, as a link does */
  go: (url: string) => Promise<void>;
  /** load the page again */
  reload: () => Promise<void>;
  /** the address, without the origin */
  address: () => string;
}

const address = () => location.pathname + location.search;

/** Open the application at an address. */
export async function openApp(url: string, { user, ...answers }: Options = {}): Promise<OpenApp> {
  const server = new FakeServer(answers);
  if (user !== undefined) server.user = user;
  vi.stubGlobal('fetch', server.fetch);
  onCleanUp(() => {
    if (server.problems.length > 0) throw new Error(server.problems.join('\n'));
  });
  let close = await start(url);
  const go = async (next: string) => {
    close();
    close = await start(next);
  };
  onCleanUp(() => close());
  return { server, user: userEvent.setup({ pointerEventsCheck: 0 }), go, reload: () => go(address()), address };
}

async function start(url: string): Promise<() => void> {
  history.replaceState({}, '', url);
  const queryClient = createQueryClient(() => undefined);
  const router = createAppRouter(queryClient);
  await router.load();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
      <Tooltips />
    </QueryClientProvider>,
  );
  return () => {
    view.unmount();
    queryClient.clear();
    router.history.destroy();
  };
}

/** Open the menu of a button by keyboard. */
export async function openMenu(user: UserEvent, name: string | RegExp): Promise<void> {
  await waitFor(() => {
    const button = screen.getByRole('button', { name });
    if (button.getAttribute('aria-haspopup') !== 'menu') throw new Error('The menu is not loaded.');
    button.focus();
  });
  await user.keyboard('{Enter}');
}

/** Choose an item of the menu of a button by keyboard. */
export async function choose(user: UserEvent, name: string | RegExp, item: string | RegExp): Promise<void> {
  await openMenu(user, name);
  (await screen.findByRole('menuitem', { name: item })).focus();
  await user.keyboard('{Enter}');
}
