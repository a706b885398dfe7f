import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DialogBody } from '@/components/ui/dialog';
import { sessionOptions } from '@/features/session/api/session';
import { afterMutation } from '@/lib/after-mutation';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { showToast } from '@/lib/toasts';
import { displayName } from '@/lib/users';

import type { Subject } from '../api/access';
import { useLeave } from '../api/shares';
import type { ObjectAccess } from '../model/access';
import { roleOf } from '../model/roles';
import styles from './sharing.module.css';

interface LeaveProps {
  subject: Subject;
  onLeft: () => void;
}

/** Removes the user's own access, and goes to the list if the page of the object is open. */
function Leave({ subject, onLeft }: LeaveProps) {
  const [confirming, setConfirming] = useState(false);
  const leave = useLeave(subject);
  const navigate = useNavigate();
  const isOpen = useRouterState({ select: ({ location }) => location.pathname.includes(subject.uuid) });
  const done = () => {
    showToast({ text: t`You have left ${quoted(subject.title)}.` });
    onLeft();
    if (isOpen) void navigate({ to: subject.kind === 'corpus' ? '/c' : '/' });
  };
  return (
    <div>
      <Button icon={<LogOut aria-hidden="true" />} busy={leave.isPending} onClick={() => setConfirming(true)}>
        {t`Leave`}
      </Button>
      {leave.error && <p role="alert">{toApiError(leave.error).message}</p>}
      <ConfirmDialog open={confirming} onOpenChange={setConfirming} title={t`Leave ${quoted(subject.title)}?`} confirm={t`Leave`} onConfirm={() => void afterMutation(leave.mutateAsync(), done)}>
        {t`You will not see it any more, unless it is shared with you again. What you made in it stays.`}
      </ConfirmDialog>
    </div>
  );
}

/** The access of a user who is not the owner. */
export function MyAccess({ subject, access, onLeft }: LeaveProps & { access: ObjectAccess }) {
  const { role, about } = roleOf(access.myPermissions);
  const { data: user } = useQuery(sessionOptions);
  return (
    <DialogBody>
      <dl className={styles['facts']}>
        <dt>{t`Owner`}</dt>
        <dd>
          {displayName(access.owner)} <span className="muted">{access.owner.name && access.owner.username}</span>
        </dd>
        <dt>{t`Your role`}</dt>
        <dd>
          {role} <span className="muted">{about}</span>
        </dd>
        <dt>{t`Public`}</dt>
        <dd>{access.isPublic ? t`Yes, everyone can view it` : t`No`}</dd>
      </dl>
      <p className="muted">{t`Only the owner can share it or change your role.`}</p>
      {user && <Leave subject={subject} onLeft={onLeft} />}
    </DialogBody>
  );
}
