import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Markdown } from '@/components/ui/markdown';
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
