import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';

import { FieldForm } from '@/components/ui/field-form';

import { requestPasswordReset } from '../api/registration';

/** Shows the same text whether or not an account has the address. */
export function ForgotPasswordForm() {
  const reset = useMutation({ mutationFn: requestPasswordReset });
  if (reset.isSuccess) {
    return <p role="status">{t`If there is an account with the address ${reset.variables}, we have sent it an e-mail with a link. The link is valid for one hour.`}</p>;
  }
  return (
    <FieldForm
      field={{ label: t`E-mail`, type: 'email', autoComplete: 'email' }}
      name="email"
      submit={t`Send reset e-mail`}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={(email) => reset.mutate(email)}
    />
  );
}
