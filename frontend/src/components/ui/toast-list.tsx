import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

import { useToasts, type Toast } from '@/lib/toasts';

import { Button } from './button';
import { IconButton } from './icon-button';
import styles from './toaster.module.css';

const LIFETIME = 6_000;
// Users need more time to decide on an action than to read.
const LIFETIME_WITH_ACTION = 12_000;
/** moves the focus to the toasts */
const HOTKEY = 'F8';

interface ToastItemProps {
  toast: Toast;
  /** true while the user points at the toasts, or does something else */
  isPaused: boolean;
  onClose: (id: number) => void;
}

function ToastItem({ toast, isPaused, onClose }: ToastItemProps) {
  const { id, text, tone, action } = toast;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => onClose(id), action ? LIFETIME_WITH_ACTION : LIFETIME);
    return () => clearTimeout(timer);
  }, [isPaused, onClose, id, action]);
  const act = () => {
    action?.run();
    onClose(id);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose(id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes the toast with the focus
    <div className={styles['toast']} data-tone={tone} onKeyDown={onKeyDown}>
      <div className={styles['text']} role={tone === 'danger' ? 'alert' : undefined}>
        {text}
      </div>
      {action && (
        <Button size="small" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label={t({ message: 'Dismiss', context: 'toast' })} tooltip={false} icon={<X />} onClick={() => onClose(id)} />
    </div>
  );
}

/** Return whether the window has the focus. */
function useWindowFocus(): boolean {
  const [hasFocus, setHasFocus] = useState(true);
  useEffect(() => {
    const focus = () => setHasFocus(true);
    const blur = () => setHasFocus(false);
    addEventListener('focus', focus);
    addEventListener('blur', blur);
    return () => {
      removeEventListener('focus', focus);
      removeEventListener('blur', blur);
    };
  }, []);
  return hasFocus;
}

/** Return false for a moment: screen readers announce what is added to a live region, not what is in it from the start. */
function useReady(): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return isReady;
}

/** Toasts close by themselves, but not while the pointer or the focus is on one of them. */
export function ToastList() {
  const { toasts, dismiss } = useToasts();
  const region = useRef<HTMLElement>(null);
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const hasWindowFocus = useWindowFocus();
  const isReady = useReady();
  const isPaused = toasts.length > 0 && (isPointed || isFocused || !hasWindowFocus);
  useEffect(() => {
    const focus = ({ key }: globalThis.KeyboardEvent) => key === HOTKEY && region.current?.focus();
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const [close] = useState(() => (id: number) => {
    // The focus would be lost with the button that had it.
    if (region.current?.contains(document.activeElement)) region.current.focus();
    dismiss(id);
    setIsPointed(false);
  });
  const onFocus = ({ currentTarget, target }: FocusEvent) => setIsFocused(target !== currentTarget);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => setIsFocused(currentTarget.contains(relatedTarget));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pauses while the user is there
    <section
      ref={region}
      data-toasts
      className={styles['viewport']}
      aria-label={t`Notifications (${HOTKEY})`}
      aria-live="polite"
      aria-relevant="additions"
      tabIndex={-1}
      onPointerMove={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {(isReady ? toasts : []).map((toast) => (
        <ToastItem key={toast.id} toast={toast} isPaused={isPaused} onClose={close} />
      ))}
    </section>
  );
}
