import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Search } from 'lucide-react';
import { useId, useState, type ChangeEvent, type KeyboardEvent } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { KeyCap, Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import type { Scope } from '@/features/documents/model/scope';
import type { Command } from '@/lib/commands';
import { toApiError } from '@/lib/errors';
import { ariaKeys } from '@/lib/keymap';
import { GROUP_TEXTS } from '@/lib/messages/search';
import { serverSentence } from '@/lib/messages/server-sentences';
import { useSettled } from '@/lib/use-settled';

import { quickSearchOptions } from '../api/search';
import { commandChoices, placeChoices, recentChoices, resultChoices, searchTarget, type Choice, type Place, type SearchTarget } from '../model/choices';
import { recentSearches, rememberSearch } from '../model/recent';
import { Fragments } from './fragments';
import { OperatorHelp } from './operator-help';
import { PassagePicture } from './passage-picture';
import styles from './search.module.css';

interface SearchDialogProps {
  places: readonly Place[];
  commands: readonly Command[];
  /** offer nothing but commands at first */
  startsWithCommands: boolean;
  onGo: (target: SearchTarget) => void;
  onClose: () => void;
}

const PAUSE = 200;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The texts of the field, which searches everything, or the commands only. */
const FIELDS = {
  search: { name: t`Search everything`, hint: t`Words, a question, or “exact words”` },
  commands: { name: t`Find a command`, hint: t`Find a command` },
} as const;

type Kind = keyof typeof FIELDS;

function useChoices(typed: string, kind: Kind, { places, commands }: Pick<SearchDialogProps, 'places' | 'commands'>) {
  const settled = useSettled(kind === 'search' ? typed : '', PAUSE);
  const results = useQuery(quickSearchOptions(settled));
  const [recent] = useState(recentSearches);
  const isCurrent = settled === typed && results.isSuccess;
  const matching = commandChoices(commands, typed);
  if (kind === 'commands') return { choices: matching, results, isCurrent: false };
  if (typed === '') return { choices: [...recentChoices(recent), ...placeChoices(places, ''), ...matching], results, isCurrent: false };
  return { choices: [...(isCurrent ? resultChoices(results.data) : []), ...placeChoices(places, typed), ...matching], results, isCurrent };
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
  const { text, detail, color, fragments, keys } = choice;
  return (
    <button type="button" id={id} role="option" tabIndex={-1} aria-selected={active} {...(keys && { 'aria-keyshortcuts': ariaKeys(keys) })} className={styles['line']} onClick={onChoose} onPointerMove={onPoint} ref={active ? showActive : null}>
      <span className={styles['lineText']}>
        {color && <LabelDot color={color} />}
        <span className="truncate">{text}</span>
        {detail && <span className="muted small truncate">{detail}</span>}
        {keys && (
          <span className={styles['keys']} aria-hidden="true">
            <Keys keys={keys} />
          </span>
        )}
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
function statusOf(typed: string, kind: Kind, { choices, results, isCurrent }: ReturnType<typeof useChoices>) {
  if (kind === 'commands') return { text: choices.length > 0 ? plural(choices.length, { one: '# command', other: '# commands' }) : t`No command matches. Commands are of the page that is open.` };
  if (typed === '') return { text: '' };
  if (results.isError) return { text: toApiError(results.error).message, isProblem: true };
  if (!isCurrent || !results.data) return { text: t`Searching` };
  const { totalCount, notices } = results.data;
  return { text: totalCount > 0 ? t`${plural(totalCount, { one: '# document', other: '# documents' })} found` : serverSentence(notices[0]?.message ?? '') };
}

/** The dialog restores the focus in a task after it is closed; then a command can move it. */
const afterClosing = (run: () => void) => void setTimeout(() => setTimeout(run));

/** Explain how to find commands, or nothing but commands. */
function CommandHint() {
  return (
    <p className={styles['hint']}>
      <Trans>
        <KeyCap>{'>'}</KeyCap> finds only commands.
      </Trans>
    </p>
  );
}

/** One search for everything, from everywhere: results while typing, recent searches, the pages of the application, and the commands of the open page. */
export function SearchDialog({ places, commands, startsWithCommands, onGo, onClose }: SearchDialogProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>(startsWithCommands ? 'commands' : 'search');
  const [activeId, setActiveId] = useState<string>();
  const typed = text.trim();
  const found = useChoices(typed, kind, { places, commands });
  const { choices } = found;
  // The line stays the same one when results come in above it. The first command is the one that is meant.
  const chosen = choices.findIndex(({ id }) => id === activeId);
  const active = chosen < 0 && kind === 'commands' && choices.length > 0 ? 0 : chosen;
  const choose = (action: Choice['action']) => {
    onClose();
    if (typeof action === 'function') return afterClosing(action);
    rememberSearch(typed);
    onGo(action);
  };
  const search = (scope?: Scope) => choose(searchTarget(typed, scope));
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    const startsCommands = kind === 'search' && value.startsWith('>');
    if (startsCommands) setKind('commands');
    setText(startsCommands ? value.slice(1) : value);
    setActiveId(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') return setKind('search');
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    // From the first line, up leads back to the text.
    if (step !== undefined) return setActiveId(choices[Math.min(choices.length - 1, active + step)]?.id);
    const choice = choices[active];
    if (choice) choose(choice.action);
    else if (typed !== '' && kind === 'search') search();
  };
  const status = statusOf(typed, kind, found);
  const field = FIELDS[kind];
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Search`}>
      <div className={styles['box']}>
        {kind === 'commands' ? <ChevronRight aria-hidden="true" /> : <Search aria-hidden="true" />}
        <input
          type="search"
          role="combobox"
          aria-label={field.name}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
          placeholder={field.hint}
          value={text}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className={status.isProblem ? styles['problem'] : styles['status']}>
        {status.text}
      </p>
      <div id={listId} role="listbox" aria-label={t`Results`} className={styles['list']} tabIndex={-1}>
        <Groups choices={choices} listId={listId} active={active} onChoose={(choice) => choose(choice.action)} onActive={setActiveId} />
      </div>
      <Picture choices={choices} active={active} />
      {kind === 'search' && (
        <footer className={styles['foot']}>
          {typed !== '' && (
            <p className={styles['all']}>
              <button type="button" onClick={() => search()}>
                {t`Show all results`}
              </button>
              <button type="button" onClick={() => search('PUBLIC')}>
                {t`Search what is public`}
              </button>
            </p>
          )}
          <CommandHint />
          <OperatorHelp />
        </footer>
      )}
    </Dialog>
  );
}
