import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, Tag, X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { RelativeTime } from '@/components/ui/relative-time';
import { Switch } from '@/components/ui/switch';
import { AuditList } from '@/features/audit/components/audit-list';
import { corpusLabelsOptions } from '@/features/corpora/api/corpus-labels';
import type { DocumentLabelsEdit, LabelChange } from '@/features/corpora/api/document-label-edits';
import { documentLabelsOptions, type DocumentLabel } from '@/features/corpora/api/document-labels';
import documentLabelsStyles from '@/features/corpora/components/document-labels/document-labels.module.css';
import { withWaiting } from '@/features/corpora/model/waiting-labels';
import { propertiesOptions } from '@/features/documents/api/document-properties';
import { ReparseMenu } from '@/features/documents/components/reparse-menu';
import { Waiting } from '@/features/edits/components/waiting';
import { useEditQueue, useWaitingEdits } from '@/features/edits/edit-queue';
import { hasOurPages, OUR_PAGES } from '@/features/viewer/model/page-labels';
import { CERTAIN_FROM_PERCENT } from '@/features/viewer/model/token-page';
import { toApiError } from '@/lib/errors';
import { fileSize, languageName } from '@/lib/format';
import { lazyComponent, lazyPart } from '@/lib/lazy-part';
import { ocrText, propertyLabel, propertyValue, sortProperties } from '@/lib/messages/document-details';
import { warningText } from '@/lib/messages/server-messages';
import { isMine, may } from '@/lib/permissions';
import { uuidv7 } from '@/lib/uuid';

import { useDocumentContext } from '../document-context';
import styles from './details.module.css';

const FieldsOfDocument = lazyComponent(async () => (await import('@/features/corpora/components/fields/fields-of-document')).FieldsOfDocument);

const DocumentResults = lazyComponent(async () => (await import('@/features/analyses/components/document-results')).DocumentResults);

const DocumentVersions = lazyComponent(async () => (await import('@/features/documents/components/document-versions')).DocumentVersions);

export interface DetailsProps {
  showUncertain: boolean;
  onShowUncertain: (show: boolean) => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function DetailList({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles['list']}>
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// Loaded before a connection may be lost.
const useLabelDialog = lazyPart(() => import('@/features/corpora/components/document-labels/label-dialog'));

interface LabelsOfDocumentProps {
  uuid: string;
  corpusId: string;
  editable: boolean;
}

/** The labels of a document as a whole in a corpus, with buttons that add and remove them. */
function LabelsOfDocument({ uuid, corpusId, editable }: LabelsOfDocumentProps) {
  const labels = useQuery(documentLabelsOptions(uuid, corpusId));
  const queue = useEditQueue();
  const waiting = useWaitingEdits<DocumentLabelsEdit>('document-labels');
  useQuery({ ...corpusLabelsOptions(corpusId), enabled: editable }); // those that the dialog offers
  const dialog = useLabelDialog(editable);
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (changes: readonly LabelChange[]) => queue?.add({ type: 'document-labels', group: uuidv7(), changes } satisfies DocumentLabelsEdit);
  const changeOne = (label: DocumentLabel, isRemoved: boolean) => {
    button.current?.focus(); // the one that was pressed is removed
    change([{ label, documentIds: [uuid], remove: isRemoved }]);
  };
  if (!labels.isSuccess) return <p className="muted">{labels.isError ? toApiError(labels.error).message : t`Loading…`}</p>;
  const shown = withWaiting(labels.data, waiting, uuid);
  return (
    <div className={documentLabelsStyles['part']}>
      {shown.length === 0 && <p className="muted">{t`None`}</p>}
      {shown.length > 0 && (
        <ul className={classNames(documentLabelsStyles['chips'], documentLabelsStyles['wrapped'])} aria-label={t`Labels`}>
          {shown.map((label) => (
            <li key={label.uuid} className={classNames(documentLabelsStyles['chip'], label.suggested && documentLabelsStyles['suggested'])}>
              <LabelDot color={label.color} />
              <span className={documentLabelsStyles['name']} title={label.name}>
                {label.name}
              </span>
              {label.pending && <Waiting />}
              {label.suggested && <span className="muted small">{t`Suggested`}</span>}
              {editable && label.suggested && (
                <IconButton label={t`Accept label ${label.name}`} className={documentLabelsStyles['change']} icon={<Check />} onClick={() => changeOne(label, false)} />
              )}
              {editable && (
                <IconButton label={label.suggested ? t`Reject label ${label.name}` : t`Remove label ${label.name}`} className={classNames(documentLabelsStyles['change'], documentLabelsStyles['last'])} icon={<X />} onClick={() => changeOne(label, true)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {editable && (
        <Button ref={button} size="small" icon={<Tag aria-hidden="true" />} onClick={() => setChoosing(true)}>
          {t`Label…`}
        </Button>
      )}
      {choosing && dialog && <dialog.LabelDialog corpusId={corpusId} documents={[{ uuid, labels: shown }]} onSave={change} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** Labels, fields and results of analyzers of the document in the corpus. */
function CorpusDetails() {
  const { document, corpus } = useDocumentContext();
  if (corpus.id === '' || corpus.joins) return null;
  const shown = { uuid: document.uuid, corpusId: corpus.id, editable: corpus.editable };
  return (
    <>
      <Part title={t`Labels`}>
        <LabelsOfDocument {...shown} />
      </Part>
      <Part title={t`Fields`}>
        <FieldsOfDocument {...shown} />
      </Part>
      <DocumentResults corpusId={corpus.id} documentId={document.uuid} editable={corpus.editable} render={(results) => <Part title={t`Results of analyzers`}>{results}</Part>} />
    </>
  );
}

function VersionDetails() {
  const { document, corpusInUrl } = useDocumentContext();
  const isAttachment = document.parent !== null;
  if (isAttachment && document.versionNumber === 1 && !document.newestVersion) return null;
  return (
    <Part title={t`Versions`}>
      <DocumentVersions uuid={document.uuid} corpus={corpusInUrl} mayUpload={!isAttachment && may(document, 'EDIT')} />
    </Part>
  );
}

function ProcessingDetails() {
  const { document } = useDocumentContext();
  const { provenance, language } = document;
  const items = [
    { name: t`Parser`, value: provenance ? `${provenance.parser} ${provenance.parserVersion}` : t`None yet` },
    { name: t`Language`, value: languageName(language) || t`Unknown` },
    ...(provenance?.published ? [{ name: t`Processed`, value: <RelativeTime iso={provenance.published} /> }] : []),
  ];
  return (
    <Part title={t`Processing`}>
      <DetailList items={items} />
      {provenance?.isOutdated && <p>{t`A newer version of this parser is available.`}</p>}
      {(document.revision ?? 0) > 1 && (
        <p>
          <Link to="/d/$uuid/compare" params={{ uuid: document.uuid }}>
            {t`Compare parses`}
          </Link>
        </p>
      )}
      {may(document, 'EDIT') && <ReparseMenu document={document} />}
    </Part>
  );
}

function OcrDetails({ showUncertain, onShowUncertain }: DetailsProps) {
  const { document } = useDocumentContext();
  const text = ocrText(document);
  if (text === null) return null;
  return (
    <Part title={t`Scanned text (OCR)`}>
      <p>{text}</p>
      <Switch label={t`Highlight uncertain words`} about={t`Words with a confidence below ${CERTAIN_FROM_PERCENT}%`} checked={showUncertain} onChange={onShowUncertain} />
      {showUncertain && (
        <p className={styles['legend']}>
          <span aria-hidden="true" className={styles['swatch']} /> {t`Uncertain word: compare it with the page.`}
        </p>
      )}
    </Part>
  );
}

/** A warning; in other languages, the words of the server below it: they name pages and parts. */
function WarningText({ code, message }: { code: string; message: string }) {
  const text = warningText({ code, message });
  return (
    <>
      {text}
      {text !== message && (
        <small lang="en" className={styles['original']}>
          {message}
        </small>
      )}
    </>
  );
}

export function Details(props: DetailsProps) {
  const { document } = useDocumentContext();
  const { warnings, filename, mimeType, typeName, size, created } = document;
  const properties = useQuery(propertiesOptions(document.uuid)).data?.properties ?? [];
  return (
    <div className={styles['details']}>
      {warnings.length > 0 && (
        <Part title={t`Warnings`}>
          <ul>
            {warnings.map((warning) => (
              <li key={warning.code + warning.message}>
                <WarningText {...warning} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <CorpusDetails />
      <VersionDetails />
      <ProcessingDetails />
      <OcrDetails {...props} />
      {properties.length > 0 && (
        <Part title={t`Document properties`}>
          <DetailList items={sortProperties(properties).map(({ name, value }) => ({ name: propertyLabel(name), value: propertyValue(value) }))} />
        </Part>
      )}
      <Part title={t`File`}>
        <DetailList
          items={[
            { name: t`Name`, value: filename },
            { name: t`Type`, value: <span title={mimeType}>{typeName}</span> },
            ...(hasOurPages(mimeType) ? [{ name: t`Pages`, value: OUR_PAGES }] : []),
            { name: t`Size`, value: fileSize(size) },
            { name: t`Added`, value: <RelativeTime iso={created} /> },
          ]}
        />
      </Part>
      {isMine(document) && (
        <Part title={t`Audit log`}>
          <AuditList objectId={document.uuid} label={t`Audit log`} />
        </Part>
      )}
    </div>
  );
}
