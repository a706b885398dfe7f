import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleX, LockOpen, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FieldForm } from '@/components/ui/field-form';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { useUnlockDocument } from '@/features/documents/api/unlock-document';
import { ParentLink } from '@/features/documents/components/parent-link';
import { RenameDialog } from '@/features/documents/components/rename-dialog';
import { ReparseMenu } from '@/features/documents/components/reparse-menu';
import { isProcessing, processingJob } from '@/features/documents/model/processing-job';
import { isCausedByFile } from '@/features/documents/model/retry';
import { needsPassword } from '@/features/documents/model/state';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { JobStateLine } from '@/features/jobs/components/job-state';
import { JobSteps } from '@/features/jobs/components/job-steps';
import { ShareButton } from '@/features/sharing/components/share-button';
import { documentFailureText } from '@/lib/messages/errors';
import { isMine, may } from '@/lib/permissions';
import { displayName } from '@/lib/users';

import { DocumentSkeleton } from './document-skeleton';
import styles from './document-without-pages.module.css';

/** The steps of processing and the state of its job. */
function ProcessingSteps({ document }: { document: DocumentDetail }) {
  const job = processingJob(document.jobs);
  return (
    <div className={styles['steps']}>
      <div className={styles['sheet']}>{document.thumbnailUrl && <img src={document.thumbnailUrl} alt={t`First page`} />}</div>
      {job && (
        <>
          <div className={styles['list']} aria-live="polite">
            <JobSteps steps={job.steps} />
          </div>
          <div className={styles['job']}>
            <JobStateLine job={job} />
            <JobButtons job={job} cancellable={isMine(document)} name={`${job.title}: ${document.title}`} />
          </div>
        </>
      )}
      <p className="muted">{t`You can leave this page. Processing continues in the background.`}</p>
    </div>
  );
}

/** The actions on a document that has no pages to show. */
function DocumentTools({ document }: { document: DocumentDetail }) {
  const [isRenaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const deletion = useDeleteDocuments(() => void navigate({ to: '/' }));
  const { uuid, title } = document;
  return (
    <>
      {may(document, 'EDIT') && <IconButton label={t`Rename`} icon={<Pencil />} onClick={() => setRenaming(true)} />}
      {isMine(document) && <ShareButton size="small" subject={{ kind: 'document', uuid, title }} object={document} />}
      {may(document, 'DELETE') && <IconButton label={t`Delete`} icon={<Trash2 />} onClick={() => deletion.mutate([document])} />}
      {isRenaming && <RenameDialog document={document} onClose={() => setRenaming(false)} />}
    </>
  );
}

/** Asks for the password of a protected document. */
function UnlockForm({ uuid }: { uuid: string }) {
  const unlock = useUnlockDocument();
  return (
    <div className={styles['form']}>
      <FieldForm
        label={t`Document password`}
        field={{ label: t`Password`, type: 'password', autoComplete: 'off', maxLength: 500 }}
        name="password"
        submit={t`Unlock`}
        icon={<LockOpen aria-hidden="true" />}
        busy={unlock.isPending}
        error={unlock.error}
        onSubmit={(password) => unlock.mutate({ uuid, password })}
      />
    </div>
  );
}

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
