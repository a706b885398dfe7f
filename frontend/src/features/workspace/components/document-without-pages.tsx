import { t } from '@lingui/core/macro';
import { CircleX, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { ParentLink } from '@/features/documents/components/parent-link';
import { UnlockForm } from '@/features/documents/components/unlock-form';
import { ReparseMenu } from '@/features/documents/components/reparse-menu';
import { isCausedByFile } from '@/features/documents/model/retry';
import { isProcessing } from '@/features/documents/model/processing-job';
import { needsPassword } from '@/features/documents/model/state';
import { documentFailureText } from '@/lib/messages/errors';
import { displayName } from '@/lib/users';
import { may } from '@/lib/permissions';

import { DocumentSkeleton } from './document-skeleton';
import { DocumentTools } from './document-tools';
import { ProcessingSteps } from './processing-steps';
import styles from './document-without-pages.module.css';

/** The actions for editors of the document: enter its password, retry, or choose another parser. */
function RetryActions({ document }: { document: DocumentDetail }) {
  const retry = useRetryDocument();
  const { failure, uuid } = document;
  return (
    <>
      {needsPassword(failure) && <UnlockForm uuid={uuid} />}
      {!isCausedByFile(failure) && (
        <Button variant="primary" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
          {t`Retry`}
        </Button>
      )}
      {!needsPassword(failure) && <ReparseMenu document={document} />}
    </>
  );
}

const NO_FAILURE = { code: '', message: '' };

function Failed({ document }: { document: DocumentDetail }) {
  const failure = document.failure ?? NO_FAILURE;
  const { title, message, action } = documentFailureText(failure);
  const editable = may(document, 'EDIT');
  const actions = (
    <div className={styles['actions']}>
      {editable && <RetryActions document={document} />}
      <a href={document.fileUrl} download={document.filename}>
        {t`Download the file`}
      </a>
    </div>
  );
  return (
    <Notice role="alert" icon={<CircleX />} title={title} action={actions} small={failure.code}>
      <p>{message}</p>
      <p>{editable ? action : t`Its owner, ${displayName(document.owner)}, can retry it.`}</p>
    </Notice>
  );
}

function NoPages({ error }: { error: unknown }) {
  if (error !== null) return <ErrorNotice title={t`The pages could not be loaded`} error={error} />;
  return <Notice icon={<CircleX />} title={t`This document has no pages`} />;
}

/** A document without pages: it is being processed, it failed, or its pages are being loaded. */
export function DocumentWithoutPages({ document, error }: { document: DocumentDetail; error: unknown }) {
  const { state, title, pageCount } = document;
  if ((state === 'READY' || state === 'PARTIAL') && pageCount > 0 && error === null) return <DocumentSkeleton />;
  return (
    <div className={styles['view']}>
      <header className={styles['header']}>
        <h1>{title}</h1>
        <DocumentTools document={document} />
      </header>
      <ParentLink document={document} className="muted small" />
      {isProcessing(document) && <ProcessingSteps document={document} />}
      {state === 'FAILED' && !isProcessing(document) && <Failed document={document} />}
      {(state === 'READY' || state === 'PARTIAL') && <NoPages error={error} />}
    </div>
  );
}
