import { t } from '@lingui/core/macro';
import { LockOpen } from 'lucide-react';

import { FieldForm } from '@/components/ui/field-form';

import { useUnlockDocument } from '../api/unlock-document';
import styles from './unlock-form.module.css';

/** Asks for the password of a protected document. */
export function UnlockForm({ uuid }: { uuid: string }) {
  const unlock = useUnlockDocument();
  return (
    <div className={styles['form']}>
      <FieldForm
        label={t`Document password`}
        field={{ label: t`Password`, type: 'password', autoComplete: 'off', maxLength: 500 }}
        name="password"
        submit={t`Unlock`}
        icon={<LockOpen aria-hidden="true" />}
        busy={unlock.isPending}
        error={unlock.error}
        onSubmit={(password) => unlock.mutate({ uuid, password })}
      />
    </div>
  );
}
