import { t } from '@lingui/core/macro';

import { Field } from '@/components/ui/field';
import { fieldError } from '@/lib/form-errors';

interface PasswordConfirmationProps {
  value: string;
  /** of the request that the password was sent with */
  error: unknown;
  onChange: (password: string) => void;
}

/** The field for the current password, which proves that the user is still the one who signed in. */
export const PasswordConfirmation = ({ value, error, onChange }: PasswordConfirmationProps) => (
  <Field
    label={t`Confirm with your password`}
    type="password"
    autoComplete="current-password"
    required
    value={value}
    error={fieldError(error, 'current_password')}
    onChange={({ target }) => onChange(target.value)}
  />
);
