import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Switch } from '@/components/ui/switch';
import { copyText } from '@/lib/clipboard';
import { toApiError } from '@/lib/errors';

import type { Subject } from '../api/access';
import { useSetPublic } from '../api/shares';
import type { UndoMessage } from '../model/undo-message';
import { PublicContents } from './public-contents';
import styles from './sharing.module.css';

interface PublicSwitchProps {
  subject: Subject;
  isPublic: boolean;
  onMessage: (message: UndoMessage) => void;
}

const VISIBLE = {
  document: t`Everyone who has the address can view its file, its text and its attachments, also without an account, and it is listed among the public documents.`,
  corpus: t`Everyone who has the address can view and search it, also without an account: its documents, folders and labels, and the annotations and notes of all its members, with their names.`,
};

/** Makes an object public, after a question: visible to everyone, also without an account. */
export function PublicSwitch({ subject, isPublic, onMessage }: PublicSwitchProps) {
  const set = useSetPublic(subject);
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => onMessage({ text: toApiError(error).message });
  const change = (next: boolean) => {
    const undo = () => set.mutate(!next, { onError, onSuccess: () => onMessage({ text: t`Change undone.` }) });
    set.mutate(next, { onError, onSuccess: () => onMessage({ text: next ? t`Now public.` : t`No longer public.`, undo }) });
  };
  const copy = () => {
    const url = `${location.origin}/${subject.kind === 'document' ? 'd' : 'c'}/${subject.uuid}`;
    void copyText(url).then(
      () => onMessage({ text: t`Link copied.` }),
      () => onMessage({ text: t`The browser blocked copying: ${url}` }),
    );
  };
  return (
    <section aria-label={t`Public`} className={styles['public']}>
      <Switch
        label={t`Public`}
        about={isPublic ? t`Everyone can view it, also without an account.` : t`Its address alone gives no access.`}
        checked={set.isPending ? set.variables : isPublic}
        busy={set.isPending}
        onChange={(next) => (next ? setAsking(true) : change(false))}
      />
      {isPublic && (
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={copy}>
          {t`Copy link`}
        </Button>
      )}
      <ConfirmDialog open={asking} onOpenChange={setAsking} title={t`Make “${subject.title}” public?`} confirm={t`Make public`} onConfirm={() => change(true)}>
        {VISIBLE[subject.kind]} {asking && <PublicContents subject={subject} />}
      </ConfirmDialog>
    </section>
  );
}
