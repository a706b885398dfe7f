import { t } from '@lingui/core/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { Scroller } from '@/components/ui/scroller';
import { SuggestedBadge } from '@/features/annotations/components/suggested-badge';
import { userError } from '@/graphql/fragments';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { fieldError, formError } from '@/lib/form-errors';
import { mutate } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Obligation } from '../api/obligations';
import { formatDay } from '../model/days';
import { KIND_NAMES } from '../model/kinds';
import styles from './obligations.module.css';

const updateObligationMutation = graphql(
  `
    mutation UpdateObligation($input: UpdateObligationInput!) {
      updateObligation(input: $input) {
        obligation {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Change = VariablesOf<typeof updateObligationMutation>['input'];

/** Tick off an obligation, or set its date. */
const useUpdateObligation = (options: { onError?: (error: Error) => void } = {}) =>
  useInvalidatingMutation({
    mutationFn: (input: Change) => mutate(updateObligationMutation, input),
    ...options,
  });

interface DueDialogProps {
  obligation: Obligation;
  onClose: () => void;
}

/** Sets the date of an obligation, beside the words of the document from which it follows. */
function DueDialog({ obligation, onClose }: DueDialogProps) {
  const { id, kind, document, quote, computedDue, isDueByUser } = obligation;
  const computed = isDueByUser && computedDue;
  const [due, setDue] = useState(obligation.due ?? '');
  const update = useUpdateObligation({ onError: ignoreError });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Date of ${KIND_NAMES[kind]}`} description={`${document.title}: \u201c${quote}\u201d`}>
      <DialogBody>
        <Form
          onSubmit={() => update.mutate({ id, due }, { onSuccess: onClose })}
          error={formError(update.error, ['due'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              {computed && (
                <Button busy={update.isPending} onClick={() => update.mutate({ id, due: null }, { onSuccess: onClose })}>
                  {t`Use the computed date`}
                </Button>
              )}
              <Button type="submit" variant="primary" busy={update.isPending} disabled={due === ''}>
                {t`Set date`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Date`} type="date" required value={due} error={fieldError(update.error, 'due')} onChange={({ target }) => setDue(target.value)} />
          <p className="muted small">{t`Another run of the analyzer leaves a date that you set.`}</p>
          {computed && <p className="muted small">{t`Computed date: ${formatDay(computed)}`}</p>}
        </Form>
      </DialogBody>
    </Dialog>
  );
}

export type ListQuery = UseInfiniteQueryResult<InfiniteData<{ edges: readonly { node: Obligation }[] }>>;

interface ObligationListProps {
  corpusId: string;
  mayChange: boolean;
  list: ListQuery;
}

interface RowProps {
  obligation: Obligation;
  corpusId: string;
  mayChange: boolean;
  onSetDate: () => void;
}

function Row({ obligation, corpusId, mayChange, onSetDate }: RowProps) {
  const { id, kind, due, quote, page, review, done, annotation, document } = obligation;
  const { mutate: update, isPending, variables } = useUpdateObligation();
  const isDone = isPending ? variables.isDone === true : done !== null;
  const name = `${KIND_NAMES[kind]}, ${document.title}`;
  return (
    <li className={styles['row']} data-done={isDone ? '' : undefined}>
      {mayChange && (
        <span className={styles['change']}>
          <Checkbox label={t`Done: ${name}`} checked={isDone} onChange={(checked) => update({ id, isDone: checked })} />
        </span>
      )}
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: annotation.uuid }} className={styles['link']}>
        <span className={styles['due']}>{due === null ? <span className="muted">{t`No date`}</span> : <time dateTime={due}>{formatDay(due)}</time>}</span>
        <span className={styles['what']}>
          <span className={styles['kind']}>
            {KIND_NAMES[kind]}
            {review === 'PENDING' && <SuggestedBadge />}
            {isDone && <span className="muted">{t({ context: 'obligation', message: 'done' })}</span>}
          </span>
          <span className={styles['quote']}>{quote}</span>
          <span className={styles['about']}>{t`${document.title}, page ${page}`}</span>
        </span>
      </Link>
      {mayChange && (
        <span className={styles['change']}>
          <IconButton label={t`Set the date of ${name}`} icon={<CalendarClock />} onClick={onSetDate} />
        </span>
      )}
    </li>
  );
}

/** Obligations by date. Each one opens its document at its place; users who annotate tick them off, and set their dates. */
export function ObligationList({ corpusId, mayChange, list }: ObligationListProps) {
  const [dated, setDated] = useState<Obligation>();
  return (
    <Scroller label={t`Obligations of this corpus`} more={list}>
      <ul aria-label={t`Obligations`}>
        {list.data?.pages.flatMap(nodes).map((obligation) => (
          <Row key={obligation.id} obligation={obligation} corpusId={corpusId} mayChange={mayChange} onSetDate={() => setDated(obligation)} />
        ))}
      </ul>
      {dated && <DueDialog obligation={dated} onClose={() => setDated(undefined)} />}
    </Scroller>
  );
}
