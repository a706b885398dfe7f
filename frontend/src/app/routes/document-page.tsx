import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { DocumentWorkspace } from '@/features/workspace/components/document-workspace';
import type { DocumentLocation, LocationChange, WorkspaceProps } from '@/features/workspace/location';

import { documentSearch, type DocumentSearch } from '../search-params';

const route = getRouteApi('/signed-in/d/$uuid');

/** The short names that parts of a location have in the URL. */
const KEYS = {
  page: 'page',
  corpus: 'c',
  annotation: 'a',
  thread: 't',
  from: 'from',
  to: 'to',
  view: 'view',
  find: 'find',
  matchCase: 'matchCase',
  wholeWords: 'wholeWords',
  regex: 'regex',
  panel: 'panel',
  labels: 'labels',
  except: 'except',
  maker: 'by',
  text: 'text',
  uncertain: 'check',
  suggested: 'suggested',
  conversation: 'conversation',
} as const satisfies Record<keyof DocumentLocation, keyof DocumentSearch>;

const toSearch = (change: LocationChange) => Object.fromEntries(Object.entries(change).map(([name, value]) => [KEYS[name as keyof DocumentLocation], value]));

const toLocation = (search: DocumentSearch): DocumentLocation =>
  Object.fromEntries(Object.entries(KEYS).flatMap(([name, key]) => (search[key] === undefined ? [] : [[name, search[key]]])));

export function DocumentPage() {
  const { uuid } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const location = useMemo(() => toLocation(search), [search]);
  const onLocation = useCallback<WorkspaceProps['onLocation']>(
    (change, replace = false) => void navigate({ search: (before) => documentSearch({ ...before, ...toSearch(change) }), replace }),
    [navigate],
  );
  return <DocumentWorkspace uuid={uuid} location={location} onLocation={onLocation} />;
}
