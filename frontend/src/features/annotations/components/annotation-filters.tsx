import { plural, t } from '@lingui/core/macro';
import { CircleHelp, Sparkles } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { formatNumber } from '@/lib/format';
import { labelKeys } from '@/lib/label-keys';

import { isSuggestion, isUncertain, type Annotation, type Label } from '../model/annotation';
import { countLabels, isFiltered, makersOf, NO_FILTER } from '../model/annotation-filter';
import type { FilterState } from '../use-annotation-filter';
import styles from './annotation-filters.module.css';
import { LabelFilter } from './label-filter';

interface AnnotationFiltersProps extends FilterState {
  annotations: readonly Annotation[];
  /** the labels of the corpus, of which the first ones have keys */
  corpusLabels: readonly Pick<Label, 'name'>[];
  /** accept or reject suggestions; absent if the user may not */
  onReview: ((annotations: readonly Annotation[], to: 'ACCEPTED' | 'REJECTED') => void) | undefined;
}

/** From this number of annotations on, their text can be filtered. */
const MANY = 8;

interface ChipProps {
  icon: ReactNode;
  text: string;
  count: number;
  pressed: boolean;
  onToggle: () => void;
}

function Chip({ icon, text, count: number, pressed, onToggle }: ChipProps) {
  return (
    <button type="button" className={styles['chip']} aria-pressed={pressed} onClick={onToggle}>
      {icon}
      <span className="truncate">{text}</span>
      <span className="muted numeric">{formatNumber(number)}</span>
    </button>
  );
}

function Chips({ annotations, filter, setFilter }: Pick<AnnotationFiltersProps, 'annotations' | 'filter' | 'setFilter'>) {
  const uncertain = annotations.filter(isUncertain).length;
  const toggleUncertain = () => setFilter({ ...filter, uncertain: !filter.uncertain });
  const suggested = annotations.filter(isSuggestion).length;
  const toggleSuggested = () => setFilter({ ...filter, suggested: !filter.suggested });
  if (uncertain + suggested === 0 && !filter.uncertain && !filter.suggested) return null;
  return (
    <div className={styles['chips']}>
      {(suggested > 0 || filter.suggested) && (
        <Chip icon={<Sparkles aria-hidden="true" />} text={t`Suggestions to review`} count={suggested} pressed={filter.suggested} onToggle={toggleSuggested} />
      )}
      {(uncertain > 0 || filter.uncertain) && (
        <Chip icon={<CircleHelp aria-hidden="true" />} text={t`To check`} count={uncertain} pressed={filter.uncertain} onToggle={toggleUncertain} />
      )}
    </div>
  );
}

function Labels({ annotations, corpusLabels, filter, setFilter }: Pick<AnnotationFiltersProps, 'annotations' | 'corpusLabels' | 'filter' | 'setFilter'>) {
  const labels = useMemo(() => countLabels(annotations), [annotations]);
  if (labels.length === 0 && filter.labels.length === 0) return null;
  return (
    <LabelFilter
      labels={labels.map(({ label: { name, color }, count: number }) => ({ key: name, name, color, count: number, keys: labelKeys(corpusLabels.findIndex((each) => each.name === name)) }))}
      chosen={filter.labels}
      onChange={(chosen) => setFilter({ ...filter, labels: chosen })}
      except={filter.except}
      onExcept={(except) => setFilter({ ...filter, except })}
    />
  );
}

/** Accept or reject the suggestions that the filter shows. */
function ReviewBar({ shown, onReview }: Pick<AnnotationFiltersProps, 'shown' | 'onReview'>) {
  const suggestions = shown.filter(isSuggestion);
  if (!onReview || suggestions.length === 0) return null;
  return (
    <div role="group" aria-label={t`Review suggestions`} className={styles['review']}>
      <span className="muted small">{plural(suggestions.length, { one: '# suggestion', other: '# suggestions' })}</span>
      <Button size="small" onClick={() => onReview(suggestions, 'ACCEPTED')}>
        {t`Accept all`}
      </Button>
      <Button size="small" variant="quiet" onClick={() => onReview(suggestions, 'REJECTED')}>
        {t`Reject all`}
      </Button>
    </div>
  );
}

function MakerSelect({ annotations, filter, setFilter }: Pick<AnnotationFiltersProps, 'annotations' | 'filter' | 'setFilter'>) {
  const makers = useMemo(() => makersOf(annotations), [annotations]);
  if (makers.length < 2 && !filter.maker) return null;
  return (
    <Select label={t`Annotations by`} value={filter.maker} onChange={(event) => setFilter({ ...filter, maker: event.target.value })}>
      <option value="">{t`By everyone`}</option>
      {makers.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Check whether annotations differ, so that a filter is of use. */
const isVaried = (annotations: readonly Annotation[]) =>
  annotations.length >= MANY || annotations.some(isUncertain) || annotations.some(isSuggestion) || countLabels(annotations).length > 1 || makersOf(annotations).length > 1;

/** Filters by label, maker and text; what they hide is hidden on the pages, too. */
export function AnnotationFilters({ annotations, corpusLabels, filter, setFilter, shown, onReview }: AnnotationFiltersProps) {
  if (!isVaried(annotations) && !isFiltered(filter)) return null;
  const props = { annotations, filter, setFilter };
  return (
    <div role="group" aria-label={t`Filter annotations`} className={styles['filters']}>
      {(annotations.length >= MANY || filter.text) && <SearchField label={t`Filter by text`} value={filter.text} onChange={(text) => setFilter({ ...filter, text })} />}
      <Chips {...props} />
      <Labels {...props} corpusLabels={corpusLabels} />
      <MakerSelect {...props} />
      <ReviewBar shown={shown} onReview={onReview} />
      {isFiltered(filter) && (
        <p className={styles['status']} role="status">
          {t`${formatNumber(shown.length)} of ${formatNumber(annotations.length)} shown`}
          <Button size="small" variant="quiet" onClick={() => setFilter(NO_FILTER)}>
            {t`Show all`}
          </Button>
        </p>
      )}
    </div>
  );
}
