import { t } from '@lingui/core/macro';
import { Users } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { useCommands } from '@/lib/commands';
import { lazyDialog } from '@/lib/lazy-part';
import { isMine, type Permitted } from '@/lib/permissions';

import type { Subject } from '../api/access';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog')).ShareDialog, ({ onClose }) => onClose());

interface ShareButtonProps {
  subject: Subject;
  object: Permitted;
  size?: 'normal' | 'small';
}

export function ShareButton({ subject, object, size = 'normal' }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  const label = isMine(object) ? t`Share` : t`Access`;
  useCommands(() => [{ name: 'share', text: label, run: () => setOpen(true) }]);
  return (
    <>
      <Button size={size} icon={<Users aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ShareDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
