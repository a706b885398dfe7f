import { plural, t } from '@lingui/core/macro';
import { LockOpen } from 'lucide-react';
import { useState } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { FieldForm } from '@/components/ui/field-form';
import { useUnlockDocument } from '@/features/documents/api/unlock-document';

interface PasswordDialogProps {
  documents: readonly string[];
  onClose: () => void;
}

/** Asks for the password of protected documents: files that were uploaded together often have the same one. */
export function PasswordDialog({ documents, onClose }: PasswordDialogProps) {
  const unlock = useUnlockDocument();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const files = plural(documents.length, { one: '# file', other: '# files' });
  const unlockAll = async (password: string) => {
    setBusy(true);
    const results = await Promise.allSettled(documents.map((uuid) => unlock.mutateAsync({ uuid, password })));
    const failed = results.find((result) => result.status === 'rejected');
    setBusy(false);
    if (failed) setError(failed.reason as Error);
    else onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={documents.length === 1 ? t`Password of the file` : t`Password of ${files}`}
      description={t`We store it encrypted, so we can open the file again. A wrong password is not stored.`}
    >
      <FieldForm
        label={t`Document password`}
        field={{ label: t`Password`, type: 'password', autoComplete: 'off', maxLength: 500 }}
        name="password"
        submit={t`Unlock ${files}`}
        icon={<LockOpen aria-hidden="true" />}
        busy={busy}
        error={error}
        onSubmit={(password) => void unlockAll(password)}
      />
    </Dialog>
  );
}
