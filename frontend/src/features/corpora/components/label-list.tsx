import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, FolderInput, GripVertical, Merge, Pencil, Plus, Sparkles, Tags } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent, type FormEvent, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { HuePicker } from '@/components/ui/hue-picker';
import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useWaitingTexts, withTexts } from '@/features/edits/model/waiting-texts';
import { clearSent } from '@/lib/clear-sent';
import { useCommands } from '@/lib/commands';
import { toApiError } from '@/lib/errors';
import { shownKeys } from '@/lib/keymap';
import { nextHue } from '@/lib/label-hues';
import { labelKeys } from '@/lib/label-keys';
import { lazyComponent } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';

import { corpusLabelsOptions, type CorpusLabel } from '../api/corpus-labels';
import { useArchiveLabel, useCreateLabel, useMoveLabel } from '../api/edit-labels';
import type { CorpusDetail } from '../api/get-corpus';
import { childrenOf, depthOf, mayHaveChildren, parentsFor, step, type LabelMove } from '../model/label-tree';
import { DeleteLabel, LabelDialogs, type LabelDialogName } from './label-dialogs';
import styles from './label-list.module.css';

/** The form for a new label. Its colour is one that no label of the corpus has, if there is one left. */
function NewLabel({ corpus }: { corpus: CorpusDetail }) {
  const [name, setName] = useState('');
  const [picked, setPicked] = useState('');
  const create = useCreateLabel();
  const field = useRef<HTMLInputElement>(null);
  useCommands(() => [{ name: 'label.create', text: t`New label`, run: () => field.current?.focus() }]);
  const color = picked || nextHue(corpus.labels.map((label) => label.color));
  const done = () => {
    setName(clearSent(name));
    setPicked('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Without a choice the server chooses: others may have taken this colour since.
    create.mutate({ corpusId: corpus.uuid, name: name.trim(), ...(picked && { color: picked }) }, { onSuccess: done });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Field
        ref={field}
        label={t`New label`}
        value={name}
        maxLength={100}
        required
        onChange={(event) => setName(event.target.value)}
        error={create.isError ? toApiError(create.error).message : undefined}
      />
      <HuePicker color={color} onChange={setPicked} />
      <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
        {t`Create label`}
      </Button>
    </form>
  );
}

/** The numbers of annotations and documents with a label, which link to them. */
function LabelCounts({ corpusId, label: { uuid, annotationCount, documentCount } }: { corpusId: string; label: CorpusLabel }) {
  return (
    <>
      <span className={styles['count']} data-zero={annotationCount === 0 || undefined}>
        {annotationCount === 0 ? (
          plural(0, { one: '# annotation', other: '# annotations' })
        ) : (
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ tab: 'annotations', label: uuid }}>
            {plural(annotationCount, { one: '# annotation', other: '# annotations' })}
          </Link>
        )}
      </span>
      {documentCount > 0 && (
        <span className={styles['count']}>
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ label: uuid }}>
            {plural(documentCount, { one: '# document', other: '# documents' })}
          </Link>
        </span>
      )}
    </>
  );
}

/** The labels that are not used for new annotations, in a section that opens. */
function ArchivedLabels({ corpusId, labels, editable }: { corpusId: string; labels: readonly CorpusLabel[]; editable: boolean }) {
  const { mutate: archive } = useArchiveLabel();
  if (labels.length === 0) return null;
  return (
    <details className={styles['archived']}>
      <summary>{t`Archived (${labels.length})`}</summary>
      <ul className={styles['list']} aria-label={t`Archived labels`}>
        {labels.map((label) => (
          <li key={label.uuid} className={styles['row']}>
            <LabelDot color={label.color} />
            <span className={styles['about']}>{label.path}</span>
            <LabelCounts corpusId={corpusId} label={label} />
            {editable && (
              <div className={styles['buttons']}>
                <IconButton label={t`Restore ${label.name}`} icon={<ArchiveRestore />} onClick={() => archive({ label, archived: false })} />
                <DeleteLabel label={label} childCount={labels.filter(({ parentUuid }) => parentUuid === label.uuid).length} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Moves labels, and keeps the focus on the button that was pressed: the browser takes it from a row that moves. */
function useMoving(corpusId: string) {
  const queryClient = useQueryClient();
  const { mutate } = useMoveLabel(corpusId);
  const [status, setStatus] = useState('');
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const button = pressed.current;
    if (button instanceof HTMLElement && document.activeElement === document.body) button.focus();
  });
  const done = () => {
    pressed.current = null;
  };
  const current = () => queryClient.getQueryData(corpusLabelsOptions(corpusId).queryKey) ?? [];
  const move = (to: LabelMove, text: string) => {
    pressed.current = document.activeElement;
    setStatus(text);
    mutate(to, { onSettled: done });
  };
  /** Moves a label up or down. The rows show a move later, so a second one does not start from them. */
  const moveBy = ({ uuid, name }: CorpusLabel, by: 1 | -1) => {
    const found = step(current(), uuid, by);
    if (!found) return;
    const { place, count, ...to } = found;
    move(to, t`${name} is now number ${place + 1} of ${count}.`);
  };
  /** Moves a label to the place of another one. */
  const moveTo = (uuid: string, { parentUuid, uuid: target }: CorpusLabel) => {
    const labels = current();
    const label = labels.find((each) => each.uuid === uuid);
    if (!label || label.uuid === target) return;
    if (parentUuid !== label.parentUuid && parentUuid !== null && !parentsFor(labels, label).some((each) => each.uuid === parentUuid)) return;
    const position = childrenOf(labels, parentUuid).findIndex((each) => each.uuid === target);
    move({ uuid, parentUuid, position }, t`Moved ${label.name}.`);
  };
  return { move, moveBy, moveTo, status };
}

/** of each level, in pixels */
const INDENT = 24;
const DRAGGED = 'application/x-cartulary-label';

interface LabelRowProps {
  corpusId: string;
  label: CorpusLabel;
  /** its place among all labels that are shown */
  index: number;
  /** the number of labels above it */
  depth: number;
  /** the number of labels directly below it */
  childCount: number;
  isFirst: boolean;
  isLast: boolean;
  isOnly: boolean;
  mayHaveBelow: boolean;
  editable: boolean;
  /** Annotators start suggestions. */
  annotatable: boolean;
  /** up (-1) or down (1) */
  onMove: (by: 1 | -1) => void;
  /** another label was dropped on this one */
  onDrop: (uuid: string) => void;
  onOpen: (dialog: LabelDialogName) => void;
  onArchive: () => void;
}

function useDropTarget({ editable, onDrop }: Pick<LabelRowProps, 'editable' | 'onDrop'>) {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer }: DragEvent) => editable && dataTransfer.types.includes(DRAGGED);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!accepts(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer.getData(DRAGGED));
    },
  };
}

function MoreActions({ label: { name }, mayHaveBelow, onOpen, onArchive }: Pick<LabelRowProps, 'label' | 'mayHaveBelow' | 'onOpen' | 'onArchive'>) {
  return (
    <Menu trigger={<IconButton label={t`More actions for ${name}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<Plus />} disabled={!mayHaveBelow} onSelect={() => onOpen('create')}>
        {t`Create below…`}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => onOpen('move')}>
        {t`Move to…`}
      </MenuItem>
      <MenuItem icon={<Archive />} onSelect={onArchive}>
        {t`Archive`}
      </MenuItem>
    </Menu>
  );
}

function Buttons(props: Omit<LabelRowProps, 'editable' | 'onDrop'>) {
  const { label, childCount, isFirst, isLast, isOnly, onMove, onOpen } = props;
  const { name } = label;
  return (
    <div className={styles['buttons']}>
      <IconButton label={t`Edit ${name}`} icon={<Pencil />} onClick={() => onOpen('edit')} />
      {/* Not disabled at the ends of the list, because they would lose the focus. */}
      <IconButton label={t`Move ${name} up`} icon={<ArrowUp />} aria-disabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton label={t`Move ${name} down`} icon={<ArrowDown />} aria-disabled={isLast} onClick={() => onMove(1)} />
      <IconButton label={t`Merge ${name}`} icon={<Merge />} disabled={isOnly} onClick={() => onOpen('merge')} />
      <DeleteLabel label={label} childCount={childCount} />
      <MoreActions {...props} />
    </div>
  );
}

/** A label with its key, description and number of annotations, and what can be done with it. */
function LabelRow(props: LabelRowProps) {
  const { corpusId, label, index, depth, editable, annotatable, onOpen } = props;
  const { uuid, name, color, description } = label;
  const target = useDropTarget(props);
  const keys = labelKeys(index);
  return (
    <li className={styles['row']} style={{ paddingInlineStart: depth * INDENT }} {...target}>
      {editable && (
        <span
          className={styles['grip']}
          aria-hidden="true"
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, uuid);
            event.dataTransfer.effectAllowed = 'move';
          }}
        >
          <GripVertical />
        </span>
      )}
      <span className={styles['key']}>
        {keys && (
          <>
            <span className="visually-hidden">{t`Key ${shownKeys(keys).join('+')}`}</span>
            <span aria-hidden="true">
              <Keys keys={keys} />
            </span>
          </>
        )}
      </span>
      <LabelDot color={color} />
      {depth > 0 && <span className="visually-hidden">{t`Level ${depth + 1}`}</span>}
      <div className={styles['about']}>
        <span className={styles['name']}>{name}</span>
        {description && <p className={styles['description']}>{description}</p>}
      </div>
      <LabelCounts corpusId={corpusId} label={label} />
      {annotatable && <IconButton label={t`Suggest passages for ${name}`} icon={<Sparkles />} onClick={() => onOpen('suggest')} />}
      {editable && <Buttons {...props} />}
    </li>
  );
}

function Labels({ corpus, labels }: { corpus: CorpusDetail; labels: readonly CorpusLabel[] }) {
  const { move, moveBy, moveTo, status } = useMoving(corpus.uuid);
  const { mutate: archive } = useArchiveLabel();
  const [open, setOpen] = useState<{ dialog: LabelDialogName; label: CorpusLabel }>();
  const shown = labels.filter(({ archived }) => !archived);
  const editable = may(corpus, 'EDIT');
  return (
    <>
      <ul className={styles['list']} aria-label={t`Labels`}>
        {shown.map((label, index) => (
          <LabelRow
            key={label.uuid}
            corpusId={corpus.uuid}
            label={label}
            index={index}
            depth={depthOf(labels, label)}
            childCount={childrenOf(labels, label.uuid).length}
            isFirst={!step(labels, label.uuid, -1)}
            isLast={!step(labels, label.uuid, 1)}
            isOnly={shown.length < 2}
            mayHaveBelow={mayHaveChildren(labels, label)}
            editable={editable}
            annotatable={may(corpus, 'ANNOTATE')}
            onMove={(by) => moveBy(label, by)}
            onDrop={(uuid) => moveTo(uuid, label)}
            onOpen={(dialog) => setOpen({ dialog, label })}
            onArchive={() => archive({ label, archived: true })}
          />
        ))}
      </ul>
      <ArchivedLabels corpusId={corpus.uuid} labels={labels.filter(({ archived }) => archived)} editable={editable} />
      <p role="status" className="visually-hidden">
        {status}
      </p>
      {open && <LabelDialogs corpusId={corpus.uuid} {...open} labels={labels} onMove={(to) => move(to, t`Moved ${open.label.name}.`)} onClose={() => setOpen(undefined)} />}
    </>
  );
}

const FieldList = lazyComponent(async () => (await import('./fields/field-list')).FieldList);

/** The labels of a corpus, in their order, which decides their keys, and the fields of its documents. */
export function LabelList({ corpus, actions }: { corpus: CorpusDetail; actions: ReactNode }) {
  const labels = useQuery(corpusLabelsOptions(corpus.uuid));
  const waiting = useWaitingTexts(({ edits }) => edits);
  const isEmpty = labels.data?.length === 0;
  return (
    <div className={styles['labels']}>
      {!isEmpty && <div className={styles['actions']}>{actions}</div>}
      {may(corpus, 'ANNOTATE') ? <NewLabel corpus={corpus} /> : <p className="muted">{t`You have view access to these labels.`}</p>}
      {labels.isPending && <SkeletonRows rows={3} label={t`Loading the labels`} />}
      {labels.isError && !labels.data && <ErrorNotice title={t`The labels could not be loaded`} error={labels.error} onRetry={() => void labels.refetch()} />}
      {isEmpty && (
        <Notice icon={<Tags />} title={t`No labels yet`}>
          {may(corpus, 'ANNOTATE') && t`Create one here, or while you annotate a document.`}
        </Notice>
      )}
      {labels.data && !isEmpty && <Labels corpus={corpus} labels={withTexts(labels.data, waiting)} />}
      <FieldList corpus={corpus} />
    </div>
  );
}
