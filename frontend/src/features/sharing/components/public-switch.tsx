import { Copy } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Switch } from '@/components/ui/switch';
import { copyText } from '@/lib/clipboard';
import { toApiError } from '@/lib/errors';

import type { Subject } from '../api/access';
import { useSetPublic } from '../api/shares';
import type { UndoMessage } from '../model/undo-message';
import styles from './sharing.module.css';

interface PublicSwitchProps {
  subject: Subject;
  isPublic: boolean;
  onMessage: (message: UndoMessage) => void;
}

/** Makes an object public: visible to everyone, also without an account. */
export function PublicSwitch({ subject, isPublic, onMessage }: PublicSwitchProps) {
  const set = useSetPublic(subject);
  const onError = (error: Error) => onMessage({ text: toApiError(error).message });
  const change = (next: boolean) => {
    const undo = () => set.mutate(!next, { onError, onSuccess: () => onMessage({ text: 'Change undone.' }) });
    set.mutate(next, { onError, onSuccess: () => onMessage({ text: next ? 'Now public.' : 'No longer public.', undo }) });
  };
  const copy = () => {
    const url = `${location.origin}/${subject.kind === 'document' ? 'd' : 'c'}/${subject.uuid}`;
    void copyText(url).then(
      () => onMessage({ text: 'Link copied.' }),
      () => onMessage({ text: `The browser blocked copying: ${url}` }),
    );
  };
  return (
    <section aria-label="Public" className={styles['public']}>
      <Switch
        label="Public"
        about={isPublic ? 'Everyone can view it, also without an account.' : 'Only people with access can view it.'}
        checked={set.isPending ? set.variables : isPublic}
        busy={set.isPending}
        onChange={change}
      />
      {isPublic && (
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={copy}>
          Copy link
        </Button>
      )}
    </section>
  );
}
