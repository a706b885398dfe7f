import { t } from '@lingui/core/macro';
import { Download, RotateCcw, Upload } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { keysOf, keysOfPress, shownKeys, useKeymap } from '@/lib/keymap';
import { setOwnKeys } from '@/lib/stored-keys';

import { GROUPS } from './all-shortcuts';
import styles from './keys-dialog.module.css';
import { changeableLines, fromFile, isModifier, problemOf, toFile, withKeys, type ChangeableLine } from './own-keys';

interface LineProps {
  line: ChangeableLine;
  /** the next keys that are pressed are for this command */
  isRecording: boolean;
  problem: string | undefined;
  onRecord: () => void;
  onKeys: (keys: string) => void;
  onCancel: () => void;
}

/** A command and its keys. */
function Line({ line, isRecording, problem, onRecord, onKeys, onCancel }: LineProps) {
  const keys = useKeymap(({ own }) => keysOf(line, own));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
    else if (!isModifier(event.key)) onKeys(keysOfPress(event));
  };
  return (
    <li className={styles['line']}>
      <span>{line.action}</span>
      {keys !== line.keys && <IconButton label={t`Reset the keys of “${line.action}”`} icon={<RotateCcw />} onClick={() => onKeys(line.keys)} />}
      <button
        type="button"
        className={styles['keys']}
        aria-label={isRecording ? t`Press the new keys of “${line.action}”` : t`${line.action}: ${shownKeys(keys).join('+')}. Change`}
        aria-pressed={isRecording}
        onClick={isRecording ? onCancel : onRecord}
        onKeyDown={onKeyDown}
        onBlur={isRecording ? onCancel : undefined}
      >
        {isRecording ? t`Press the new keys` : <Keys keys={keys} />}
      </button>
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </li>
  );
}

/** Buttons to keep the keys in a file, to use those of a file, and to use the original ones. */
function FileActions({ onMessage }: { onMessage: (message: { text: string; isProblem?: boolean }) => void }) {
  const own = useKeymap((state) => state.own);
  const input = useRef<HTMLInputElement>(null);
  const onFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = (await target.files?.[0]?.text()) ?? '';
    target.value = '';
    const read = fromFile(text);
    if (read.own) setOwnKeys(read.own);
    onMessage(read.own ? { text: t`The keys of the file are in use.` } : { text: read.problem, isProblem: true });
  };
  const reset = () => {
    setOwnKeys({});
    onMessage({ text: t`All commands have their original keys.` });
  };
  return (
    <DialogActions>
      <Button icon={<RotateCcw aria-hidden="true" />} disabled={Object.keys(own).length === 0} onClick={reset}>
        {t`Reset all`}
      </Button>
      <Button icon={<Upload aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t`Import…`}
      </Button>
      <input ref={input} type="file" accept="application/json,.json" hidden aria-label={t`File of keys`} onChange={(event) => void onFile(event)} />
      <a className={styles['export']} href={`data:application/json;charset=utf-8,${encodeURIComponent(toFile(own))}`} download="cartulary-keys.json">
        <Download aria-hidden="true" />
        {t`Export`}
      </a>
    </DialogActions>
  );
}

/** The user's own keys for commands. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [recorded, setRecorded] = useState<string>();
  const [problem, setProblem] = useState<{ name: string; text: string }>();
  const [message, setMessage] = useState<{ text: string; isProblem?: boolean }>({ text: '' });
  const record = (name: string | undefined) => {
    setRecorded(name);
    setProblem(undefined);
    setMessage({ text: '' });
  };
  const choose = (line: ChangeableLine) => (keys: string) => {
    const { own } = useKeymap.getState();
    const text = problemOf(line, keys, own);
    if (text !== null) return setProblem({ name: line.name, text });
    record(undefined);
    setOwnKeys(withKeys(own, line, keys));
    setMessage({ text: t`“${line.action}” has the keys ${shownKeys(keys).join('+')} now.` });
  };
  return (
    <Dialog
      wide
      open
      persistent={recorded !== undefined}
      onOpenChange={(open) => open || onClose()}
      title={t`Change keys`}
      description={t`Press a button, then the new keys. They are kept in this browser, for your account.`}
    >
      <p role={message.isProblem ? 'alert' : 'status'} className={message.isProblem ? styles['problem'] : styles['status']}>
        {message.text}
      </p>
      <div className={styles['groups']} tabIndex={0} role="group" aria-label={t`Commands`}>
        {GROUPS.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {changeableLines(group).map((line) => (
                <Line
                  key={line.name}
                  line={line}
                  isRecording={recorded === line.name}
                  problem={problem?.name === line.name ? problem.text : undefined}
                  onRecord={() => record(line.name)}
                  onKeys={choose(line)}
                  onCancel={() => record(undefined)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <FileActions onMessage={setMessage} />
    </Dialog>
  );
}
