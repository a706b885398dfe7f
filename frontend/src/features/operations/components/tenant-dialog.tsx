import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { useSetTenantQueue, type TenantQueue } from '../api/tenant-queues';
import { limitErrors, limitsOf, tenantChange, type LimitErrors, type TenantLimits } from '../model/tenant-limits';
import styles from './tenant-dialog.module.css';

const FIELDS: readonly { name: keyof TenantLimits; label: string; placeholder: string }[] = [
  { name: 'cap', label: 'Most jobs at once', placeholder: 'no limit' },
  { name: 'rate', label: 'Most jobs begun in a minute', placeholder: 'no limit' },
  { name: 'weight', label: 'Weight: 2 gets twice the share of 1', placeholder: '1' },
];

export function TenantDialog({ queue, onClose }: { queue: TenantQueue; onClose: () => void }) {
  const [limits, setLimits] = useState(() => limitsOf(queue));
  const [errors, setErrors] = useState<LimitErrors>({});
  const set = useSetTenantQueue();
  const now = limitsOf(queue);
  const overtaken = set.isError && toApiError(set.error).code === 'edit_conflict';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = limitErrors(limits);
    setErrors(found);
    if (Object.keys(found).length === 0) set.mutate({ id: queue.id, version: queue.version, ...tenantChange(limits) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Limits of ${queue.tenant.name}`} description="They count within a second; what runs is not interrupted.">
      <form className={styles['form']} onSubmit={submit} noValidate>
        {FIELDS.map(({ name, label, placeholder }) => (
          <Field
            key={name}
            label={label}
            placeholder={placeholder}
            inputMode="decimal"
            value={limits[name]}
            error={errors[name]}
            onChange={({ target }) => setLimits({ ...limits, [name]: target.value.trim() })}
          />
        ))}
        {overtaken && (
          <p role="alert">
            Somebody has changed these since you opened them. They are now: {FIELDS.map(({ name, placeholder }) => now[name] || placeholder).join(', ')}. Saving again overwrites them.
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>Leave as it is</Button>
          <Button type="submit" variant="primary" busy={set.isPending}>
            Save the limits
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
