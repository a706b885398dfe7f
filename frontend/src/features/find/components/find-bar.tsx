import { t } from '@lingui/core/macro';
import { CaseSensitive, ChevronDown, ChevronUp, Regex, WholeWord, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { toApiError } from '@/lib/errors';
import { matchText } from '@/lib/messages/search';

import type { Find } from '../use-find';
import styles from './find.module.css';

const focus = (input: HTMLInputElement | null) => input?.focus();

function statusOf({ text, counts, current, total }: Find): string {
  if (text.trim() === '') return '';
  if (counts.isError) return toApiError(counts.error).message;
  if (!counts.data) return t`Searching`;
  return matchText(current?.number ?? 0, total, counts.data.isComplete);
}

/** Find in a document: Enter goes to the next match, Shift and Enter to the previous one, Escape closes. */
export function FindBar({ find, onClose }: { find: Find; onClose: () => void }) {
  const { text, setText, options, toggle, counts, total, go } = find;
  const [before] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    const pages = document.querySelector('main [role=application]');
    const target = before?.isConnected && before !== document.body ? before : pages;
    if (target instanceof HTMLElement) target.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="search" aria-label={t`Find in this document`} className={styles['bar']}>
      <input
        ref={focus}
        type="text"
        aria-label={t`Find in this document`}
        placeholder={t`Find`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={counts.isError ? styles['problem'] : styles['count']}>
        {statusOf(find)}
      </span>
      <IconButton label={t`Previous match`} icon={<ChevronUp />} disabled={total === 0} onClick={() => go(-1)} />
      <IconButton label={t`Next match`} icon={<ChevronDown />} disabled={total === 0} onClick={() => go(1)} />
      <IconButton label={t`Match case`} icon={<CaseSensitive />} pressed={options.matchCase} onClick={() => toggle('matchCase')} />
      <IconButton label={t`Whole words`} icon={<WholeWord />} pressed={options.wholeWords} onClick={() => toggle('wholeWords')} />
      <IconButton label={t`Regular expression`} icon={<Regex />} pressed={options.regex} onClick={() => toggle('regex')} />
      <IconButton label={t`Close`} icon={<X />} onClick={close} />
    </div>
  );
}
