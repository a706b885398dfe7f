import { Copy } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Switch } from '@/components/ui/switch';
import { copyText } from '@/lib/clipboard';
import { toApiError } from '@/lib/errors';

import type { Subject } from '../api/access';
import { useSetPublic } from '../api/change-share';
import type { Said } from '../model/said';
import styles from './sharing.module.css';

interface PublicChoiceProps {
  subject: Subject;
  isPublic: boolean;
  onSaid: (said: Said) => void;
}

/** Whether everybody may look, with and without an account. */
export function PublicChoice({ subject, isPublic, onSaid }: PublicChoiceProps) {
  const set = useSetPublic(subject);
  const onError = (error: Error) => onSaid({ text: toApiError(error).message });
  const put = (next: boolean) =>
    set.mutate(next, {
      onError,
      onSuccess: () => onSaid({ text: next ? 'Everybody can look at it now.' : 'It is not public any more.', undo: () => set.mutate(!next, { onError, onSuccess: () => onSaid({ text: 'As it was before.' }) }) }),
    });
  const copy = () => {
    const address = `${location.origin}/${subject.kind === 'document' ? 'd' : 'c'}/${subject.uuid}`;
    void copyText(address).then(
      () => onSaid({ text: 'The address is copied.' }),
      () => onSaid({ text: `The browser does not let it be copied: ${address}` }),
    );
  };
  return (
    <section aria-label="Public" className={styles['public']}>
      <Switch
        label="Public"
        about={isPublic ? 'Everybody can look at it, with and without an account.' : 'Only the people below can look at it.'}
        checked={set.isPending ? set.variables : isPublic}
        busy={set.isPending}
        onChange={put}
      />
      {isPublic && (
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={copy}>
          Copy the address
        </Button>
      )}
    </section>
  );
}
