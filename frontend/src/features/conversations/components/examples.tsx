import { t } from '@lingui/core/macro';

import { Button } from '@/components/ui/button';
import { uuidv7 } from '@/lib/uuid';

import type { Question } from '../api/conversations';
import styles from './conversations.module.css';

/** Questions that most contracts answer; a click asks one. */
export function Examples({ busy, onAsk }: { busy: boolean; onAsk: (question: Question) => void }) {
  const examples = [t`Who are the parties to the agreement?`, t`When was the agreement signed?`, t`When does the agreement end?`];
  return (
    <ul aria-label={t`Examples`} className={styles['examples']}>
      {examples.map((text) => (
        <li key={text}>
          <Button size="small" busy={busy} onClick={() => onAsk({ key: uuidv7(), text })}>
            {text}
          </Button>
        </li>
      ))}
    </ul>
  );
}
