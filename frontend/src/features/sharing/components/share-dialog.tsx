import { t } from '@lingui/core/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { isMine } from '@/lib/permissions';

import { accessOptions, type Subject } from '../api/access';
import type { ObjectAccess } from '../model/access';
import { visibilityText } from '../model/visibility';
import type { UndoMessage } from '../model/undo-message';
import { AccessList } from './access-list';
import { ShareWithUser, ShareWithTeam } from './share-forms';
import { NewLink, NewLinkBox } from './new-link';
import { MyAccess } from './my-access';
import { PublicSwitch } from './public-switch';
import styles from './sharing.module.css';

type ShareTab = 'user' | 'team' | 'link';

function UndoMessageLine({ message, onUndone }: { message: UndoMessage | null; onUndone: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message?.takesFocus) (line.current?.querySelector('button') ?? line.current)?.focus();
  }, [message]);
  const undo = () => {
    // The undo button disappears.
    line.current?.focus();
    message?.undo?.();
    onUndone();
  };
  return (
    <div ref={line} className={styles['message']} role="status" tabIndex={-1}>
      {message && <span>{message.text}</span>}
      {message?.undo && (
        <Button size="small" onClick={undo}>
          {t`Undo`}
        </Button>
      )}
    </div>
  );
}

interface SharingProps {
  subject: Subject;
  access: ObjectAccess;
  /** reports whether a new link is shown that has not been copied yet */
  onUncopiedLink: (uncopied: boolean) => void;
}

const tabContent = (form: ReactNode) => <div className={styles['tab']}>{form}</div>;

function Sharing({ subject, access, onUncopiedLink }: SharingProps) {
  const [tab, setTab] = useState<ShareTab>('user');
  const [message, setMessage] = useState<UndoMessage | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const showText = (text: string) => setMessage(text ? { text } : null);
  const showLink = (url: string | null) => {
    setLink(url);
    onUncopiedLink(url !== null);
    if (url !== null) showText(t`Link created.`);
  };
  const onCopied = () => {
    onUncopiedLink(false);
    showText(t`Link copied.`);
  };
  return (
    <>
      <DialogBody>
        <p className={styles['visibility']}>
          <Eye aria-hidden="true" />
          <span>{t`Who can see this: ${visibilityText(access)}`}</span>
        </p>
        {link === null ? (
          <Tabs
            label={t`Share with`}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'user', label: t`People`, content: tabContent(<ShareWithUser subject={subject} onMessage={showText} />) },
              { value: 'team', label: t`Teams`, content: tabContent(<ShareWithTeam subject={subject} onMessage={showText} />) },
              { value: 'link', label: t`Link`, content: tabContent(<NewLink subject={subject} onCreated={showLink} />) },
            ]}
          />
        ) : (
          <NewLinkBox url={link} onMessage={showText} onCopied={onCopied} onClose={() => showLink(null)} />
        )}
        <PublicSwitch subject={subject} isPublic={access.isPublic} onMessage={setMessage} />
        <AccessList subject={subject} access={access} onMessage={setMessage} />
      </DialogBody>
      <UndoMessageLine message={message} onUndone={() => setMessage(null)} />
    </>
  );
}

interface AccessProps extends Omit<SharingProps, 'access'> {
  access: UseQueryResult<ObjectAccess>;
  onLeft: () => void;
}

function Access({ subject, access, onUncopiedLink, onLeft }: AccessProps) {
  if (access.isPending) return <SkeletonRows rows={3} label={t`Loading access`} />;
  if (access.isError) return <ErrorNotice title={t`Access could not be loaded`} error={access.error} onRetry={() => void access.refetch()} />;
  return isMine(access.data) ? <Sharing subject={subject} access={access.data} onUncopiedLink={onUncopiedLink} /> : <MyAccess subject={subject} access={access.data} onLeft={onLeft} />;
}

/** The share dialog of owners; other users see their own access. It stays open while a new link has not been copied. */
export function ShareDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const [uncopied, setUncopied] = useState(false);
  const access = useQuery(accessOptions(subject));
  const title = access.data && !isMine(access.data) ? t`Your access to “${subject.title}”` : t`Share “${subject.title}”`;
  return (
    <Dialog wide open persistent={uncopied} onOpenChange={(open) => open || onClose()} title={title}>
      <Access subject={subject} access={access} onUncopiedLink={setUncopied} onLeft={onClose} />
    </Dialog>
  );
}
