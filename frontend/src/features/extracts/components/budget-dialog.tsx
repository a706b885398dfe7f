import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Form } from '@/components/ui/form';
import { formError } from '@/lib/form-errors';

import { formatNumber } from '@/lib/format';
import { useContinueExtract, type Budget, type Extract } from '../api/extracts';
import { BudgetFields } from './budget-fields';

/** Raises the budget of an extract that has stopped, and reads what was left out. */
export function BudgetDialog({ extract, onClose }: { extract: Extract; onClose: () => void }) {
  const { budget_tokens, budget_cost, counts } = extract;
  const [budget, setBudget] = useState<Budget>({ budget_tokens: budget_tokens ?? undefined, budget_cost: budget_cost ?? undefined });
  const save = useContinueExtract(extract);
  const used = [t`${formatNumber(counts.tokens)} tokens`, counts.cost > 0 && t`a cost of ${counts.cost.toFixed(2)}`].filter(Boolean).join(', ');
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Raise the budget`} description={t`Used so far: ${used}.`}>
      <DialogBody>
        <Form
          onSubmit={() => save.mutate(budget, { onSuccess: onClose })}
          error={formError(save.error, ['budget_tokens', 'budget_cost'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={save.isPending}>
                {t`Continue reading`}
              </Button>
            </DialogActions>
          }
        >
          <BudgetFields budget={budget} error={save.error} onChange={setBudget} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
