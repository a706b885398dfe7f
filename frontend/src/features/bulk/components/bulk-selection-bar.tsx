import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, FolderMinus, FolderPlus, RotateCcw, Tag, Trash2, X } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { corpusLabelsOptions } from '@/features/corpora/api/corpus-labels';
import { documentFieldsOptions } from '@/features/corpora/api/fields';
import { foldersOptions } from '@/features/corpora/api/folders';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { FieldInput } from '@/features/corpora/components/fields/field-input';
import { targetsFor } from '@/features/corpora/model/folder-tree';
import { SelectionBar } from '@/features/documents/components/selection-bar';
import { ZipMenu } from '@/features/documents/components/zip-menu';
import { binPeriod } from '@/lib/bin-period';
import { formatNumber } from '@/lib/format';
import { may } from '@/lib/permissions';

import type { BulkSelection } from '../model/bulk-selection';
import { BulkDialog, documentsOf, type BulkTarget } from './bulk-dialog';

interface TargetProps {
  selection: BulkSelection;
  onClose: () => void;
  onDone: () => void;
}

interface InCorpus extends TargetProps {
  corpusId: string;
}

/** Adds a label of the corpus to all selected documents, or removes it. */
function LabelAll({ corpusId, ...props }: InCorpus) {
  const labels = (useQuery(corpusLabelsOptions(corpusId)).data ?? []).filter(({ archived }) => !archived);
  const [kind, setKind] = useState<'LABEL' | 'UNLABEL'>('LABEL');
  const [chosen, setChosen] = useState('');
  const target: BulkTarget | undefined = chosen ? { kind, labelId: chosen } : undefined;
  const documents = documentsOf(props.selection);
  return (
    <BulkDialog {...props} title={t`Label ${documents}`} action={kind === 'LABEL' ? t`Add label` : t`Remove label`} target={target}>
      <Select label={t`Change`} value={kind} onChange={({ target: { value } }) => setKind(value === 'UNLABEL' ? 'UNLABEL' : 'LABEL')}>
        <option value="LABEL">{t`Add a label`}</option>
        <option value="UNLABEL">{t`Remove a label`}</option>
      </Select>
      <Select label={t`Label`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t`Choose a label`}</option>
        {labels.map(({ uuid, path }) => (
          <option key={uuid} value={uuid}>
            {path}
          </option>
        ))}
      </Select>
    </BulkDialog>
  );
}

/** Sets a field of all selected documents, or clears it. */
function SetFieldOfAll({ corpusId, ...props }: InCorpus) {
  const fields = useQuery(documentFieldsOptions(corpusId));
  const [chosen, setChosen] = useState('');
  const [values, setValues] = useState<string[]>([]);
  const field = fields.data?.find(({ uuid }) => uuid === chosen) ?? fields.data?.[0];
  const choose = (uuid: string) => {
    setChosen(uuid);
    setValues([]);
  };
  const documents = documentsOf(props.selection);
  return (
    <BulkDialog {...props} title={t`Set a field of ${documents}`} action={t`Set field`} target={field && { kind: 'SET_FIELD', fieldId: field.uuid, values }}>
      {fields.data?.length === 0 && <p>{t`This corpus has no fields. Create them in its tab “Labels”.`}</p>}
      {field && (
        <>
          <Select label={t`Field`} value={field.uuid} onChange={({ target }) => choose(target.value)}>
            {fields.data?.map(({ uuid, name }) => (
              <option key={uuid} value={uuid}>
                {name}
              </option>
            ))}
          </Select>
          <FieldInput key={field.uuid} field={field} values={values} onSave={setValues} />
          <p className="muted">{t`All of them get the value; without one, theirs is cleared.`}</p>
        </>
      )}
    </BulkDialog>
  );
}

const TOP_LEVEL = 'top';

/** Moves all selected documents to a folder, or out of all folders. */
function MoveAll({ corpusId, ...props }: InCorpus) {
  const { data: folders = [] } = useQuery(foldersOptions(corpusId));
  const [chosen, setChosen] = useState('');
  const target: BulkTarget | undefined = chosen ? { kind: 'MOVE', ...(chosen !== TOP_LEVEL && { folderId: chosen }) } : undefined;
  const documents = documentsOf(props.selection);
  return (
    <BulkDialog {...props} title={t`Move ${documents} to…`} action={t`Move`} target={target}>
      <Select label={t`Folder`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t`Choose a folder`}</option>
        <option value={TOP_LEVEL}>{t`Not in a folder`}</option>
        {targetsFor(folders, undefined).map(({ uuid, path }) => (
          <option key={uuid} value={uuid}>
            {path}
          </option>
        ))}
      </Select>
    </BulkDialog>
  );
}

/** Adds all selected documents to a corpus. */
function AddAll(props: TargetProps) {
  const { data: corpora = [] } = useQuery(corporaOptions());
  const [chosen, setChosen] = useState('');
  const documents = documentsOf(props.selection);
  return (
    <BulkDialog {...props} title={t`Add ${documents} to a corpus`} action={t`Add ${documents}`} target={chosen ? { kind: 'ADD', corpusId: chosen } : undefined}>
      <Select label={t`Corpus`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        <option value="">{t`Choose a corpus`}</option>
        {corpora
          .filter((corpus) => may(corpus, 'EDIT'))
          .map(({ uuid, title }) => (
            <option key={uuid} value={uuid}>
              {title}
            </option>
          ))}
      </Select>
    </BulkDialog>
  );
}

/** Removes all selected documents from the corpus. */
function RemoveAll(props: TargetProps) {
  const documents = documentsOf(props.selection);
  return (
    <BulkDialog {...props} danger title={t`Remove ${documents} from this corpus?`} action={t`Remove ${documents}`} target={{ kind: 'REMOVE' }}>
      <p>{t`The documents themselves are kept. Their labels and field values in this corpus are removed.`}</p>
    </BulkDialog>
  );
}

/** Moves all selected documents to the bin. */
function DeleteAll(props: TargetProps) {
  const documents = documentsOf(props.selection);
  const period = binPeriod();
  return (
    <BulkDialog {...props} danger title={t`Delete ${documents}?`} action={t`Delete ${documents}`} target={{ kind: 'DELETE' }}>
      <p>{t`They are moved to the bin for ${period}, with all their versions. Documents that you may not delete are skipped.`}</p>
    </BulkDialog>
  );
}

/** Processes the failed ones of all selected documents again. */
function RetryAll(props: TargetProps) {
  return (
    <BulkDialog {...props} title={t`Process failed documents again`} action={t`Retry failed`} target={{ kind: 'RETRY' }}>
      <p>{t`All documents of this list whose processing failed are processed again, after what is uploaded meanwhile.`}</p>
    </BulkDialog>
  );
}

interface BulkSelectionBarProps {
  selection: BulkSelection;
  onClear: () => void;
  /** absent on the page of all documents */
  corpus?: { uuid: string; editable: boolean };
  /** further items of the menu *Download* */
  children?: ReactNode;
}

interface Action {
  name: string;
  text: string;
  icon?: ReactNode;
  Dialog: ComponentType<TargetProps>;
}

const RETRY: Action = { name: 'retry', text: t`Retry failed`, icon: <RotateCcw aria-hidden="true" />, Dialog: RetryAll };

const OF_ALL: readonly Action[] = [
  { name: 'add', text: t`Add to a corpus`, icon: <FolderPlus aria-hidden="true" />, Dialog: AddAll },
  RETRY,
  { name: 'delete', text: t`Delete`, icon: <Trash2 aria-hidden="true" />, Dialog: DeleteAll },
];

function actionsOf(corpus: BulkSelectionBarProps['corpus']): readonly Action[] {
  if (!corpus) return OF_ALL;
  const corpusId = corpus.uuid;
  const annotating: Action[] = [
    { name: 'label', text: t`Label…`, icon: <Tag aria-hidden="true" />, Dialog: (props) => <LabelAll {...props} corpusId={corpusId} /> },
    RETRY,
    { name: 'field', text: t`Set field…`, Dialog: (props) => <SetFieldOfAll {...props} corpusId={corpusId} /> },
  ];
  if (!corpus.editable) return annotating;
  return [
    ...annotating,
    { name: 'move', text: t`Move to…`, icon: <FolderInput aria-hidden="true" />, Dialog: (props) => <MoveAll {...props} corpusId={corpusId} /> },
    { name: 'remove', text: t`Remove`, icon: <FolderMinus aria-hidden="true" />, Dialog: RemoveAll },
  ];
}

/** The actions on all documents that a filter selects, loaded or not. */
export function BulkSelectionBar({ selection, onClear, corpus, children }: BulkSelectionBarProps) {
  const [actions] = useState(() => actionsOf(corpus));
  const [open, setOpen] = useState<Action>();
  // A dialog goes on with the documents of the moment when it opened.
  const [opened, setOpened] = useState(selection);
  const show = (action: Action) => {
    setOpened(selection);
    setOpen(action);
  };
  return (
    <SelectionBar>
      <span className="muted" role="status">
        {t`${formatNumber(selection.count)} selected`}
      </span>
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={onClear} />
      {actions.map((action) => (
        <Button key={action.name} size="small" icon={action.icon} onClick={() => show(action)}>
          {action.text}
        </Button>
      ))}
      <ZipMenu uuids={[]} count={selection.count}>
        {children}
      </ZipMenu>
      {open && <open.Dialog selection={opened} onClose={() => setOpen(undefined)} onDone={onClear} />}
    </SelectionBar>
  );
}
