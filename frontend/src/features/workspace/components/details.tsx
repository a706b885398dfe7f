import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Switch } from '@/components/ui/switch';
import { RelativeTime } from '@/components/ui/relative-time';
import { AuditList } from '@/features/audit/components/audit-list';
import { LabelsOfDocument } from '@/features/corpora/components/document-labels/labels-of-document';
import { propertiesOptions } from '@/features/documents/api/document-properties';
import { ReparseMenu } from '@/features/documents/components/reparse-menu';
import { hasOurPages, OUR_PAGES } from '@/features/viewer/model/page-labels';
import { CERTAIN_FROM_PERCENT } from '@/features/viewer/model/token-page';
import { fileSize, languageName } from '@/lib/format';
import { lazyComponent } from '@/lib/lazy-part';
import { ocrText, propertyLabel, propertyValue, sortProperties } from '@/lib/messages/document-details';
import { warningText } from '@/lib/messages/server-messages';
import { isMine, may } from '@/lib/permissions';

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
