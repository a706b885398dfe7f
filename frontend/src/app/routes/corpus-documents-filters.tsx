import { t } from '@lingui/core/macro';
import { ListFilter } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { SearchField } from '@/components/ui/search-field';
import { facetVariables } from '@/features/corpora/api/corpus-documents';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { FieldFilterBar } from '@/features/corpora/components/fields/field-filter-bar';
import { facetFilter } from '@/features/documents/model/facet-filter';
import { FacetsPlaceholder } from '@/features/documents/components/facets-placeholder';
import { lazyComponent } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

import { filterOf, placeOf, searchOf, type Place } from './corpus-documents-place';
import { LabelFilter } from './corpus-documents-toolbar';
import { SavedViews } from './saved-views';

const CorpusFacets = lazyComponent(async () => (await import('@/features/search/components/document-facets')).CorpusFacets, <FacetsPlaceholder />);

interface FiltersProps {
  corpus: CorpusDetail;
  place: Place;
  show: (changes: Partial<Place>) => void;
  /** of the open folder */
  folderName: string | undefined;
  showsFacets: boolean;
  onFacets: (shown: boolean) => void;
}

/** The filters of the list, and its saved views. */
export function Filters({ corpus, place, show, folderName, showsFacets, onFacets }: FiltersProps) {
  const { search, label, field, view } = place;
  return (
    <>
      <SearchField label={folderName ? t`Search titles in “${folderName}”` : t`Search titles`} value={search} onChange={(words) => show({ search: words })} />
      <LabelFilter corpus={corpus} label={label} onChange={(next) => show({ label: next })} />
      <FieldFilterBar fields={corpus.fields} filter={field} onChange={(next) => show({ field: next })} />
      <SavedViews
        kind="CORPUS_DOCUMENTS"
        corpusId={corpus.uuid}
        search={searchOf(place)}
        chosen={view}
        mayShare={may(corpus, 'ANNOTATE')}
        mayUnshare={may(corpus, 'EDIT')}
        onShow={(state, next) => show(placeOf(state, next))}
      />
      <IconButton label={t`Filters with counts`} icon={<ListFilter />} pressed={showsFacets} onClick={() => onFacets(!showsFacets)} />
    </>
  );
}

interface FacetsProps {
  corpus: CorpusDetail;
  place: Place;
  show: (changes: Partial<Place>) => void;
  shown: boolean;
}

/** The filters with counts; nothing if they are not shown. */
export function FacetsOfPlace({ corpus, place, show, shown }: FacetsProps) {
  if (!shown) return null;
  return <CorpusFacets corpusId={corpus.uuid} variables={facetVariables(corpus.uuid, filterOf(place))} chosen={place.facets} onFilter={(change) => show({ facets: facetFilter({ ...place.facets, ...change }) })} />;
}
