import { t } from '@lingui/core/macro';
import { ListChecks } from 'lucide-react';
import { useId, useRef, useState, type ToggleEvent } from 'react';

import { Button } from '@/components/ui/button';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { UploadButton } from '@/features/uploads/components/upload-button';

import { useFirstSteps } from '../use-first-steps';
import styles from './first-steps.module.css';
import { StepList } from './step-list';

const GAP = 6;
const EDGE = 8;
const WIDTH = 460; // if the window is wide enough

/** Place the panel below its button, inside the window. */
function position(panel: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  panel.style.top = `${box.bottom + GAP}px`;
  panel.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - WIDTH - EDGE))}px`;
  panel.style.maxHeight = `${innerHeight - box.bottom - GAP - EDGE}px`;
}

/** A button that shows how many of the first steps are done, and opens their list. Hidden once all are done. */
export function FirstStepsButton({ hasDocuments }: { hasDocuments: boolean }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { known, steps, isComplete, dismissed, dismiss, refetch } = useFirstSteps({ hasDocuments });
  if (!known || dismissed || (isComplete && !open)) return null;
  const total = steps.length;
  const done = steps.filter((step) => step.done).length;
  const onBeforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLElement>) => {
    if (newState !== 'open') return;
    if (button.current) position(currentTarget, button.current);
    setOpen(true);
    void refetch();
  };
  // Not before it is closed: the browser then returns the focus from its content to the button.
  const onToggle = ({ newState }: ToggleEvent<HTMLElement>) => setOpen(newState === 'open');
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} className={styles['button']}>
        <ListChecks aria-hidden="true" />
        {t`First steps ${done}/${total}`}
      </button>
      <section id={id} popover="auto" aria-labelledby={`${id}-title`} className={styles['panel']} onBeforeToggle={onBeforeToggle} onToggle={onToggle}>
        {open && (
          <>
            <h2 id={`${id}-title`}>{t`First steps`}</h2>
            <StepList known={known} steps={steps} add={<AddButtons hasSample={known.hasSample} />} />
            <div className={styles['end']}>
              <p className="muted small">{t`You find this list again under “Help and API”.`}</p>
              <Button size="small" onClick={() => dismiss(true)}>{t`Do not show again`}</Button>
            </div>
          </>
        )}
      </section>
    </>
  );
}

function AddButtons({ hasSample }: { hasSample: boolean }) {
  return (
    <>
      <UploadButton label={t`Upload documents`} variant="plain" />
      {!hasSample && <SampleButton />}
    </>
  );
}
