import { t } from '@lingui/core/macro';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { useSetTenantQueue, type TenantQueue } from '../api/tenant-queues';
import { limitErrors, limitsOf, tenantChange, type LimitErrors, type TenantLimits } from '../model/tenant-limits';
import styles from './tenant-dialog.module.css';

const FIELDS: readonly { name: keyof TenantLimits; label: string; placeholder: string }[] = [
  { name: 'cap', label: t`Maximum concurrent jobs`, placeholder: t`no limit` },
  { name: 'rate', label: t`Maximum jobs started per minute`, placeholder: t`no limit` },
  { name: 'weight', label: t`Weight (2 gets twice the share of 1)`, placeholder: '1' },
];

export function TenantDialog({ queue, onClose }: { queue: TenantQueue; onClose: () => void }) {
  const [limits, setLimits] = useState(() => limitsOf(queue));
  const [errors, setErrors] = useState<LimitErrors>({});
  const set = useSetTenantQueue();
  const now = limitsOf(queue);
  const current = FIELDS.map(({ name, placeholder }) => now[name] || placeholder).join(', ');
  const isConflict = set.isError && toApiError(set.error).code === 'edit_conflict';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = limitErrors(limits);
    setErrors(invalid);
    if (Object.keys(invalid).length === 0) set.mutate({ id: queue.id, version: queue.version, ...tenantChange(limits) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Limits of ${queue.tenant.name}`} description={t`Changes take effect within a second. Running jobs are not interrupted.`}>
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
        {isConflict && (
          <p role="alert">
            {t`Changed by someone else since you opened it. Current limits: ${current}. Save again to overwrite them.`}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={set.isPending}>
            {t`Save`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
