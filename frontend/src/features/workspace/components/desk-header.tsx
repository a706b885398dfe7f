import { Info, PanelLeft, PanelRight, Paperclip, ZoomIn, ZoomOut } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { DownloadMenu } from '@/features/documents/components/download-menu';
import { ParentLink } from '@/features/documents/components/parent-link';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { ScanBadge } from '@/features/documents/components/scan-badge';
import { StateBadge } from '@/features/documents/components/state-badge';
import { ShareButton } from '@/features/sharing/components/share-button';
import { zoomStep, type Zoom } from '@/features/viewer/model/layout';

import { personName } from '@/lib/people';
import { isMine, may } from '@/lib/permissions';

import type { CorpusChoices } from '../use-corpus-choice';
import type { Panels } from '../use-panels';
import styles from './desk.module.css';

interface PageBoxProps {
  page: number;
  pageCount: number;
  onGoTo: (page: number) => void;
}

interface DeskHeaderProps extends PageBoxProps {
  document: DocumentDetail;
  scale: number;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  corpora: CorpusChoices;
  /** the corpus that the address names */
  addressed: string | undefined;
  onCorpus: (uuid: string) => void;
  panels: Panels;
}

/** Shows where the reader is; holds what is typed until Enter. */
function PageBox({ page, pageCount, onGoTo }: PageBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number.parseInt(typed ?? '', 10);
    if (Number.isInteger(wanted)) onGoTo(wanted);
    setTyped(null);
  };
  return (
    <form className={styles['pageBox']} onSubmit={submit}>
      <input
        aria-label={`Page, of ${pageCount}`}
        inputMode="numeric"
        value={typed ?? page}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <span>of {pageCount.toLocaleString('en')}</span>
    </form>
  );
}

function ZoomControls({ scale, zoom, onZoom }: Pick<DeskHeaderProps, 'scale' | 'zoom' | 'onZoom'>) {
  const percent = `${Math.round(scale * 100)} %`;
  return (
    <div className={classNames(styles['group'], styles['zoomGroup'])} role="group" aria-label="Zoom">
      <IconButton label="Zoom out" icon={<ZoomOut />} onClick={() => onZoom(zoomStep(scale, -1))} />
      <button
        type="button"
        data-hint={zoom === 'fit' ? 'Actual size' : 'Fit the width'}
        className={styles['zoom']}
        aria-label={zoom === 'fit' ? `${percent}, fits the width. Show the actual size` : `${percent}. Fit the width`}
        onClick={() => onZoom(zoom === 'fit' ? 1 : 'fit')}
      >
        {percent}
      </button>
      <IconButton label="Zoom in" icon={<ZoomIn />} onClick={() => onZoom(zoomStep(scale, 1))} />
    </div>
  );
}

function CorpusSelect({ corpora, onCorpus }: Pick<DeskHeaderProps, 'corpora' | 'onCorpus'>) {
  if (corpora.choices.length === 0) return null;
  return (
    <Select
      className={styles['corpus']}
      label="Corpus the annotations belong to"
      title="Corpus the annotations belong to"
      value={corpora.chosen}
      onChange={(event) => onCorpus(event.target.value)}
    >
      {corpora.choices.map((corpus) => (
        <option key={corpus.uuid} value={corpus.uuid}>
          {corpus.title}
          {!may(corpus, 'ANNOTATE') && ' (to look at)'}
        </option>
      ))}
    </Select>
  );
}

export function DeskHeader({ document, page, pageCount, onGoTo, corpora, addressed, onCorpus, panels, ...zooming }: DeskHeaderProps) {
  return (
    <header className={styles['header']}>
      <IconButton label="Outline" icon={<PanelLeft />} pressed={panels.left === 'outline'} onClick={() => panels.toggleLeft('outline')} />
      {(document.childCount > 0 || document.parent) && (
        <IconButton label="Found inside" icon={<Paperclip />} pressed={panels.left === 'inside'} onClick={() => panels.toggleLeft('inside')} />
      )}
      <div className={styles['title']}>
        <h1 title={document.title}>{document.title}</h1>
        <ParentLink document={document} corpus={addressed} className="muted small truncate" />
        {document.state !== 'READY' && <StateBadge state={document.state} />}
        <ScanBadge document={document} />
        {document.isPublic && <PublicBadge />}
        {!isMine(document) && <span className="muted small truncate">by {personName(document.owner)}</span>}
      </div>
      <PageBox page={page} pageCount={pageCount} onGoTo={onGoTo} />
      <ZoomControls {...zooming} />
      <CorpusSelect corpora={corpora} onCorpus={onCorpus} />
      {corpora.me && <ShareButton size="small" subject={{ kind: 'document', uuid: document.uuid, title: document.title }} thing={document} />}
      <DownloadMenu document={document} />
      <IconButton label="Details" icon={<Info />} pressed={panels.left === 'details'} onClick={() => panels.toggleLeft('details')} />
      <IconButton label="Annotations" icon={<PanelRight />} pressed={panels.right} onClick={panels.toggleRight} />
    </header>
  );
}
