import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { DocumentWorkspace } from '@/features/workspace/components/document-workspace';
import type { WorkspaceProps } from '@/features/workspace/place';

import { documentSearch } from '../search-params';

const route = getRouteApi('/signed-in/d/$uuid');

const KEYS = { page: 'page', corpus: 'c', annotation: 'a', from: 'from', to: 'to' } as const;

/** Short names in the address, long ones in the code. */
const toSearch = (change: Parameters<WorkspaceProps['onPlace']>[0]) =>
  Object.fromEntries(Object.entries(change).map(([key, value]) => [KEYS[key as keyof typeof KEYS], value]));

export function DocumentPage() {
  const { uuid } = route.useParams();
  const { page, c, a, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const place = useMemo(
    () => ({ ...(page && { page }), ...(c && { corpus: c }), ...(a && { annotation: a }), ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
    [page, c, a, from, to],
  );
  const onPlace = useCallback<WorkspaceProps['onPlace']>(
    (change, passing = false) => void navigate({ search: (before) => documentSearch({ ...before, ...toSearch(change) }), replace: passing }),
    [navigate],
  );
  return <DocumentWorkspace uuid={uuid} place={place} onPlace={onPlace} />;
}
