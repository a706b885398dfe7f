import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { CorpusLabel } from '../api/corpus-labels';
import styles from './suggest-passages.module.css';

// Suggestions of passages for a label: how many examples it has, and the job that learns from them.

const suggestionFields = graphql(`
  fragment SuggestionFields on LabelSuggestions {
    exampleCount
    neededCount
    pendingCount
    suggestedCount
    job
    state
    progress
    problem
  }
`);

const labelSuggestionsQuery = graphql(
  `
    query LabelSuggestions($labelId: ID!) {
      labelSuggestions(labelId: $labelId) {
        ...SuggestionFields
      }
    }
  `,
  [suggestionFields],
);

const suggestPassagesMutation = graphql(
  `
    mutation SuggestPassages($input: SuggestPassagesInput!) {
      suggestPassages(input: $input) {
        labelSuggestions {
          ...SuggestionFields
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [suggestionFields, userError],
);

const cancelSuggestingMutation = graphql(
  `
    mutation CancelSuggesting($input: CancelJobInput!) {
      cancelJob(input: $input) {
        job {
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

type LabelSuggestions = ResultOf<typeof suggestionFields>;

const POLL_MS = 1_000;
const ENDED: ReadonlySet<LabelSuggestions['state']> = new Set([null, 'CANCELLED', 'FAILED', 'SUCCESS'] as const);

const isSuggesting = ({ state }: LabelSuggestions) => !ENDED.has(state);

const keyOf = (labelId: string) => ['label-suggestions', labelId];

/** While the job runs, its progress is fetched again and again: no event reports it. */
const suggestionsOptions = (labelId: string) =>
  queryOptions({
    queryKey: keyOf(labelId),
    queryFn: async () => (await request(labelSuggestionsQuery, { labelId })).labelSuggestions,
    refetchInterval: ({ state: { data } }) => (data && isSuggesting(data) ? POLL_MS : false),
  });

const useSuggestPassages = (labelId: string) =>
  useInvalidatingMutation({ mutationFn: () => mutate(suggestPassagesMutation, { labelId }), affected: [keyOf(labelId), ['jobs']] });

const useCancelSuggesting = (labelId: string) =>
  useInvalidatingMutation({ mutationFn: (id: string) => mutate(cancelSuggestingMutation, { id }), affected: [keyOf(labelId), ['jobs']] });

interface SuggestPassagesProps {
  corpusId: string;
  label: CorpusLabel;
  onClose: () => void;
}

type Suggestions = { suggestions: LabelSuggestions };

function Running({ label, suggestions: { job, progress } }: Pick<SuggestPassagesProps, 'label'> & Suggestions) {
  const cancel = useCancelSuggesting(label.uuid);
  return (
    <>
      <p role="status">{t`Looking for passages in the documents. You can close this: the search goes on.`}</p>
      <progress className={styles['progress']} aria-label={t`Looking for passages`} max={100} value={progress} />
      <DialogActions>
        <Button busy={cancel.isPending} disabled={!job} onClick={() => job && cancel.mutate(job)}>
          {t`Stop`}
        </Button>
      </DialogActions>
    </>
  );
}

/** The result of the last run, and what is left to review. */
function Result({ corpusId, label, suggestions: { state, problem, suggestedCount, pendingCount } }: Omit<SuggestPassagesProps, 'onClose'> & Suggestions) {
  const review = { tab: 'annotations', label: label.uuid, review: 'PENDING' } as const;
  return (
    <div role="status">
      {state === 'FAILED' && <p>{t`No passages were suggested: ${problem}`}</p>}
      {state === 'CANCELLED' && <p>{t`The search was stopped.`}</p>}
      {state === 'SUCCESS' && suggestedCount === 0 && <p>{t`No further passages were found for which the label is probably right.`}</p>}
      {state === 'SUCCESS' && suggestedCount > 0 && <p>{t`${plural(suggestedCount, { one: '# passage', other: '# passages' })} suggested.`}</p>}
      {pendingCount > 0 && (
        <p>
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={review}>
            {t`${plural(pendingCount, { one: '# suggestion', other: '# suggestions' })} to review`}
          </Link>
        </p>
      )}
    </div>
  );
}

function Start({ label, suggestions: { exampleCount, neededCount, state }, onClose }: Pick<SuggestPassagesProps, 'label' | 'onClose'> & Suggestions) {
  const start = useSuggestPassages(label.uuid);
  const isReady = exampleCount >= neededCount;
  return (
    <>
      {start.isError && <p role="alert">{toApiError(start.error).message}</p>}
      {!isReady && (
        <p id="suggest-reason">
          {t`${neededCount} examples needed, ${exampleCount} there.`}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
        <Button
          variant="primary"
          busy={start.isPending}
          disabled={!isReady}
          aria-describedby={isReady ? undefined : 'suggest-reason'}
          onClick={() => start.mutate()}
        >
          {state ? t`Suggest again` : t`Suggest passages`}
        </Button>
      </DialogActions>
    </>
  );
}

/** The dialog that suggests passages for a label. */
export function SuggestPassages({ corpusId, label, onClose }: SuggestPassagesProps) {
  const { data: suggestions, isError, error, refetch } = useQuery(suggestionsOptions(label.uuid));
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Suggest passages for ${quoted(label.name)}`}>
      <DialogBody>
        {isError && !suggestions && <ErrorNotice title={t`The suggestions could not be loaded`} error={error} onRetry={() => void refetch()} />}
        {!suggestions && !isError && <SkeletonRows rows={2} label={t`Loading the suggestions`} />}
        {suggestions && (
          <>
            <p>
              {t`This learns the label from ${plural(suggestions.exampleCount, { one: '# example', other: '# examples' })}: annotated passages and accepted suggestions. It suggests similar sentences in all documents. You accept or reject them, and the next search learns from that.`}
            </p>
            {isSuggesting(suggestions) ? (
              <Running label={label} suggestions={suggestions} />
            ) : (
              <>
                <Result corpusId={corpusId} label={label} suggestions={suggestions} />
                <Start label={label} suggestions={suggestions} onClose={onClose} />
              </>
            )}
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}
