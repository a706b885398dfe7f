import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Markdown } from '@/components/ui/markdown';
import { useCommands } from '@/lib/commands';
import { lazyDialog } from '@/lib/lazy-part';
import { plainText } from '@/lib/markdown';
import { may } from '@/lib/permissions';

import type { CorpusDetail } from '../api/get-corpus';
import styles from './description.module.css';

const EarlierDescriptions = lazyDialog(async () => (await import('./earlier-descriptions')).EarlierDescriptions, ({ onClose }) => onClose());

/** The description of a corpus: its words on one line, and the formatted text when it is opened. */
export function CorpusDescription({ corpus }: { corpus: CorpusDetail }) {
  const { description, isMember } = corpus;
  const [isOpen, setIsOpen] = useState(false);
  const [listed, setListed] = useState(false);
  if (!description && !may(corpus, 'EDIT')) return null;
  return (
    <details className={styles['description']} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{isOpen ? t`Description` : plainText(description) || t`No description`}</summary>
      <div className={styles['text']} tabIndex={0} role="region" aria-label={t`Description`}>
        <Markdown text={description} topLevel={2} />
        {isMember && (
          <Button size="small" variant="quiet" onClick={() => setListed(true)}>
            {t`Earlier descriptions`}
          </Button>
        )}
      </div>
      {listed && <EarlierDescriptions corpus={corpus} onClose={() => setListed(false)} />}
    </details>
  );
}

/** Fields for the limits of answers, which only owners change. */
const limitFields = ({ answerToolCalls, answerTokens, answerSeconds, answerCost }: CorpusDetail) => [
  { name: 'answer_tool_calls', label: t`Calls of tools`, value: String(answerToolCalls), isLimit: true },
  { name: 'answer_tokens', label: t`Tokens, sent and received`, value: String(answerTokens), isLimit: true },
  { name: 'answer_seconds', label: t`Seconds`, value: String(answerSeconds), isLimit: true },
  { name: 'answer_cost', label: t`Cost`, value: String(answerCost), isLimit: true },
];

export function EditCorpus({ corpus }: { corpus: CorpusDetail }) {
  const { uuid, title, description, version } = corpus;
  const isOwner = may(corpus, 'SHARE');
  const [open, setOpen] = useState(false);
  useCommands(() => [{ name: 'corpus.edit', text: t`Edit corpus`, run: () => setOpen(true) }]);
  return (
    <>
      <Button icon={<Pencil aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Edit`}
      </Button>
      {open && (
        <EditDialog
          title={t`Edit corpus`}
          path={`/api/v1/corpuses/${uuid}`}
          version={version}
          draft={`corpus:${uuid}`}
          fields={[
            { name: 'title', label: t`Name`, value: title, maxLength: 200 },
            { name: 'description', label: t`Description, in Markdown`, value: description, optional: true, multiline: true, maxLength: 10_000 },
            ...(isOwner ? limitFields(corpus) : []),
          ]}
          {...(isOwner && {
            limits: {
              title: t`Limits of an answer`,
              about: t`Answers of a language model about this corpus end when they reach a limit. 0 is the limit of the installation, which you can only lower.`,
            },
          })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
