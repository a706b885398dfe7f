import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Form } from '@/components/ui/form';
import { formError } from '@/lib/form-errors';

import { useEndAccess } from '../api/secrets';
import { PasswordConfirmation } from './password-confirmation';

/** Ends all secrets and all other sessions of the user. */
export function EndAccessDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const end = useEndAccess();
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`End all access?`}
      description={t`All API tokens, share links, calendar addresses and signing secrets end, and you are signed out everywhere but here. This cannot be undone.`}
    >
      <DialogBody>
        <Form
          label={t`End all access`}
          onSubmit={() => end.mutate(hasPassword ? { current_password: password } : {}, { onSuccess: onClose })}
          error={formError(end.error, hasPassword ? ['current_password'] : [])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="danger" busy={end.isPending}>
                {t`End all access`}
              </Button>
            </DialogActions>
          }
        >
          {hasPassword && <PasswordConfirmation value={password} error={end.error} onChange={setPassword} />}
        </Form>
      </DialogBody>
    </Dialog>
  );
}
