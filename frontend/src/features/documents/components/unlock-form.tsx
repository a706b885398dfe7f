import { LockOpen } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { useUnlockDocument } from '../api/unlock-document';
import styles from './unlock-form.module.css';

/** Asks for what opens a protected document. */
export function UnlockForm({ uuid }: { uuid: string }) {
  const [password, setPassword] = useState('');
  const unlock = useUnlockDocument();
  return (
    <div className={styles['place']}>
      <Form
        label="Password of the document"
        onSubmit={() => unlock.mutate({ uuid, password })}
        error={formError(unlock.error, ['password'])}
        actions={
          <Button type="submit" variant="primary" icon={<LockOpen aria-hidden="true" />} busy={unlock.isPending}>
            Open
          </Button>
        }
      >
        <Field
          label="Password"
          type="password"
          autoComplete="off"
          required
          maxLength={500}
          value={password}
          error={fieldError(unlock.error, 'password')}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Form>
    </div>
  );
}
