import { DialogBody } from '@/components/ui/dialog';
import { personName } from '@/lib/people';

import type { Thing } from '../model/access';
import { ownRole } from '../model/roles';
import styles from './sharing.module.css';

/** What those see to whom it does not belong: whose it is, and what they may do. */
export function OwnAccess({ thing }: { thing: Thing }) {
  const { role, means } = ownRole(thing.myPermissions);
  return (
    <DialogBody>
      <dl className={styles['facts']}>
        <dt>Owner</dt>
        <dd>
          {personName(thing.owner)} <span className="muted">{thing.owner.name && thing.owner.username}</span>
        </dd>
        <dt>You are</dt>
        <dd>
          {role} <span className="muted">{means}</span>
        </dd>
        <dt>Public</dt>
        <dd>{thing.isPublic ? 'Yes, everybody can look at it' : 'No'}</dd>
      </dl>
      <p className="muted">Only the owner shares it further, or changes your role.</p>
    </DialogBody>
  );
}
