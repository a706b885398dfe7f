import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Form } from '@/components/ui/form';
import { registrationOptions } from '@/features/session/api/registration';
import { sessionOptions } from '@/features/session/api/session';
import { ProviderButtons } from '@/features/session/components/provider-buttons';
import { formError } from '@/lib/form-errors';

import { useConfirmPassword } from '../api/secrets';
import { PasswordConfirmation } from './password-confirmation';

interface ConfirmPasswordDialogProps {
  /** called with whether the user has confirmed the password */
  onClose: (isConfirmed: boolean) => void;
}

function PasswordForm({ onClose }: ConfirmPasswordDialogProps) {
  const [password, setPassword] = useState('');
  const confirm = useConfirmPassword();
  return (
    <Form
      label={t`Confirm that it is you`}
      onSubmit={() => confirm.mutate(password, { onSuccess: () => onClose(true) })}
      error={formError(confirm.error, ['current_password'])}
      actions={
        <DialogActions>
          <Button onClick={() => onClose(false)}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            {t`Continue`}
          </Button>
        </DialogActions>
      }
    >
      <PasswordConfirmation value={password} error={confirm.error} onChange={setPassword} />
    </Form>
  );
}

/** Asks for the password before the user creates access that outlives the session. */
export function ConfirmPasswordDialog({ onClose }: ConfirmPasswordDialogProps) {
  const { data: user } = useQuery(sessionOptions);
  const hasPassword = user?.has_password !== false;
  const { data: registration } = useQuery({ ...registrationOptions, enabled: !hasPassword });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose(false)}
      title={t`Confirm that it is you`}
      description={
        hasPassword
          ? t`You signed in a while ago, and this stays in effect after you sign out. You are not asked again for an hour.`
          : t`You signed in a while ago, and this stays in effect after you sign out. Sign in again first. What you have entered here is not kept.`
      }
    >
      <DialogBody>
        {hasPassword ? <PasswordForm onClose={onClose} /> : registration && <ProviderButtons registration={registration} next={location.pathname + location.search} />}
      </DialogBody>
    </Dialog>
  );
}
