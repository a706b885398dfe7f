import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { areStepsDismissed, dismissSteps } from '@/lib/first-steps';
import { useIdle } from '@/lib/use-idle';

import { firstStepsOptions } from './api/first-steps';
import { stepsOf } from './model/steps';

interface Options {
  /** requests them even if they were dismissed */
  wanted?: boolean;
  hasDocuments?: boolean;
}

/** Return the first steps of the user, and whether they were dismissed. They are requested again after each change made on the page. */
export function useFirstSteps({ wanted = false, hasDocuments }: Options) {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(sessionOptions);
  const userId = user?.id ?? '';
  const [choice, setChoice] = useState<boolean>();
  const dismissed = choice ?? areStepsDismissed(userId);
  const isIdle = useIdle();
  const isChanging = useIsMutating() > 0;
  const { data: known, refetch } = useQuery({ ...firstStepsOptions(hasDocuments), enabled: userId !== '' && isIdle && (wanted || !dismissed) });
  const steps = known ? stepsOf(known) : [];
  const isComplete = known !== undefined && steps.every(({ done }) => done);
  useEffect(() => {
    if (!isChanging) void queryClient.invalidateQueries({ queryKey: ['first-steps'] });
  }, [queryClient, isChanging]);
  useEffect(() => {
    // The next pages need not ask for them.
    if (isComplete) dismissSteps(userId, true);
  }, [isComplete, userId]);
  const dismiss = (next: boolean) => {
    dismissSteps(userId, next);
    setChoice(next);
  };
  return { known, steps, isComplete, dismissed, dismiss, refetch };
}
