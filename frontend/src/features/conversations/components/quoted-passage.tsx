import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { TextQuote } from 'lucide-react';
import { use, useState, type MouseEvent } from 'react';

import { Button } from '@/components/ui/button';

import type { Conversation } from '../api/conversations';
import { ShowSourceContext } from '../show-source';
import styles from './conversations.module.css';

/** Longer passages are shortened at first. */
const SHORT = 220;

/** The passage that a conversation is about, with a link to its place in the document. */
export function QuotedPassage({ conversation: { uuid, passage, selection, document, corpus } }: { conversation: Conversation }) {
  const [isOpen, setOpen] = useState(false);
  const shown = use(ShowSourceContext);
  if (!passage || !document) return null;
  const { page, start, end, quote } = passage;
  const isLong = quote.length > SHORT;
  const show = (event: MouseEvent) => {
    if (shown?.document !== document.uuid || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown.show({ number: 0, documentUuid: document.uuid, title: document.title, page, start, end, quote, spans: selection });
  };
  return (
    <section className={styles['passage']} aria-label={t`Selected passage`}>
      <TextQuote aria-hidden="true" />
      <div className={styles['quoted']}>
        <q data-short={!isOpen || undefined}>{quote}</q>
        <span className={styles['choices']}>
          <Link
            to="/d/$uuid"
            params={{ uuid: document.uuid }}
            search={{ ...(corpus && { c: corpus.uuid }), page, from: start, to: end, conversation: uuid }}
            className="muted small truncate"
            onClick={show}
          >
            {t`${document.title}, page ${page}`}
          </Link>
          {isLong && (
            <Button size="small" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t`Show less` : t`Show all`}
            </Button>
          )}
        </span>
      </div>
    </section>
  );
}
