import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';
import { ignoreError } from '@/lib/use-invalidating-mutation';

import type { Obligation } from '../api/obligations';
import { useUpdateObligation } from '../api/update-obligation';
import { formatDay } from '../model/days';
import { KIND_NAMES } from '../model/kinds';

interface DueDialogProps {
  obligation: Obligation;
  onClose: () => void;
}

/** Sets the date of an obligation, beside the words of the document from which it follows. */
export function DueDialog({ obligation, onClose }: DueDialogProps) {
  const { id, kind, document, quote, computedDue, isDueByUser } = obligation;
  const computed = isDueByUser && computedDue;
  const [due, setDue] = useState(obligation.due ?? '');
  const update = useUpdateObligation({ onError: ignoreError });
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Date of ${KIND_NAMES[kind]}`} description={`${document.title}: \u201c${quote}\u201d`}>
      <DialogBody>
        <Form
          onSubmit={() => update.mutate({ id, due }, { onSuccess: onClose })}
          error={formError(update.error, ['due'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              {computed && (
                <Button busy={update.isPending} onClick={() => update.mutate({ id, due: null }, { onSuccess: onClose })}>
                  {t`Use the computed date`}
                </Button>
              )}
              <Button type="submit" variant="primary" busy={update.isPending} disabled={due === ''}>
                {t`Set date`}
              </Button>
            </DialogActions>
          }
        >
          <Field label={t`Date`} type="date" required value={due} error={fieldError(update.error, 'due')} onChange={({ target }) => setDue(target.value)} />
          <p className="muted small">{t`Another run of the analyzer leaves a date that you set.`}</p>
          {computed && <p className="muted small">{t`Computed date: ${formatDay(computed)}`}</p>}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
