import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { keepFocus } from '@/components/ui/restore-focus';
import { corpusOptions } from '@/features/corpora/api/get-corpus';
import { sessionOptions } from '@/features/session/api/session';
import { isOffline, isSignedOut } from '@/lib/errors';
import { useReconnect } from '@/lib/use-reconnect';

import { accountSearch, askSearch, binSearch, corporaSearch, corpusSearch, documentSearch, documentsSearch, jobsSearch, operationsSearch, searchSearch, signInSearch } from './search-params';
import { Shell } from './shell';

function OfflineNotice({ onRetry }: { onRetry: () => void }) {
  useReconnect('page', onRetry);
  return t`We’ll load this page when you’re back online.`;
}

/** as Chromium, Firefox and Safari name the failure of an import, and Vite that of the styles with it */
const FAILED_IMPORT = /dynamically imported module|Importing a module script failed|Unable to preload CSS/u;
const isFailedImport = (error: unknown) => error instanceof Error && FAILED_IMPORT.test(error.message);

/** The error page: shown for any error that a page throws. */
function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A failed import of the page's code can only be repeated by loading the page again.
    if (isFailedImport(error)) location.reload();
    reset();
    void router.invalidate();
  };
  const offline = isOffline(error);
  const title = offline ? t`You’re offline` : t`This page could not be shown`;
  if (!offline && !isFailedImport(error)) return <ErrorNotice alone title={title} error={error} onRetry={retry} />;
  return (
    <Notice role="alert" alone icon={<CloudOff />} title={title} action={<Button onClick={retry}>{t`Try again`}</Button>}>
      {offline ? <OfflineNotice onRetry={retry} /> : t`Cartulary may have been updated since you opened it.`}
    </Notice>
  );
}

// Access of anonymous users: public objects, and those shared by a link that they have opened.

const PUBLIC_PATH = /^\/([dc])\/([^/]+)$/;

/** Ask the server whether an anonymous user may view this path. Not cached, because a link may have expired. */
async function isPubliclyVisible(queryClient: QueryClient, path: string): Promise<boolean> {
  const [, kind, uuid] = PUBLIC_PATH.exec(path) ?? [];
  if (!uuid) return false;
  try {
    if (kind === 'd') {
      const { openDocumentOptions } = await import('@/features/workspace/api/open-document');
      await queryClient.fetchQuery({ ...openDocumentOptions(queryClient, uuid, undefined), staleTime: 0 });
    } else await queryClient.fetchQuery({ ...corpusOptions(uuid), staleTime: 0 });
    return true;
  } catch (error) {
    // The page itself shows any other error.
    return !isSignedOut(error);
  }
}

const NotFound = lazyRouteComponent(() => import('./routes/not-found'), 'NotFound');

interface Context {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFound, errorComponent: RouteError });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./routes/sign-in-page'), 'SignInPage'),
});

const authRoute = (path: '/join' | '/forgot-password' | '/new-password' | '/confirm-address', page: 'JoinPage' | 'ForgotPage' | 'NewPasswordPage' | 'ConfirmAddressPage') =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(() => import('./routes/auth-pages'), page) });

const join = authRoute('/join', 'JoinPage');
const forgot = authRoute('/forgot-password', 'ForgotPage');
const newPassword = authRoute('/new-password', 'NewPasswordPage');
const confirmEmail = authRoute('/confirm-address', 'ConfirmAddressPage');

const sharedLink = createRoute({
  getParentRoute: () => root,
  path: '/s/$token',
  component: lazyRouteComponent(() => import('./routes/shared-link-page'), 'SharedLinkPage'),
});

/** Requires a session, except for public pages. After signing in, the user returns to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const user = await queryClient.ensureQueryData(sessionOptions);
    if (!user && !(await isPubliclyVisible(queryClient, location.pathname))) throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
});

const documents = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: documentsSearch,
  component: lazyRouteComponent(() => import('./routes/documents-page'), 'DocumentsPage'),
});

const corpora = createRoute({
  getParentRoute: () => signedIn,
  path: '/c',
  validateSearch: corporaSearch,
  component: lazyRouteComponent(() => import('./routes/corpora-page'), 'CorporaPage'),
});

const corpus = createRoute({
  getParentRoute: () => signedIn,
  path: '/c/$uuid',
  validateSearch: corpusSearch,
  component: lazyRouteComponent(() => import('./routes/corpus-page'), 'CorpusPage'),
});

const document = createRoute({
  getParentRoute: () => signedIn,
  path: '/d/$uuid',
  validateSearch: documentSearch,
  // The document is loaded while the code of its page is, and not again when the URL names another page of it.
  loader: async ({ context: { queryClient }, params: { uuid }, location }) => {
    const { openDocument } = await import('@/features/workspace/api/open-document');
    const { c, page } = documentSearch(location.search);
    openDocument(queryClient, uuid, c, page);
  },
  shouldReload: false,
  gcTime: 0,
  component: lazyRouteComponent(() => import('./routes/document-page'), 'DocumentPage'),
});

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/d/$uuid/compare',
  validateSearch: documentSearch,
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'ComparePage'),
});

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('./routes/search-page'), 'SearchPage'),
});

const ask = createRoute({
  getParentRoute: () => signedIn,
  path: '/ask',
  validateSearch: askSearch,
  component: lazyRouteComponent(() => import('./routes/ask-page'), 'AskPage'),
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: lazyRouteComponent(() => import('./routes/jobs-page'), 'JobsPage'),
});

const bin = createRoute({
  getParentRoute: () => signedIn,
  path: '/bin',
  validateSearch: binSearch,
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'BinPage'),
});

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'NotificationsPage'),
});

const todo = createRoute({
  getParentRoute: () => signedIn,
  path: '/todo',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'TodoPage'),
});

const exports = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'ExportsPage'),
});

const operations = createRoute({
  getParentRoute: () => signedIn,
  path: '/operations',
  validateSearch: operationsSearch,
  component: lazyRouteComponent(() => import('./routes/operations-page'), 'OperationsPage'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('./routes/account-page'), 'AccountPage'),
});

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: '/usage',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'UsagePage'),
});

const teams = createRoute({
  getParentRoute: () => signedIn,
  path: '/teams',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'TeamsPage'),
});

const graphql = createRoute({
  getParentRoute: () => signedIn,
  path: '/graphql',
  component: lazyRouteComponent(() => import('./routes/graphql-page'), 'GraphqlPage'),
});

const help = createRoute({
  getParentRoute: () => signedIn,
  path: '/help',
  component: lazyRouteComponent(() => import('./routes/other-pages'), 'HelpPage'),
});

/** Other paths show their error inside the shell. */
const unknown = createRoute({ getParentRoute: () => signedIn, path: '$', component: NotFound });

const appRoutes = signedIn.addChildren([documents, corpora, corpus, document, compare, search, ask, jobs, bin, todo, notifications, exports, operations, account, teams, usage, graphql, help, unknown]);

const routeTree = root.addChildren([signIn, join, forgot, newPassword, confirmEmail, sharedLink, appRoutes]);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({ routeTree, context: { queryClient }, defaultPreload: 'intent', defaultErrorComponent: RouteError, defaultNotFoundComponent: NotFound });
  // What had the focus is gone with the page before: Tab goes on in the new page, not at the top of the window.
  router.subscribe('onRendered', ({ fromLocation }) => {
    if (fromLocation) keepFocus();
  });
  return router;
}
