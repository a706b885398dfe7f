import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';

import { sessionOptions } from '@/features/session/api/session';

import { guestMayLook } from './guests';
import { RouteError } from './route-error';
import { NotFound } from './routes/not-found';
import { accountSearch, corporaSearch, corpusSearch, documentSearch, documentsSearch, jobsSearch, operationsSearch, signInSearch } from './search-params';
import { Shell } from './shell';

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

const frontDoor = (path: '/join' | '/forgot-password' | '/new-password' | '/confirm-address', page: 'JoinPage' | 'ForgotPage' | 'NewPasswordPage' | 'ConfirmAddressPage') =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(() => import('./routes/front-door-pages'), page) });

const join = frontDoor('/join', 'JoinPage');
const forgot = frontDoor('/forgot-password', 'ForgotPage');
const newPassword = frontDoor('/new-password', 'NewPasswordPage');
const confirmAddress = frontDoor('/confirm-address', 'ConfirmAddressPage');

const landing = createRoute({
  getParentRoute: () => root,
  path: '/s/$token',
  component: lazyRouteComponent(() => import('./routes/landing-page'), 'LandingPage'),
});

/** Needs a session, but for what guests may look at; the deep link is kept and returned to. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    const user = await queryClient.ensureQueryData(sessionOptions);
    if (!user && !(await guestMayLook(queryClient, location.pathname))) throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
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
  component: lazyRouteComponent(() => import('./routes/document-page'), 'DocumentPage'),
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: jobsSearch,
  component: lazyRouteComponent(() => import('./routes/jobs-page'), 'JobsPage'),
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
  component: lazyRouteComponent(() => import('./routes/usage-page'), 'UsagePage'),
});

const teams = createRoute({
  getParentRoute: () => signedIn,
  path: '/teams',
  component: lazyRouteComponent(() => import('./routes/teams-page'), 'TeamsPage'),
});

const forPeople = signedIn.addChildren([documents, corpora, corpus, document, jobs, operations, account, teams, usage]);

const routeTree = root.addChildren([signIn, join, forgot, newPassword, confirmAddress, landing, forPeople]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({ routeTree, context: { queryClient }, defaultPreload: 'intent', defaultErrorComponent: RouteError, defaultNotFoundComponent: NotFound });
