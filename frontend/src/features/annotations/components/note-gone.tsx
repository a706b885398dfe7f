import { t } from '@lingui/core/macro';

import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { copyText } from '@/lib/clipboard';
import { showErrorToast, showToast } from '@/lib/toasts';

interface NoteGoneProps {
  note: string;
  /** absent if the annotation has no place any more where a new one could be */
  onKeep: (() => void) | undefined;
  onDiscard: () => void;
}

/** Offers to keep or copy a note whose annotation was deleted while it was written. */
export function NoteGone({ note, onKeep, onDiscard }: NoteGoneProps) {
  const copy = () => void copyText(note).then(() => showToast({ text: t`Copied.` }), showErrorToast);
  return (
    <>
      <p role="alert">{t`The annotation was deleted while you were writing. Your text is not lost: keep it as a new annotation, or copy it.`}</p>
      <DialogActions>
        <Button onClick={onDiscard}>{t`Discard`}</Button>
        <Button onClick={copy}>{t`Copy text`}</Button>
        {onKeep && (
          <Button variant="primary" onClick={onKeep}>
            {t`Keep as a new annotation`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
