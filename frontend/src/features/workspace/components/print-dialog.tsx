import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { groupByPage, type Annotation } from '@/features/annotations/model/annotation';
import type { Turns } from '@/features/viewer/model/turns';
import { formatNumber } from '@/lib/format';
import { showToast } from '@/lib/toasts';

import { useDocumentContext } from '../document-context';
import { printPages } from '../print-pages';
import { pagesInRange } from '../print-range';

interface PrintDialogProps {
  /** those that are shown */
  annotations: readonly Annotation[];
  turns: Turns;
  onClose: () => void;
}

const NONE: ReadonlyMap<number, readonly Annotation[]> = new Map();

/** Prepare and print pages; `done` is the number of pages that are ready, null before. */
function usePrinting({ annotations, turns, onClose }: PrintDialogProps) {
  const { pages, words, drawing } = useDocumentContext();
  const [done, setDone] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (numbers: readonly number[], withAnnotations: boolean) => {
    const { pdf } = drawing;
    if (!pdf) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setDone(0);
    try {
      const chosen = pages.filter(({ number }) => numbers.includes(number));
      await printPages({ pdf, pages: chosen, turns, annotations: withAnnotations ? groupByPage(annotations) : NONE, words, signal, onProgress: setDone });
    } catch {
      if (signal.aborted) return;
      showToast({ text: t`The pages could not be prepared for printing. Try fewer pages.`, tone: 'danger' });
    }
    onClose();
  };
  return { done, start, isReady: drawing.pdf !== null };
}

/** Asks which pages are printed, and whether with annotations. */
export function PrintDialog(props: PrintDialogProps) {
  const { annotations, onClose } = props;
  const { pages } = useDocumentContext();
  const [range, setRange] = useState(`1-${pages.length}`);
  const [withAnnotations, setWithAnnotations] = useState(annotations.length > 0);
  const { done, start, isReady } = usePrinting(props);
  const numbers = pagesInRange(range, pages.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (numbers && done === null) void start(numbers, withAnnotations);
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Print`} description={t`The pages are printed as they are shown, on paper of their size.`}>
      <form onSubmit={submit}>
        <DialogBody>
          <Field
            label={t`Pages, of ${formatNumber(pages.length)}`}
            value={range}
            error={numbers ? undefined : t`Write pages such as 1-3, 7.`}
            onChange={(event) => setRange(event.target.value)}
          />
          {annotations.length > 0 && (
            <Switch label={t`With annotations`} about={t`Those that the filters show, without notes`} checked={withAnnotations} onChange={setWithAnnotations} />
          )}
          <p role="status">{done !== null && t`Preparing page ${Math.min(done + 1, numbers?.length ?? 0)} of ${numbers?.length ?? 0}…`}</p>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" type="submit" busy={done !== null} disabled={!numbers || !isReady}>
            {numbers ? t`Print ${plural(numbers.length, { one: '# page', other: '# pages' })}` : t`Print`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
