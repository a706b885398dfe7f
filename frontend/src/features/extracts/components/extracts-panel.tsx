import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isFailed } from '@/lib/failed-query';

import { extractsOptions } from '../api/extracts';
import type { GridFilter } from '../model/filter';
import type { Folder } from '../model/folder';
import { ExtractList } from './extract-list';
import { ExtractView } from './extract-view';
import styles from './extracts-panel.module.css';
import { NewExtract } from './new-extract';

interface ExtractsPanelProps {
  corpusId: string;
  mayEdit: boolean;
  mayReview: boolean;
  mayAnnotate: boolean;
  /** the extract that is open */
  extract: string | undefined;
  filter: GridFilter;
  /** documents that are selected elsewhere, for a new extract */
  folders: readonly Folder[];
  onOpen: (extract: string | undefined) => void;
  onFilter: (filter: GridFilter) => void;
}

/** The extracts of a corpus: the list of runs, or the grid of one of them. */
export function ExtractsPanel({ corpusId, mayEdit, mayReview, mayAnnotate, extract, filter, folders, onOpen, onFilter }: ExtractsPanelProps) {
  const extracts = useQuery(extractsOptions(corpusId));
  const [creating, setCreating] = useState(false);
  if (extract) return <ExtractView key={extract} id={extract} {...{ mayEdit, mayReview, mayAnnotate, filter, onFilter }} onClose={() => onOpen(undefined)} onOpen={onOpen} />;
  if (extracts.isPending) return <SkeletonRows label={t`Loading the extractions`} />;
  if (isFailed(extracts)) return <ErrorNotice title={t`The extractions could not be loaded`} error={extracts.error} onRetry={() => void extracts.refetch()} />;
  const create = mayEdit && (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t`New extraction`}
    </Button>
  );
  return (
    <div className={styles['panel']} tabIndex={0} role="region" aria-label={t`Extractions`}>
      {extracts.data.length === 0 ? (
        <Notice icon={<Table2 />} title={t`No extractions yet`} action={create}>
          {t`Ask the same questions about every document, and get a table in which every value links to the text that supports it.`}
        </Notice>
      ) : (
        <>
          <header className={styles['head']}>
            <h2>{t`Extractions`}</h2>
            {create}
          </header>
          <ExtractList corpusId={corpusId} extracts={extracts.data} mayEdit={mayEdit} onOpen={onOpen} />
        </>
      )}
      {creating && (
        <NewExtract
          corpusId={corpusId}
          folders={folders}
          onClose={() => setCreating(false)}
          onStarted={(id) => {
            setCreating(false);
            onOpen(id);
          }}
        />
      )}
    </div>
  );
}
