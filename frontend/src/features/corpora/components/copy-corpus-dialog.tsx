import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';
import { quoted } from '@/lib/format';

import { useCopyCorpus, type CopyPart } from '../api/copy-corpus';
import type { CorpusDetail } from '../api/get-corpus';
import styles from './copy-corpus.module.css';

const TITLE_LENGTH = 200;

interface PartText {
  part: CopyPart;
  label: string;
  about: string;
}

/** The parts that can be copied; actions are for members. */
const partTexts = (isMember: boolean): PartText[] => [
  { part: 'DOCUMENTS', label: t`Documents and folders`, about: t`The documents are in both corpora then; they are not duplicated.` },
  { part: 'LABELS', label: t`Labels`, about: t`With colors, descriptions and order.` },
  { part: 'FIELDS', label: t`Fields`, about: t`With their values, if documents are copied.` },
  { part: 'ANNOTATIONS', label: t`Annotations`, about: t`With relations, deadlines and labels of documents. They keep their creators and reviews.` },
  ...(isMember ? [{ part: 'ACTIONS' as const, label: t`Actions and fieldsets`, about: t`They run on new documents, not on the copied ones. Remote analyzers are left out.` }] : []),
];

interface PartsProps {
  texts: readonly PartText[];
  chosen: readonly CopyPart[];
  onChange: (chosen: CopyPart[]) => void;
}

const NEEDED_FOR_ANNOTATIONS: readonly CopyPart[] = ['DOCUMENTS', 'LABELS'];

/** Return the chosen parts after one was switched on or off. Annotations are copied together with documents and labels. */
export function switchPart(chosen: readonly CopyPart[], part: CopyPart, on: boolean): CopyPart[] {
  if (!on) return chosen.filter((each) => each !== part && (each !== 'ANNOTATIONS' || !NEEDED_FOR_ANNOTATIONS.includes(part)));
  return [...new Set([...chosen, part, ...(part === 'ANNOTATIONS' ? NEEDED_FOR_ANNOTATIONS : [])])];
}

function Parts({ texts, chosen, onChange }: PartsProps) {
  return (
    <fieldset className={styles['parts']}>
      <legend>{t`What is copied`}</legend>
      {texts.map(({ part, label, about }) => (
        <label key={part} className={styles['part']}>
          <input type="checkbox" checked={chosen.includes(part)} aria-describedby={`copy-${part}`} aria-label={label} onChange={({ target }) => onChange(switchPart(chosen, part, target.checked))} />
          <span>{label}</span>
          <span id={`copy-${part}`} className={styles['about']}>
            {about}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface CopyCorpusDialogProps {
  corpus: CorpusDetail;
  onCopied: (uuid: string) => void;
  onClose: () => void;
}

/** Choose the title and the parts of a copy. A job adds the documents; the page of the copy shows its progress. */
export function CopyCorpusDialog({ corpus, onCopied, onClose }: CopyCorpusDialogProps) {
  const texts = partTexts(corpus.isMember);
  const [title, setTitle] = useState(() => t`Copy of ${corpus.title}`.slice(0, TITLE_LENGTH));
  const [parts, setParts] = useState<CopyPart[]>(() => texts.map(({ part }) => part));
  const copy = useCopyCorpus();
  const done = (uuid: string) => {
    onClose();
    onCopied(uuid);
  };
  const submit = () => copy.mutate({ corpusId: corpus.uuid, title: title.trim(), parts }, { onSuccess: (created) => created && done(created.uuid) });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Copy ${quoted(corpus.title)}`}>
      <DialogBody>
        <Form
          onSubmit={submit}
          error={formError(copy.error, ['title'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={copy.isPending} disabled={title.trim() === ''}>
                {t`Copy corpus`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Name`} value={title} required maxLength={TITLE_LENGTH} error={fieldError(copy.error, 'title')} onChange={({ target }) => setTitle(target.value)} />
          <Parts texts={texts} chosen={parts} onChange={setParts} />
          <HelpText>{t`The copy is yours, and visible only to you until you share it. Comments, conversations and extracts are not copied.`}</HelpText>
        </Form>
      </DialogBody>
    </Dialog>
  );
}
