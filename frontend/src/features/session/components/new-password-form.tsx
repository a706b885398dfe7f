import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';

import { FieldForm } from '@/components/ui/field-form';
import { HelpText } from '@/components/ui/form';

import { resetPassword } from '../api/registration';

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const reset = useMutation({ mutationFn: (password: string) => resetPassword(token, password), onSuccess: onDone });
  return (
    <FieldForm
      field={{ label: t`New password`, type: 'password', autoComplete: 'new-password', minLength: 8 }}
      name="new_password"
      submit={t`Set password`}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={(password) => reset.mutate(password)}
    >
      <HelpText>{t`You will be signed out on all devices.`}</HelpText>
    </FieldForm>
  );
}
