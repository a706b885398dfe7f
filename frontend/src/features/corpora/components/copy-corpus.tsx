import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { formatNumber } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { errorMessage } from '@/lib/messages/errors';

import { corpusCopyOptions, useResumeCopying, useStopCopying, type CorpusCopy } from '../api/copy-corpus';
import type { CorpusDetail } from '../api/get-corpus';
import styles from './copy-corpus.module.css';

const CopyCorpusDialog = lazyDialog(
  async () => (await import('./copy-corpus-dialog')).CopyCorpusDialog,
  ({ onClose }) => onClose(),
);

/** The button that opens the dialog to copy a corpus. */
export function CopyCorpus({ corpus, onCopied }: { corpus: CorpusDetail; onCopied: (uuid: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Copy`}
      </Button>
      {open && <CopyCorpusDialog corpus={corpus} onCopied={onCopied} onClose={() => setOpen(false)} />}
    </>
  );
}

function Running({ copy: { documents, total, job } }: { copy: CorpusCopy }) {
  const cancel = useStopCopying();
  const [done, all] = [formatNumber(documents), formatNumber(total)];
  return (
    <>
      <span role="status">{t`Copying: ${done} of ${all} documents`}</span>
      <progress aria-label={t`Progress of copying`} max={Math.max(1, total)} value={documents} />
      {job && (
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate(job)}>
          {t`Stop copying`}
        </Button>
      )}
    </>
  );
}

function Failed({ copy: { documents, total, job, error } }: { copy: CorpusCopy }) {
  const retry = useResumeCopying();
  const [done, all] = [formatNumber(documents), formatNumber(total)];
  const reason = error?.code === 'cancelled' ? t`Copying was stopped.` : (error ? errorMessage(error) : '');
  return (
    <>
      <span role="alert">{t`${done} of ${all} documents were copied. ${reason}`}</span>
      {job && (
        <Button size="small" busy={retry.isPending} onClick={() => retry.mutate(job)}>
          {t`Copy the rest`}
        </Button>
      )}
    </>
  );
}

function Origin({ copy: { source, leftOut } }: { copy: CorpusCopy }) {
  return (
    <>
      {source && (
        <span>
          <Trans>
            Copy of{' '}
            <Link to="/c/$uuid" params={{ uuid: source.uuid }}>
              {source.title}
            </Link>
          </Trans>
        </span>
      )}
      {leftOut > 0 && (
        <span>
          {plural(leftOut, { one: '# document was left out, because you have no access to it.', other: '# documents were left out, because you have no access to them.' })}
        </span>
      )}
    </>
  );
}

/** Of a corpus that is a copy: its source, the progress of copying, and what was left out. */
export function CopyReport({ corpusId }: { corpusId: string }) {
  const { data: copy } = useQuery(corpusCopyOptions(corpusId));
  if (!copy) return null;
  return (
    <span className={styles['report']}>
      {copy.state === 'WAITING' && <Running copy={copy} />}
      {copy.state === 'FAILED' && <Failed copy={copy} />}
      <Origin copy={copy} />
    </span>
  );
}
