import { t } from '@lingui/core/macro';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Recipient } from '@/features/recipient/components/recipient';
import { clearSent } from '@/lib/clear-sent';
import { toApiError } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

import type { Question } from '../api/conversations';
import styles from './conversations.module.css';

interface QuestionFormProps {
  /** the corpus that is asked; without it, all documents are */
  corpus: string | undefined;
  /** the only document that is asked */
  document?: string | undefined;
  label: string;
  placeholder: string;
  busy: boolean;
  error: Error | null;
  /** why no question can be asked now */
  blocked?: string | undefined;
  /** calls `done` when the question is stored: only then the field is emptied */
  onAsk: (question: Question, done: () => void) => void;
}

const MAX_LENGTH = 4_000;

/** A field for a question. Enter sends it, Shift+Enter begins a line. */
export function QuestionForm({ corpus, document, label, placeholder, busy, error, blocked, onAsk }: QuestionFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [key, setKey] = useState(uuidv7);
  useEffect(() => field.current?.focus(), []);
  const ask = () => {
    if (text.trim() === '' || busy || blocked !== undefined) return;
    onAsk({ key, text: text.trim() }, () => {
      setText(clearSent(text));
      setKey(uuidv7());
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      {error && (
        <p role="alert" className={styles['error']}>
          {toApiError(error).message}
        </p>
      )}
      <div className={styles['field']}>
        <textarea
          ref={field}
          rows={2}
          maxLength={MAX_LENGTH}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          readOnly={busy}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="primary" icon={<SendHorizontal aria-hidden="true" />} busy={busy} disabled={text.trim() === '' || blocked !== undefined}>
          {t`Ask`}
        </Button>
      </div>
      <Recipient corpus={corpus} document={document} />
      <p className="muted small">{blocked ?? t`Enter asks, Shift+Enter begins a new line.`}</p>
    </form>
  );
}
