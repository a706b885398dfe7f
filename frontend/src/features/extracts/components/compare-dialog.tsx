import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { exactTime } from '@/lib/time';

import { useDifferences } from '../api/differences';
import { extractsOptions, type Extract } from '../api/extracts';
import type { IndexedRow } from '../api/rows';
import { statusText, type Cell } from '../model/cell';
import styles from './compare-dialog.module.css';

interface CompareDialogProps {
  extract: Extract;
  /** the rows of the grid, for their titles and places */
  rows: readonly IndexedRow[];
  onShow: (row: number, column: number) => void;
  onClose: () => void;
}

const valueOf = ({ text, status }: Cell) => text || statusText(status);

function Differences({ extract, other, rows, onShow }: Omit<CompareDialogProps, 'onClose'> & { other: string }) {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDifferences(extract.id, other);
  if (error) return <ErrorNotice title={t`The differences could not be loaded`} error={error} onRetry={() => void refetch()} />;
  if (!items) return <SkeletonRows label={t`Loading the differences`} />;
  if (items.length === 0) return <p role="status">{t`Both runs have the same values.`}</p>;
  return (
    <>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t`Document`}</th>
            <th scope="col">{t`Column`}</th>
            <th scope="col">{t`This run`}</th>
            <th scope="col">{t`Other run`}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, cell, other: theirs }) => {
            const row = rows.findIndex((each) => each.id === cell.row);
            const column = extract.columns.findIndex((each) => each.id === cell.column);
            return (
              <tr key={id}>
                <th scope="row">
                  {row < 0 ? (
                    t`A document that the filter hides`
                  ) : (
                    <button type="button" className={styles['link']} onClick={() => onShow(row, column)}>
                      {rows[row]?.title}
                    </button>
                  )}
                </th>
                <td>{extract.columns[column]?.name}</td>
                <td>{valueOf(cell)}</td>
                <td>{valueOf(theirs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}

/** Lists the cells for which another run of the same questions has another value. */
export function CompareDialog({ extract, rows, onShow, onClose }: CompareDialogProps) {
  const { data } = useQuery(extractsOptions(extract.corpus));
  const runs = (data ?? []).filter(({ id, fieldset }) => id !== extract.id && fieldset !== null && fieldset === extract.fieldset);
  const [chosen, choose] = useState(extract.previous ?? '');
  const other = runs.find(({ id }) => id === chosen) ?? runs[0];
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={t`Compare with another run`}>
      <DialogBody>
        {other ? (
          <>
            <Labelled label={t`Other run`}>
              <Select label={t`Other run`} value={other.id} onChange={({ target }) => choose(target.value)}>
                {runs.map(({ id, name, engine, created }) => (
                  <option key={id} value={id}>
                    {name}, {exactTime(created)}, {engine}
                  </option>
                ))}
              </Select>
            </Labelled>
            <Differences {...{ extract, rows, onShow }} other={other.id} />
          </>
        ) : (
          <HelpText>{data ? t`There is no other run of these questions yet.` : t`Loading the other runs…`}</HelpText>
        )}
      </DialogBody>
    </Dialog>
  );
}
