import type { ReactNode } from 'react';

import { Switch } from '@/components/ui/switch';
import { When } from '@/components/ui/when';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { ParseAgainMenu } from '@/features/documents/components/parse-again-menu';
import { factName, factValue, inOrder, readingWords } from '@/features/documents/model/findings';
import { UNSURE_BELOW } from '@/features/viewer/model/token-page';
import { fileSize, languageName } from '@/lib/format';
import { may } from '@/lib/permissions';

import styles from './details.module.css';

interface DetailsProps {
  document: DocumentDetail;
  unsure: boolean;
  onUnsure: (shown: boolean) => void;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReadBy({ document }: { document: DocumentDetail }) {
  const { provenance, language } = document;
  const facts = [
    { name: 'Parser', value: provenance ? `${provenance.parser} ${provenance.parserVersion}` : 'none yet' },
    { name: 'Language', value: languageName(language) || 'unknown' },
    ...(provenance?.published ? [{ name: 'Read', value: <When iso={provenance.published} /> }] : []),
  ];
  return (
    <Part title="How it was read">
      <Facts facts={facts} />
      {provenance?.isOutdated && <p>This parser has another version by now.</p>}
      {may(document, 'EDIT') && document.parsers.length > 0 && <ParseAgainMenu document={document} />}
    </Part>
  );
}

function Certainty({ document, unsure, onUnsure }: DetailsProps) {
  const words = readingWords(document);
  if (words === null) return null;
  return (
    <Part title="Text in pictures">
      <p>{words}</p>
      <Switch label="Tint unsure words" about={`Those that are less than ${UNSURE_BELOW} % certain`} checked={unsure} onChange={onUnsure} />
      {unsure && (
        <p className={styles['legend']}>
          <span aria-hidden="true" className={styles['swatch']} /> An unsure word. Compare it with the picture.
        </p>
      )}
    </Part>
  );
}

/** What is known of a document beside what stands in it. */
export function Details(props: DetailsProps) {
  const { document } = props;
  const { warnings, facts, filename, mimeType, typeName, size, created } = document;
  return (
    <div className={styles['details']}>
      {warnings.length > 0 && (
        <Part title="What is missing">
          <ul>
            {warnings.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        </Part>
      )}
      <ReadBy document={document} />
      <Certainty {...props} />
      {facts.length > 0 && (
        <Part title="What it says of itself">
          <Facts facts={inOrder(facts).map(({ name, value }) => ({ name: factName(name), value: factValue(value) }))} />
        </Part>
      )}
      <Part title="File">
        <Facts
          facts={[
            { name: 'Name', value: filename },
            { name: 'Type', value: <span title={mimeType}>{typeName}</span> },
            { name: 'Size', value: fileSize(size) },
            { name: 'Added', value: <When iso={created} /> },
          ]}
        />
      </Part>
    </div>
  );
}
