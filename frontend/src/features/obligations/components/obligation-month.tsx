import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Scroller } from '@/components/ui/scroller';

import { dueOptions, type Obligation } from '../api/obligations';
import { formatDay, formatMonth, formatWeekday } from '../model/days';
import { KIND_NAMES } from '../model/kinds';
import { addMonths, byDay, monthOf, weeksOf } from '../model/month';
import type { ObligationFilter } from '../model/obligation-filter';
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

/** The obligations of a month, with the days of its first and last week. */
export function ObligationMonth({ corpusId, filter, month, onMonth }: MonthProps) {
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
