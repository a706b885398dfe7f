import { CircleX, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { ParentLink } from '@/features/documents/components/parent-link';
import { UnlockForm } from '@/features/documents/components/unlock-form';
import { ParseAgainMenu } from '@/features/documents/components/parse-again-menu';
import { failureAdvice, wantsPassword } from '@/features/documents/model/failure';
import { isBeingRead } from '@/features/documents/model/processing-job';
import { personName } from '@/lib/people';
import { may } from '@/lib/permissions';

import { DocumentSkeleton } from './document-skeleton';
import { ProcessingSteps } from './processing-steps';
import styles from './unreadable.module.css';

/** What whoever may edit it can do: give the password, or have it read again, also by another parser. */
function AnotherTry({ document }: { document: DocumentDetail }) {
  const retry = useRetryDocument();
  const { failure, uuid } = document;
  return (
    <>
      {wantsPassword(failure?.code ?? '') ? (
        <UnlockForm uuid={uuid} />
      ) : (
        <Button variant="primary" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
          Retry
        </Button>
      )}
      {document.parsers.length > 0 && <ParseAgainMenu document={document} />}
    </>
  );
}

function Failed({ document }: { document: DocumentDetail }) {
  const code = document.failure?.code ?? '';
  const { title, means, todo } = failureAdvice(code);
  const editable = may(document, 'EDIT');
  const actions = (
    <div className={styles['actions']}>
      {editable && <AnotherTry document={document} />}
      <a href={document.fileUrl} download={document.filename}>
        Download the file
      </a>
    </div>
  );
  return (
    <Notice role="alert" icon={<CircleX />} title={title} action={actions} small={code}>
      <p>{means}</p>
      <p>{editable ? todo : `${personName(document.owner)}, whose document it is, can have it read again.`}</p>
    </Notice>
  );
}

function NoPages({ error }: { error: unknown }) {
  if (error !== null) return <ErrorNotice title="The pages could not be loaded" error={error} />;
  return <Notice icon={<CircleX />} title="This document has no pages" />;
}

/** A document without pages to show: it is being read, it failed, or its pages are on their way. */
export function Unreadable({ document, error }: { document: DocumentDetail; error: unknown }) {
  const { state, title, pageCount } = document;
  if ((state === 'READY' || state === 'PARTIAL') && pageCount > 0 && error === null) return <DocumentSkeleton />;
  return (
    <div className={styles['place']}>
      <h1 className={styles['title']}>{title}</h1>
      <ParentLink document={document} className="muted small" />
      {isBeingRead(document) && <ProcessingSteps document={document} />}
      {state === 'FAILED' && !isBeingRead(document) && <Failed document={document} />}
      {(state === 'READY' || state === 'PARTIAL') && <NoPages error={error} />}
    </div>
  );
}
