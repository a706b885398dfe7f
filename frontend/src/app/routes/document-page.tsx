import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { DocumentWorkspace } from '@/features/workspace/components/document-workspace';
import type { WorkspaceProps } from '@/features/workspace/location';

import { documentSearch } from '../search-params';

const route = getRouteApi('/signed-in/d/$uuid');

const KEYS = { page: 'page', corpus: 'c', annotation: 'a', thread: 't', from: 'from', to: 'to', view: 'view' } as const;

/** Return the search parameters of a location, which have short names in the URL. */
const toSearch = (change: Parameters<WorkspaceProps['onLocation']>[0]) =>
  Object.fromEntries(Object.entries(change).map(([key, value]) => [KEYS[key as keyof typeof KEYS], value]));

export function DocumentPage() {
  const { uuid } = route.useParams();
  const { page, c, a, t, from, to, view } = route.useSearch();
  const navigate = route.useNavigate();
  const location = useMemo(
    () => ({
      ...(page && { page }),
      ...(c && { corpus: c }),
      ...(a && { annotation: a }),
      ...(t && { thread: t }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(view && { view }),
    }),
    [page, c, a, t, from, to, view],
  );
  const onLocation = useCallback<WorkspaceProps['onLocation']>(
    (change, replace = false) => void navigate({ search: (before) => documentSearch({ ...before, ...toSearch(change) }), replace }),
    [navigate],
  );
  return <DocumentWorkspace uuid={uuid} location={location} onLocation={onLocation} />;
}
