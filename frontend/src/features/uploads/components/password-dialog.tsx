import { LockOpen } from 'lucide-react';
import { useState } from 'react';

import { Dialog } from '@/components/ui/dialog';
import { FieldForm } from '@/components/ui/field-form';
import { useUnlockDocument } from '@/features/documents/api/unlock-document';
import { count } from '@/lib/format';

interface PasswordDialogProps {
  documents: readonly string[];
  onClose: () => void;
}

/** Asks for the password of protected documents: files that were uploaded together often have the same one. */
export function PasswordDialog({ documents, onClose }: PasswordDialogProps) {
  const unlock = useUnlockDocument();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const files = count(documents.length, 'file');
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
      title={documents.length === 1 ? 'Password of the file' : `Password of ${files}`}
      description="We store it encrypted, so we can open the file again. A wrong password is not stored."
    >
      <FieldForm
        label="Document password"
        field={{ label: 'Password', type: 'password', autoComplete: 'off', maxLength: 500 }}
        name="password"
        submit={`Unlock ${files}`}
        icon={<LockOpen aria-hidden="true" />}
        busy={busy}
        error={error}
        onSubmit={(password) => void unlockAll(password)}
      />
    </Dialog>
  );
}
