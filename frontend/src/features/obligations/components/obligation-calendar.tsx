import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { CalendarDays, CalendarPlus, ChevronLeft, ChevronRight, Download, List, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { isReviewFilter } from '@/features/annotations/model/annotation-source';
import { REVIEW_NAMES } from '@/features/annotations/model/corpus-filter';

import { dueOptions, obligationsOptions, type Obligation } from '../api/obligations';
import { formatDay, formatMonth, formatWeekday } from '../model/days';
import { exportQuery, isFiltered, KIND_NAMES } from '../model/kinds';
import { isDoneFilter, isObligationKind, type ObligationFilter } from '../model/obligation-filter';
import { FeedDialog } from './feed-dialog';
import { ObligationList, type ListQuery } from './obligation-list';
import styles from './obligations.module.css';

interface MonthProps {
  corpusId: string;
  filter: ObligationFilter;
  month: string;
  onMonth: (month: string) => void;
}

interface DayProps {
  corpusId: string;
  day: string;
  month: string;
  due: readonly Obligation[];
}

function Day({ corpusId, day, month, due }: DayProps) {
  return (
    <td data-outside={day.startsWith(month) ? undefined : ''}>
      <time dateTime={day} aria-label={formatDay(day)}>
        {Number(day.slice(8))}
      </time>
      {due.length > 0 && (
        <ul>
          {due.map(({ id, kind, quote, document, annotation, done }) => (
            <li key={id}>
              <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: annotation.uuid }} className={styles['entry']} data-done={done === null ? undefined : ''} title={quote}>
                <span>{KIND_NAMES[kind]}</span>
                <span className="muted">{document.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

function Grid({ corpusId, month, weeks, days }: { corpusId: string; month: string; weeks: readonly string[][]; days: ReadonlyMap<string, readonly Obligation[]> }) {
  return (
    <table className={styles['month']}>
      <caption className="visually-hidden">{t`Obligations in ${formatMonth(month)}`}</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day key={day} corpusId={corpusId} day={day} month={month} due={days.get(day) ?? []} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Months and days as ISO texts, "2028-02" and "2028-02-29", without a time zone: obligations are due on days.

const iso = (date: Date): string => date.toISOString().slice(0, 10);

const firstOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export const monthOf = (day: Date): string => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** Return the month so many months later, or earlier. */
export function addMonths(month: string, number: number): string {
  const first = firstOf(month);
  first.setUTCMonth(first.getUTCMonth() + number);
  return iso(first).slice(0, 7);
}

/** Return the weeks that a month is in, from Monday to Sunday, with the days of its neighbours. */
export function weeksOf(month: string): string[][] {
  const day = firstOf(month);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  while (iso(day) < `${addMonths(month, 1)}-01`) {
    weeks.push(
      Array.from({ length: 7 }, () => {
        const text = iso(day);
        day.setUTCDate(day.getUTCDate() + 1);
        return text;
      }),
    );
  }
  return weeks;
}

/** Group by the day on which each is due; those without a day are left out. */
export function byDay<Due extends { due: string | null }>(obligations: readonly Due[]): Map<string, Due[]> {
  const days = new Map<string, Due[]>();
  for (const each of obligations) if (each.due !== null) days.set(each.due, [...(days.get(each.due) ?? []), each]);
  return days;
}

/** The obligations of a month, with the days of its first and last week. */
function ObligationMonth({ corpusId, filter, month, onMonth }: MonthProps) {
  const weeks = weeksOf(month);
  const list = useQuery(dueOptions(corpusId, filter, weeks.at(0)?.[0] ?? '', weeks.at(-1)?.[6] ?? ''));
  return (
    <Scroller label={t`Obligations of this corpus`}>
      <div className={styles['head']}>
        <IconButton label={t`Previous month`} icon={<ChevronLeft />} onClick={() => onMonth(addMonths(month, -1))} />
        <h2 aria-live="polite">{formatMonth(month)}</h2>
        <IconButton label={t`Next month`} icon={<ChevronRight />} onClick={() => onMonth(addMonths(month, 1))} />
        <Button size="small" onClick={() => onMonth(monthOf(new Date()))}>{t`Today`}</Button>
      </div>
      {list.isError && <ErrorNotice title={t`The obligations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      <Grid corpusId={corpusId} month={month} weeks={weeks} days={byDay(list.data ?? [])} />
    </Scroller>
  );
}

interface CalendarProps {
  corpusId: string;
  maySubscribe: boolean;
  /** whether the user may tick them off, and set their dates */
  mayChange: boolean;
  filter: ObligationFilter;
  onFilter: (filter: ObligationFilter) => void;
}

function Filters({ filter, onFilter, children }: Pick<CalendarProps, 'filter' | 'onFilter'> & { children: ReactNode }) {
  return (
    <Toolbar>
      <Select
        label={t`Kind`}
        value={filter.kind ?? ''}
        onChange={({ target: { value } }) => onFilter({ ...filter, kind: isObligationKind(value) ? value : undefined })}
      >
        <option value="">{t`All kinds`}</option>
        {Object.entries(KIND_NAMES).map(([kind, name]) => (
          <option key={kind} value={kind}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={t`Review`}
        value={filter.review ?? ''}
        onChange={({ target: { value } }) => onFilter({ ...filter, review: isReviewFilter(value) ? value : undefined })}
      >
        <option value="">{t`Reviewed or not`}</option>
        {Object.entries(REVIEW_NAMES).map(([review, name]) => (
          <option key={review} value={review}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t({ context: 'obligation', message: 'Done' })} value={filter.done ?? ''} onChange={({ target: { value } }) => onFilter({ ...filter, done: isDoneFilter(value) ? value : undefined })}>
        <option value="">{t`Done or not`}</option>
        <option value="no">{t`Not done`}</option>
        <option value="yes">{t({ context: 'obligation', message: 'Done' })}</option>
      </Select>
      <IconButton label={t`Show as a list`} icon={<List />} pressed={!filter.month} onClick={() => onFilter({ ...filter, month: undefined })} />
      <IconButton
        label={t`Show by month`}
        icon={<CalendarDays />}
        pressed={Boolean(filter.month)}
        onClick={() => onFilter({ ...filter, month: filter.month ?? monthOf(new Date()) })}
      />
      {children}
    </Toolbar>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const navigate = useNavigate();
  if (filtered) return <Notice icon={<SearchX />} title={t`No obligation matches the filter`} action={<Button onClick={onClear}>{t`Clear filter`}</Button>} />;
  return (
    <Notice
      icon={<CalendarDays />}
      title={t`No obligations yet`}
      action={<Button onClick={() => void navigate({ to: '.', search: { tab: 'analyze' } })}>{t`Go to the analyzers`}</Button>}
    >
      {t`Run the analyzer “Deadlines” on this corpus: it finds terms, renewals, notice periods, payments and deliveries.`}
    </Notice>
  );
}

interface MoreProps {
  total: number | undefined;
  file: string;
  maySubscribe: boolean;
  onSubscribe: () => void;
}

function More({ total, file, maySubscribe, onSubscribe }: MoreProps) {
  return (
    <>
      <Spacer />
      <span className="muted small" role="status">
        {total !== undefined && plural(total, { one: '# obligation', other: '# obligations' })}
      </span>
      {maySubscribe && <IconButton label={t`Subscribe in a calendar program`} icon={<CalendarPlus />} onClick={onSubscribe} />}
      <a className={styles['download']} href={file} download aria-label={t`Download the calendar file`} data-tooltip={t`Download the calendar file`}>
        <Download aria-hidden="true" />
      </a>
    </>
  );
}

function Content({ corpusId, mayChange, filter, list, onFilter }: Omit<CalendarProps, 'maySubscribe'> & { list: ListQuery }) {
  if (filter.month) return <ObligationMonth corpusId={corpusId} filter={filter} month={filter.month} onMonth={(month) => onFilter({ ...filter, month })} />;
  return list.isSuccess && <ObligationList corpusId={corpusId} mayChange={mayChange} list={list} />;
}

/** The obligations of a corpus by date, as a list or a month, with a calendar file and addresses for calendar programs. */
export function ObligationCalendar({ corpusId, maySubscribe, mayChange, filter, onFilter }: CalendarProps) {
  const list = useInfiniteQuery(obligationsOptions(corpusId, filter));
  const [subscribing, setSubscribing] = useState(false);
  const total = list.data?.pages[0]?.totalCount;
  const file = `/api/v1/corpuses/${corpusId}/obligations/calendar?${exportQuery(filter)}`;
  return (
    <div className={styles['calendar']}>
      {(total !== 0 || isFiltered(filter)) && (
        <Filters filter={filter} onFilter={onFilter}>
          <More total={total} file={file} maySubscribe={maySubscribe} onSubscribe={() => setSubscribing(true)} />
        </Filters>
      )}
      {list.isPending && <SkeletonRows label={t`Loading the obligations`} />}
      {list.isError && <ErrorNotice title={t`The obligations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {total === 0 && <Nothing filtered={isFiltered(filter)} onClear={() => onFilter({})} />}
      {total !== 0 && <Content corpusId={corpusId} mayChange={mayChange} filter={filter} list={list} onFilter={onFilter} />}
      {subscribing && <FeedDialog corpusId={corpusId} onClose={() => setSubscribing(false)} />}
    </div>
  );
}
