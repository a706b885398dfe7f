import { t } from '@lingui/core/macro';

import { Button } from '@/components/ui/button';

import { useFirstSteps } from '../use-first-steps';
import { StepList } from './step-list';

/** The first steps on the help page, from where they can be shown on the page of documents again. */
export function FirstStepsSection() {
  const { known, steps, isComplete, dismissed, dismiss } = useFirstSteps({ wanted: true });
  if (!known) return null;
  return (
    <>
      <StepList known={known} steps={steps} />
      {dismissed && !isComplete && <Button onClick={() => dismiss(false)}>{t`Show the first steps on the Documents page`}</Button>}
    </>
  );
}
