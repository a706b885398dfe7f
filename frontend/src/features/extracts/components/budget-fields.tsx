import { t } from '@lingui/core/macro';

import { Field } from '@/components/ui/field';
import { fieldError } from '@/lib/form-errors';

import type { Budget } from '../api/extracts';

interface BudgetFieldsProps {
  budget: Budget;
  error: unknown;
  onChange: (budget: Budget) => void;
}

const numberOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

/** The tokens and the cost at which an extract stops. An empty field is no limit. */
export function BudgetFields({ budget, error, onChange }: BudgetFieldsProps) {
  return (
    <>
      <Field
        label={t`Stop after tokens`}
        type="number"
        min={1}
        step={1}
        placeholder={t`No limit`}
        value={budget.budget_tokens ?? ''}
        error={fieldError(error, 'budget_tokens')}
        onChange={({ target }) => onChange({ ...budget, budget_tokens: numberOf(target.value) })}
      />
      <Field
        label={t`Stop at cost`}
        type="number"
        min={0}
        step="any"
        placeholder={t`No limit`}
        value={budget.budget_cost ?? ''}
        error={fieldError(error, 'budget_cost')}
        onChange={({ target }) => onChange({ ...budget, budget_cost: numberOf(target.value) })}
      />
    </>
  );
}
