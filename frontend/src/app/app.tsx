// The composition root of the interface: router, query cache and upload queue are made here, once, and told of each other.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';

import { Hints } from '@/components/ui/hints';
import { Toaster } from '@/components/ui/toaster';
import { sessionOptions } from '@/features/session/api/session';
import { startUploads, useUploads } from '@/features/uploads/model/upload-store';
import { createQueryClient } from '@/lib/query-client';

import { createAppRouter } from './router';

const queryClient = createQueryClient(() => {
  // Guests have no session to lose.
  if (queryClient.getQueryData(sessionOptions.queryKey) === null) return;
  // The session is over: the guard of the next navigation leads to the sign-in page and back here.
  queryClient.setQueryData(sessionOptions.queryKey, null);
  void router.invalidate();
});

const router = createAppRouter(queryClient);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const AFTER_UPLOAD = ['documents', 'corpora', 'corpus', 'corpus-documents', 'folder-documents', 'corpus-readiness', 'folders', 'usage', 'upload-states'];

const refreshAfterUpload = () => {
  for (const key of AFTER_UPLOAD) void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
};

startUploads(async (person) => {
  const { Engine } = await import('@/features/uploads/engine');
  return new Engine({
    person,
    onChange: (uploads, hold) => useUploads.setState({ uploads, hold }),
    onUnkept: (ids) => useUploads.setState(({ unkept }) => ({ unkept: new Set([...unkept, ...ids]) })),
    onArrived: refreshAfterUpload,
  });
});

// The chunk of the page is fetched while it is asked who is there.
const [opened] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of opened) void router.loadRouteChunk(route);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
      <Hints />
    </QueryClientProvider>
  );
}
