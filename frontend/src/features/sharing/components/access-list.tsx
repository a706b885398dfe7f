import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Crown, EyeOff } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { afterMutation } from '@/lib/after-mutation';
import { displayName } from '@/lib/users';
import { showErrorToast } from '@/lib/toasts';

import type { Subject } from '../api/access';
import { useRemoveFromHiddenCorpus } from '../api/shares';
import { inheritedAccess, type InheritedAccess, type ObjectAccess } from '../model/access';
import type { UndoMessage } from '../model/undo-message';
import { ShareItem } from './share-item';
import styles from './sharing.module.css';
import { SHARE_ICONS } from './share-icons';

function InheritedItem({ access: { grantee, kind, role, corpus } }: { access: InheritedAccess }) {
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        {SHARE_ICONS[kind]}
      </span>
      <div className={styles['grantee']}>
        <p>{grantee}</p>
        <p className={styles['details']}>
          <Trans>
            Through the corpus{' '}
            <Link to="/c/$uuid" params={{ uuid: corpus.uuid }}>
              {corpus.title}
            </Link>
          </Trans>
        </p>
      </div>
      <span className="muted">{role}</span>
    </li>
  );
}

/** A corpus that the owner of the document has no access to any more: its name and members are not shown. */
function HiddenCorpusItem({ subject, membership, onMessage }: { subject: Subject; membership: string; onMessage: (message: UndoMessage) => void }) {
  const removal = useRemoveFromHiddenCorpus(subject);
  const message = { text: t`Removed from the corpus.`, takesFocus: true };
  const remove = () => void afterMutation(removal.mutateAsync(membership), () => onMessage(message), showErrorToast);
  return (
    <li className={styles['item']}>
      <span className={styles['icon']} aria-hidden="true">
        <EyeOff />
      </span>
      <div className={styles['grantee']}>
        <p>{t`Members of a corpus you no longer have access to`}</p>
        <p className={styles['details']}>{t`You added the document to it.`}</p>
      </div>
      <Button size="small" busy={removal.isPending} onClick={remove}>
        {t`Remove`}
      </Button>
    </li>
  );
}

interface AccessListProps {
  subject: Subject;
  access: ObjectAccess;
  onMessage: (message: UndoMessage) => void;
}

/** Everyone with access: the owner, shares and inherited access. */
export function AccessList({ subject, access, onMessage }: AccessListProps) {
  return (
    <section aria-label={t`Who has access`}>
      <h3 className={styles['heading']}>{t`Who has access`}</h3>
      <ul>
        <li className={styles['item']}>
          <span className={styles['icon']} aria-hidden="true">
            <Crown />
          </span>
          <div className={styles['grantee']}>
            <p>{displayName(access.owner)}</p>
            <p className={styles['details']}>{t`You`}</p>
          </div>
          <span className="muted">{t`Owner`}</span>
        </li>
        {access.shares.map((share) => (
          <ShareItem key={share.uuid} subject={subject} share={share} onMessage={onMessage} />
        ))}
        {inheritedAccess(access).map((inherited) => (
          <InheritedItem key={inherited.key} access={inherited} />
        ))}
        {access.hiddenMemberships?.map((membership) => (
          <HiddenCorpusItem key={membership} subject={subject} membership={membership} onMessage={onMessage} />
        ))}
      </ul>
    </section>
  );
}
