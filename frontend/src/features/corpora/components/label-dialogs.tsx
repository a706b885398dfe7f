import { plural, t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { NameDialog } from '@/components/ui/name-dialog';
import { Select } from '@/components/ui/select';
import { useEditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { binPeriod } from '@/lib/bin-period';
import type { Base } from '@/lib/drafts';
import type { Texts } from '@/lib/edits';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { showErrorToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import type { CorpusLabel } from '../api/corpus-labels';
import { listsOf, useCreateLabel, useDeleteLabel, useMergeLabels } from '../api/edit-labels';
import { childrenOf, parentsFor, type LabelMove } from '../model/label-tree';

interface MergeLabelProps {
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onClose: () => void;
}

/** The dialog that merges a label into another one. */
function MergeLabel({ label, labels, onClose }: MergeLabelProps) {
  const merge = useMergeLabels();
  const [chosen, setChosen] = useState('');
  const others = labels.filter(({ uuid, archived }) => uuid !== label.uuid && !archived);
  const children = childrenOf(labels, label.uuid).length;
  const into = others.find(({ uuid }) => uuid === chosen);
  const submit = () => {
    if (into) merge.mutate({ label, into }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Merge ${quoted(label.name)}`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={merge.isError ? toApiError(merge.error).message : undefined}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={merge.isPending} disabled={!into}>
                {t`Merge`}
              </Button>
            </DialogActions>
          }
        >
          <Labelled label={t`Into`}>
            <Select label={t`Into`} value={into ? chosen : ''} onChange={(event) => setChosen(event.target.value)}>
              <option value="" disabled>
                {t`Choose a label`}
              </option>
              {others.map(({ uuid, path }) => (
                <option key={uuid} value={uuid}>
                  {path}
                </option>
              ))}
            </Select>
          </Labelled>
          <HelpText>
            {into
              ? t`${plural(label.annotationCount, { one: '# annotation', other: '# annotations' })} will get the label ${quoted(into.name)}, and ${quoted(label.name)} is moved to the bin.`
              : t`${plural(label.annotationCount, { one: '# annotation', other: '# annotations' })} will get the label that you choose.`}
          </HelpText>
          {children > 0 && <HelpText>{t`${plural(children, { one: '# label', other: '# labels' })} below it will move below the other one.`}</HelpText>}
        </Form>
      </DialogBody>
    </Dialog>
  );
}

interface MoveLabelProps {
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onMove: (parentUuid: string | null) => void;
  onClose: () => void;
}

/** The dialog that moves a label below another one, or to the top. */
function MoveLabel({ label, labels, onMove, onClose }: MoveLabelProps) {
  const [chosen, setChosen] = useState(label.parentUuid ?? '');
  const submit = () => {
    onMove(chosen || null);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Move ${quoted(label.name)}`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" disabled={chosen === (label.parentUuid ?? '')}>
                {t`Move`}
              </Button>
            </DialogActions>
          }
        >
          <Labelled label={t`Below`}>
            <Select label={t`Below`} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">{t`No label: at the top`}</option>
              {parentsFor(labels, label).map(({ uuid, path }) => (
                <option key={uuid} value={uuid}>
                  {path}
                </option>
              ))}
            </Select>
          </Labelled>
          <HelpText>{t`The labels below it move with it. Labels have at most three levels.`}</HelpText>
        </Form>
      </DialogBody>
    </Dialog>
  );
}

const SuggestPassages = lazyDialog(async () => (await import('./suggest-passages')).SuggestPassages, ({ onClose }) => onClose());

export type LabelDialogName = 'edit' | 'merge' | 'create' | 'move' | 'suggest';

interface LabelDialogsProps {
  corpusId: string;
  dialog: LabelDialogName;
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onMove: (to: LabelMove) => void;
  onClose: () => void;
}

/** Edits a label. Without a connection, the change waits. */
function EditLabel({ corpusId, label: { uuid, name, description, color, version }, onClose }: Pick<LabelDialogsProps, 'corpusId' | 'label' | 'onClose'>) {
  const queue = useEditQueue();
  const [group] = useState(uuidv7);
  const path = `/api/v1/labels/${uuid}`;
  const affected = [...listsOf(corpusId), ['annotations']];
  const save = (change: Texts, base: Base) =>
    queue?.add({ type: 'texts', group, target: path, uuid, path, change, base, affected, title: t`Label “${name}”`, done: '' } satisfies TextsEdit);
  return (
    <EditDialog
      title={t`Edit ${quoted(name)}`}
      path={path}
      constants={{ group }}
      {...(queue && { later: { isNew: false, save } })}
      version={version}
      draft={`label:${uuid}`}
      fields={[
        { name: 'name', label: t`Name`, value: name, maxLength: 100 },
        { name: 'description', label: t`Description`, value: description, maxLength: 1_000, multiline: true, optional: true },
        { name: 'color', label: t`Colour`, value: color, hue: true },
      ]}
      onClose={onClose}
    />
  );
}

function CreateBelow({ corpusId, label, onClose }: Pick<LabelDialogsProps, 'corpusId' | 'label' | 'onClose'>) {
  const create = useCreateLabel();
  return (
    <NameDialog
      title={t`New label below ${quoted(label.name)}`}
      place={`new-label:${label.uuid}`}
      maxLength={100}
      confirm={t`Create label`}
      mutation={create}
      inputFor={(name) => ({ corpusId, name, parentId: label.uuid })}
      onClose={onClose}
    />
  );
}

/** The dialog that was opened for a label. */
export function LabelDialogs(props: LabelDialogsProps) {
  const { corpusId, dialog, label, labels, onMove, onClose } = props;
  switch (dialog) {
    case 'edit':
      return <EditLabel {...props} />;
    case 'merge':
      return <MergeLabel label={label} labels={labels} onClose={onClose} />;
    case 'create':
      return <CreateBelow {...props} />;
    case 'suggest':
      return <SuggestPassages corpusId={corpusId} label={label} onClose={onClose} />;
    case 'move':
      return <MoveLabel label={label} labels={labels} onMove={(parentUuid) => onMove({ uuid: label.uuid, parentUuid })} onClose={onClose} />;
  }
}

/** Return what has a label. */
function usersText(annotations: number, documents: number): string {
  if (annotations === 0 && documents === 0) return t`Annotations, relations or documents have this label.`;
  if (documents === 0) return plural(annotations, { one: '# annotation has this label.', other: '# annotations have this label.' });
  if (annotations === 0) return plural(documents, { one: '# document has this label.', other: '# documents have this label.' });
  return t`${plural(annotations, { one: '# annotation', other: '# annotations' })} and ${plural(documents, { one: '# document', other: '# documents' })} have this label.`;
}

/** Deletes a label; asks for confirmation if annotations, relations or documents have it. */
export function DeleteLabel({ label: { uuid, name, annotationCount, documentCount }, childCount }: { label: CorpusLabel; childCount: number }) {
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteLabel((error) => (toApiError(error).code === 'label_in_use' ? setConfirming(true) : showErrorToast(error)));
  return (
    <>
      <IconButton label={t`Delete ${name}`} icon={<Trash2 />} onClick={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: false })} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Delete ${quoted(name)}?`}
        confirm={t`Delete label`}
        onConfirm={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: true })}
      >
        {usersText(annotationCount, documentCount)}{' '}
        {t`Annotations and relations will be moved to the bin with it for ${binPeriod()}; documents stay, without it. To keep them, merge it into another label.`}
        {childCount > 0 && ` ${plural(childCount, { one: '# label below it will move up.', other: '# labels below it will move up.' })}`}
      </ConfirmDialog>
    </>
  );
}
