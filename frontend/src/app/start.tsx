// The composition root: creates the router, the query cache and the upload queue.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Toaster } from '@/components/ui/toaster';
import { Tooltips } from '@/components/ui/tooltips';
import { sessionOptions } from '@/features/session/api/session';
import { registerUploadEngine, useUploads } from '@/features/uploads/model/upload-store';
import { passNonceToLibraries } from '@/lib/page-policy';
import { createQueryClient } from '@/lib/query-client';

import '../styles/base.css';
import { createAppRouter } from './router';

const queryClient = createQueryClient(() => {
  // Anonymous users have no session to lose.
  if (queryClient.getQueryData(sessionOptions.queryKey) === null) return;
  // The session has ended: the route guard redirects to the sign-in page, and back here afterwards.
  queryClient.setQueryData(sessionOptions.queryKey, null);
  void router.invalidate();
});

const router = createAppRouter(queryClient);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

const AFTER_UPLOAD = ['documents', 'corpora', 'corpus', 'corpus-documents', 'corpus-readiness', 'folders', 'usage', 'upload-states'];

const refreshAfterUpload = () => {
  for (const key of AFTER_UPLOAD) void queryClient.invalidateQueries({ queryKey: [key] }, { cancelRefetch: false });
};

registerUploadEngine(async (username) => {
  const { Engine } = await import('@/features/uploads/engine');
  return new Engine({
    username,
    onChange: (uploads, pause) => useUploads.setState({ uploads, pause }),
    onNotPersisted: (ids) => useUploads.setState(({ notPersisted }) => ({ notPersisted: new Set([...notPersisted, ...ids]) })),
    onUploaded: refreshAfterUpload,
  });
});

// Load the chunk of the page while the session is being fetched.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of routes) void router.loadRouteChunk(route);

function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
      <Tooltips />
    </QueryClientProvider>
  );
}

export function start(): void {
  passNonceToLibraries();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
