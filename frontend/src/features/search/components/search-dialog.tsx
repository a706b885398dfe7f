import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { LabelDot } from '@/components/ui/label-dot';
import { toApiError } from '@/lib/errors';
import { GROUP_TEXTS } from '@/lib/messages/search';
import { useSettled } from '@/lib/use-settled';

import { quickSearchOptions } from '../api/search';
import { placeChoices, recentChoices, resultChoices, searchTarget, type Choice, type Place, type SearchTarget } from '../model/choices';
import { recentSearches, rememberSearch } from '../model/recent';
import { Fragments } from './fragments';
import { OperatorHelp } from './operator-help';
import { PassagePicture } from './passage-picture';
import styles from './search.module.css';

interface SearchDialogProps {
  places: readonly Place[];
  onGo: (target: SearchTarget) => void;
  onClose: () => void;
}

const PAUSE = 200;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function useChoices(typed: string, places: readonly Place[]) {
  const settled = useSettled(typed, PAUSE);
  const results = useQuery(quickSearchOptions(settled));
  const [recent] = useState(recentSearches);
  const isCurrent = settled === typed && results.isSuccess;
  if (typed === '') return { choices: [...recentChoices(recent), ...placeChoices(places, '')], results, isCurrent: false };
  return { choices: [...(isCurrent ? resultChoices(results.data) : []), ...placeChoices(places, typed)], results, isCurrent };
}

interface LineProps {
  choice: Choice;
  id: string;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

const showActive = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** One line; the arrow keys and Enter work in the text field, which keeps the focus. */
function Line({ choice, id, active, onChoose, onPoint }: LineProps) {
  const { text, detail, color, fragments } = choice;
  return (
    <button type="button" id={id} role="option" tabIndex={-1} aria-selected={active} className={styles['line']} onClick={onChoose} onPointerMove={onPoint} ref={active ? showActive : null}>
      <span className={styles['lineText']}>
        {color && <LabelDot color={color} />}
        <span className="truncate">{text}</span>
        {detail && <span className="muted small truncate">{detail}</span>}
      </span>
      {fragments && <Fragments fragments={fragments} />}
    </button>
  );
}

function Groups({ choices, listId, active, onChoose, onActive }: { choices: readonly Choice[]; listId: string; active: number; onChoose: (choice: Choice) => void; onActive: (id: string) => void }) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
      <div id={`${listId}-${group}`} className={styles['group']} role="presentation">
        {GROUP_TEXTS[group]}
      </div>
      {choices.map(
        (choice, index) =>
          choice.group === group && (
            <Line key={choice.id} id={`${listId}-${index}`} choice={choice} active={index === active} onChoose={() => onChoose(choice)} onPoint={() => onActive(choice.id)} />
          ),
      )}
    </div>
  ));
}

/** The passage of the chosen document, or of the first one, in a picture of its page: where the window has room for it. */
function Picture({ choices, active }: { choices: readonly Choice[]; active: number }) {
  if (!choices.some(({ picture }) => picture)) return null;
  const chosen = active < 0 ? choices.find(({ picture }) => picture) : choices[active];
  if (!chosen?.picture) return <div className={styles['noPreview']} />;
  return (
    <div className={styles['preview']}>
      <PassagePicture key={chosen.id} {...chosen.picture} />
    </div>
  );
}

/** Return what to say about the results: a problem, the reason why there are none, or their number. */
function statusOf(typed: string, results: ReturnType<typeof useChoices>['results'], isCurrent: boolean) {
  if (typed === '') return { text: '' };
  if (results.isError) return { text: toApiError(results.error).message, isProblem: true };
  if (!isCurrent || !results.data) return { text: t`Searching` };
  const { totalCount, notices } = results.data;
  return { text: totalCount > 0 ? t`${plural(totalCount, { one: '# document', other: '# documents' })} found` : (notices[0]?.message ?? '') };
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/** One search for everything, from everywhere: results while typing, recent searches, and the pages of the application. */
export function SearchDialog({ places, onGo, onClose }: SearchDialogProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const typed = text.trim();
  const { choices, results, isCurrent } = useChoices(typed, places);
  // The line stays the same one when results come in above it.
  const active = choices.findIndex(({ id }) => id === activeId);
  const go = (target: SearchTarget) => {
    rememberSearch(typed);
    onClose();
    onGo(target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    // From the first line, up leads back to the text.
    if (step !== undefined) setActiveId(choices[Math.min(choices.length - 1, active + step)]?.id);
    else if (typed !== '' || active >= 0) go(choices[active]?.target ?? searchTarget(typed));
  };
  const status = statusOf(typed, results, isCurrent);
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Search`}>
      <div className={styles['box']}>
        <Search aria-hidden="true" />
        <input
          ref={focus}
          type="search"
          role="combobox"
          aria-label={t`Search everything`}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
          placeholder={t`Words, a question, or “exact words”`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className={status.isProblem ? styles['problem'] : styles['status']}>
        {status.text}
      </p>
      <div id={listId} role="listbox" aria-label={t`Results`} className={styles['list']} tabIndex={-1}>
        <Groups choices={choices} listId={listId} active={active} onChoose={(choice) => go(choice.target)} onActive={setActiveId} />
      </div>
      <Picture choices={choices} active={active} />
      <footer className={styles['foot']}>
        {typed !== '' && (
          <button type="button" className={styles['all']} onClick={() => go(searchTarget(typed))}>
            {t`Show all results`}
          </button>
        )}
        <OperatorHelp />
      </footer>
    </Dialog>
  );
}
