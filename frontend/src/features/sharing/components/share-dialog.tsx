import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { isMine } from '@/lib/permissions';

import { accessOptions, type Subject } from '../api/access';
import type { Thing } from '../model/access';
import type { Said } from '../model/said';
import { AccessList } from './access-list';
import { InvitePerson, InviteTeam } from './invite-form';
import { NewLink, TheLink } from './new-link';
import { OwnAccess } from './own-access';
import { PublicChoice } from './public-choice';
import styles from './sharing.module.css';

type Whom = 'person' | 'team' | 'link';

function SaidLine({ said, onUndone }: { said: Said | null; onUndone: () => void }) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (said?.takesFocus) (line.current?.querySelector('button') ?? line.current)?.focus();
  }, [said]);
  const undo = () => {
    // The button goes with what it takes back.
    line.current?.focus();
    said?.undo?.();
    onUndone();
  };
  return (
    <div ref={line} className={styles['said']} role="status" tabIndex={-1}>
      {said && <span>{said.text}</span>}
      {said?.undo && (
        <Button size="small" onClick={undo}>
          Undo
        </Button>
      )}
    </div>
  );
}

interface SharingProps {
  subject: Subject;
  thing: Thing;
  /** a link is shown that nobody has taken yet */
  onUntaken: (untaken: boolean) => void;
}

function Sharing({ subject, thing, onUntaken }: SharingProps) {
  const [whom, setWhom] = useState<Whom>('person');
  const [said, setSaid] = useState<Said | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const say = (text: string) => setSaid({ text });
  const made = (url: string | null) => {
    setLink(url);
    onUntaken(url !== null);
    if (url !== null) say('The link is made.');
  };
  const copied = () => {
    onUntaken(false);
    say('The link is copied.');
  };
  return (
    <>
      <DialogBody>
        {link === null ? (
          <Tabs
            label="Share with"
            value={whom}
            onChange={setWhom}
            tabs={[
              { value: 'person', label: 'A person', content: <div className={styles['whom']}><InvitePerson subject={subject} onSaid={say} /></div> },
              { value: 'team', label: 'A team', content: <div className={styles['whom']}><InviteTeam subject={subject} onSaid={say} /></div> },
              { value: 'link', label: 'A link', content: <div className={styles['whom']}><NewLink subject={subject} onMade={made} /></div> },
            ]}
          />
        ) : (
          <TheLink url={link} onSaid={say} onCopied={copied} onClose={() => made(null)} />
        )}
        <PublicChoice subject={subject} isPublic={thing.isPublic} onSaid={setSaid} />
        <AccessList subject={subject} thing={thing} onSaid={setSaid} />
      </DialogBody>
      <SaidLine said={said} onUndone={() => setSaid(null)} />
    </>
  );
}

function Access({ subject, onUntaken }: Omit<SharingProps, 'thing'>) {
  const access = useQuery(accessOptions(subject));
  if (access.isPending) return <SkeletonRows rows={3} label="Loading who has access" />;
  if (access.isError) return <ErrorNotice title="Who has access could not be loaded" error={access.error} onRetry={() => void access.refetch()} />;
  return isMine(access.data) ? <Sharing subject={subject} thing={access.data} onUntaken={onUntaken} /> : <OwnAccess thing={access.data} />;
}

/** Owners share here; others see whose it is and what they may do. A new link is not lost by a stray click. */
export function ShareDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const [untaken, setUntaken] = useState(false);
  return (
    <Dialog wide open stays={untaken} onOpenChange={(open) => open || onClose()} title={`Access to “${subject.title}”`}>
      <Access subject={subject} onUntaken={setUntaken} />
    </Dialog>
  );
}
