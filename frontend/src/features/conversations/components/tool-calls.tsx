import { plural, t } from '@lingui/core/macro';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';

import type { ToolCall } from '../api/conversations';
import { toolText } from '../model/tool-name';
import { sentText } from '../model/usage';
import styles from './conversations.module.css';

const ICONS = {
  RUNNING: <LoaderCircle aria-label={t({ message: 'Running', context: 'step' })} />,
  COMPLETE: <Check aria-label={t({ message: 'Done', context: 'step' })} />,
  FAILED: <CircleAlert aria-label={t({ message: 'Failed', context: 'step' })} />,
};

/** The steps of the language model: each call of a tool, with the beginning of its result, and how much text, and whether a picture, was sent. */
export function ToolCalls({ calls, open }: { calls: readonly ToolCall[]; open: boolean }) {
  const count = calls.length;
  if (count === 0) return null;
  const sent = sentText(calls);
  return (
    <details className={styles['calls']} open={open}>
      <summary>
        {plural(count, { one: '# step', other: '# steps' })}
        {sent && ` · ${sent}`}
      </summary>
      <ol>
        {calls.map((call) => (
          <li key={call.uuid}>
            {ICONS[call.state === 'RUNNING' && !open ? 'FAILED' : call.state]}
            <span>{toolText(call)}</span>
            <span className="muted small truncate" title={call.summary}>
              {call.summary}
            </span>
            <span className="muted small">{sentText([call])}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
