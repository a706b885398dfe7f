import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import inputStyles from '@/components/ui/field.module.css';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { displayName } from '@/lib/users';

import { annotatorsOptions } from '../api/corpus-annotations';
import { isAnnotationSource, isReviewFilter } from '../model/annotation-source';
import { isPlacement, PLACEMENT_NAMES, REVIEW_NAMES, SOURCE_NAMES, type CorpusFilter } from '../model/corpus-filter';
import styles from './corpus-annotations.module.css';
import { DocumentFilter } from './document-filter';
import { LabelFilter } from './label-filter';

interface FilterProps {
  corpusId: string;
  filter: CorpusFilter;
  onFilter: (filter: CorpusFilter) => void;
}

/** The choice of the makers of the annotations: people, one of them, or programs. */
function MakerSelect({ corpusId, filter, onFilter }: FilterProps) {
  const { data: annotators = [] } = useQuery(annotatorsOptions(corpusId));
  const { source, creator } = filter;
  const isUnknown = creator !== undefined && !annotators.some(({ uuid }) => uuid === creator);
  const choose = (value: string) => {
    const isSource = isAnnotationSource(value);
    onFilter({ ...filter, source: isSource ? value : undefined, creator: isSource || value === '' ? undefined : value });
  };
  return (
    <Select label={t`Made by`} value={creator ?? source ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">{t`By everyone`}</option>
      {Object.entries(SOURCE_NAMES).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
      {annotators.map((user) => (
        <option key={user.uuid} value={user.uuid}>
          {displayName(user)}
        </option>
      ))}
      {isUnknown && <option value={creator}>{t`Another person`}</option>}
    </Select>
  );
}

/** The first and the last day on which the annotations were made. */
function Days({ filter, onFilter }: Omit<FilterProps, 'corpusId'>) {
  const input = (key: 'from' | 'to', text: string, label: string) => (
    <label className={styles['day']}>
      {text}
      <input
        key={filter[key] ?? ''}
        type="date"
        className={inputStyles['input']}
        aria-label={label}
        defaultValue={filter[key] ?? ''}
        onBlur={({ target }) => target.value !== (filter[key] ?? '') && onFilter({ ...filter, [key]: target.value || undefined })}
        onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && currentTarget.blur()}
      />
    </label>
  );
  return (
    <>
      {input('from', t`from`, t`Made from`)}
      {input('to', t`to`, t`Made until`)}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  all: string;
  names: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: string) => void;
}

function Choice<Value extends string>({ label, all, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {Object.entries<string>(names).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** The filters of the annotations of a corpus. They combine. */
export function CorpusFilters({ corpusId, labels, filter, onFilter }: FilterProps & { labels: readonly { uuid: string; path: string; color: string }[] }) {
  return (
    <>
      <SearchField label={t`Filter by text`} value={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search: search.trim() || undefined })} />
      <LabelFilter labels={labels.map(({ uuid, path, color }) => ({ key: uuid, name: path, color }))} chosen={filter.labels ?? []} onChange={(chosen) => onFilter({ ...filter, labels: chosen })} />
      <DocumentFilter corpusId={corpusId} chosen={filter.document} onChange={(document) => onFilter({ ...filter, document })} />
      <MakerSelect corpusId={corpusId} filter={filter} onFilter={onFilter} />
      <Choice label={t`Review`} all={t`All annotations`} names={REVIEW_NAMES} value={filter.review} onChange={(value) => onFilter({ ...filter, review: isReviewFilter(value) ? value : undefined })} />
      <Choice label={t`Position`} all={t`Any position`} names={PLACEMENT_NAMES} value={filter.placement} onChange={(value) => onFilter({ ...filter, placement: isPlacement(value) ? value : undefined })} />
      <Days filter={filter} onFilter={onFilter} />
    </>
  );
}
