import { Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { Button } from '@/components/ui/button';
import { isMine, type Permitted } from '@/lib/permissions';

import type { Subject } from '../api/access';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }));

interface ShareButtonProps {
  subject: Subject;
  object: Permitted;
  size?: 'normal' | 'small';
}

export function ShareButton({ subject, object, size = 'normal' }: ShareButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size={size} icon={<Users aria-hidden="true" />} onClick={() => setOpen(true)}>
        {isMine(object) ? 'Share' : 'Access'}
      </Button>
      <Suspense>{open && <ShareDialog subject={subject} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
