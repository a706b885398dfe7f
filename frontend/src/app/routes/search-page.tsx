import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';

import { PageFrame } from '@/components/ui/page-frame';
import { ScopeSelect } from '@/features/documents/components/scope-select';
import { SearchView } from '@/features/search/components/search-view';
import type { SearchFilters } from '@/features/search/model/filters';
import { useTitle } from '@/lib/title';

import { searchSearch } from '../search-params';

const route = getRouteApi('/signed-in/search');

export function SearchPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(search.q ? t`${search.q} · Search` : t`Search`);
  const filter = (change: SearchFilters) => void navigate({ search: searchSearch({ ...search, ...change }) });
  return (
    <PageFrame title={t`Search`} actions={<ScopeSelect all={t`Mine and shared with me`} scope={search.scope} onScope={(scope) => filter({ scope })} />}>
      <SearchView filters={search} onFilter={filter} onClear={() => void navigate({ search: {} })} />
    </PageFrame>
  );
}
