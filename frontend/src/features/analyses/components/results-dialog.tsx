import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Action } from '@/features/actions/api/actions';
import { nodes } from '@/lib/relay';

import { resultsOfRunsOptions, type ShownResults } from '../api/results';
import { Checks, Values } from './analysis-results';
import styles from './analysis-results.module.css';

interface DialogProps {
  action: Action;
  corpusId: string;
  settingsVersion: number;
  shown: ShownResults;
  mayAnnotate: boolean;
  onClose: () => void;
}

/** The documents of a run that did not pass, with the reasons; or those with values. */
export function ResultsDialog({ action, corpusId, settingsVersion, shown, mayAnnotate, onClose }: DialogProps) {
  const runs = useInfiniteQuery(resultsOfRunsOptions(corpusId, action.uuid, settingsVersion, shown));
  const title = shown === 'values' ? t`Values of ${action.name}, version ${settingsVersion}` : t`Did not pass ${action.name}, version ${settingsVersion}`;
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={title}>
      <DialogBody>
        {runs.isPending && <SkeletonRows label={t`Loading the documents`} />}
        {runs.isError && <ErrorNotice title={t`The documents could not be loaded`} error={runs.error} onRetry={() => void runs.refetch()} />}
        <ul className={styles['documents']} aria-label={t`Documents`}>
          {(runs.data?.pages ?? []).flatMap(nodes).map(({ uuid, document, failed, metadata }) => (
            <li key={uuid}>
              <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId }} translate="no">
                {document.title}
              </Link>
              {shown === 'values' ? <Values values={nodes(metadata)} corpusId={corpusId} documentId={document.uuid} editable={mayAnnotate} /> : <Checks checks={nodes(failed)} />}
            </li>
          ))}
        </ul>
        {runs.hasNextPage && (
          <Button variant="quiet" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}
