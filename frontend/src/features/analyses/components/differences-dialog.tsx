import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Action } from '@/features/actions/api/actions';
import { formatNumber } from '@/lib/format';

import { differencesOptions, type AnalysisVersion, type Compared, type Differences } from '../api/analyses';
import styles from './analyses-panel.module.css';

interface DialogProps {
  action: Action;
  corpusId: string;
  /** the newest first */
  versions: readonly AnalysisVersion[];
  onClose: () => void;
}

type Place = Differences['places'][number];

function VersionSelect({ label, versions, value, onChange }: { label: string; versions: readonly AnalysisVersion[]; value: number; onChange: (version: number) => void }) {
  return (
    <Labelled label={label}>
      <Select label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {versions.map(({ settingsVersion, analyzerVersion }) => (
          <option key={settingsVersion} value={settingsVersion}>
            {analyzerVersion ? t`Version ${settingsVersion}, analyzer version ${analyzerVersion}` : t`Version ${settingsVersion}`}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

function LabelTable({ labels }: Pick<Differences, 'labels'>) {
  return (
    <table className={styles['table']} aria-label={t`Differences by label`}>
      <thead>
        <tr>
          <th scope="col">{t`Label`}</th>
          <th scope="col">{t`Added`}</th>
          <th scope="col">{t`Gone`}</th>
          <th scope="col">{t`The same`}</th>
        </tr>
      </thead>
      <tbody>
        {labels.map(({ label, added, removed, same }) => (
          <tr key={label}>
            <th scope="row">{label || t`Checks of the document`}</th>
            <td>{formatNumber(added)}</td>
            <td>{formatNumber(removed)}</td>
            <td>{formatNumber(same)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PlaceRow({ place, corpusId }: { place: Place; corpusId: string }) {
  const { change, kind, label, documentUuid, title, page, start, end, quote, value } = place;
  const search = { c: corpusId, ...(kind === 'FINDING' && page !== null && { page, from: start, to: end }) };
  return (
    <tr>
      <td>
        {change === 'ADDED' ? (
          <Badge tone="success" icon={<Plus aria-hidden="true" />}>
            {t`Added`}
          </Badge>
        ) : (
          <Badge tone="warning" icon={<Minus aria-hidden="true" />}>
            {t`Gone`}
          </Badge>
        )}
      </td>
      <td>{label}</td>
      <td translate="no">
        <Link to="/d/$uuid" params={{ uuid: documentUuid }} search={search}>
          {quote || value || title}
        </Link>
        {quote !== '' && value !== '' && <div>{t`Value: ${value}`}</div>}
        <div className="muted">{page === null ? title : t`${title}, page ${page}`}</div>
      </td>
    </tr>
  );
}

function Result({ differences, corpusId }: { differences: Differences; corpusId: string }) {
  const { documents, labels, places, isComplete } = differences;
  if (documents === 0) return <p role="status">{t`No document has been analyzed with both versions.`}</p>;
  return (
    <>
      <p role="status" className="muted">
        {places.length === 0
          ? plural(documents, { one: 'The results on # document are the same.', other: 'The results on # documents are the same.' })
          : plural(documents, { one: '# document was compared.', other: '# documents were compared.' })}
      </p>
      <LabelTable labels={labels} />
      {places.length > 0 && (
        <table className={styles['table']} aria-label={t`Differences by place`}>
          <thead>
            <tr>
              <th scope="col">{t`Change`}</th>
              <th scope="col">{t`Label`}</th>
              <th scope="col">{t`Place`}</th>
            </tr>
          </thead>
          <tbody>
            {places.map((place) => (
              <PlaceRow key={[place.change, place.documentUuid, place.label, place.start, place.end, place.value].join(' ')} place={place} corpusId={corpusId} />
            ))}
          </tbody>
        </table>
      )}
      {!isComplete && <HelpText>{t`There are more differences. Choose a label to see those of it.`}</HelpText>}
    </>
  );
}

/** Compares the results of an analyzer with two versions of its settings. */
export function DifferencesDialog({ action, corpusId, versions, onClose }: DialogProps) {
  const [compared, setCompared] = useState<Compared>({ before: versions[1]?.settingsVersion ?? 0, after: versions[0]?.settingsVersion ?? 0, label: '' });
  const all = useQuery(differencesOptions(action.uuid, { ...compared, label: '' }));
  const shown = useQuery(differencesOptions(action.uuid, compared));
  const change = (changes: Partial<Compared>) => setCompared({ ...compared, ...changes });
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={t`Differences of ${action.name}`}>
      <DialogBody>
        <HelpText>
          {t`The newest results of the two versions, on the documents that both have analyzed. A result is the same if it has the same label, place and value. Results of other actions cannot be compared.`}
        </HelpText>
        <VersionSelect label={t`Earlier version`} versions={versions} value={compared.before} onChange={(before) => change({ before })} />
        <VersionSelect label={t`Later version`} versions={versions} value={compared.after} onChange={(after) => change({ after })} />
        <Labelled label={t`Label`}>
          <Select label={t`Label`} value={compared.label} onChange={({ target }) => change({ label: target.value })}>
            <option value="">{t`All labels`}</option>
            {(all.data?.labels ?? [])
              .filter(({ label }) => label !== '')
              .map(({ label }) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
          </Select>
        </Labelled>
        {shown.isPending && <SkeletonRows label={t`Loading the differences`} />}
        {shown.isError && <ErrorNotice title={t`The differences could not be loaded`} error={shown.error} onRetry={() => void shown.refetch()} />}
        {shown.data && <Result differences={shown.data} corpusId={corpusId} />}
      </DialogBody>
    </Dialog>
  );
}
