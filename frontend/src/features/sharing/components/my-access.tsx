import { DialogBody } from '@/components/ui/dialog';
import { displayName } from '@/lib/users';

import type { ObjectAccess } from '../model/access';
import { roleOf } from '../model/roles';
import styles from './sharing.module.css';

/** The access of a user who is not the owner. */
export function MyAccess({ access }: { access: ObjectAccess }) {
  const { role, about } = roleOf(access.myPermissions);
  return (
    <DialogBody>
      <dl className={styles['facts']}>
        <dt>Owner</dt>
        <dd>
          {displayName(access.owner)} <span className="muted">{access.owner.name && access.owner.username}</span>
        </dd>
        <dt>Your role</dt>
        <dd>
          {role} <span className="muted">{about}</span>
        </dd>
        <dt>Public</dt>
        <dd>{access.isPublic ? 'Yes, everyone can view it' : 'No'}</dd>
      </dl>
      <p className="muted">Only the owner can share it or change your role.</p>
    </DialogBody>
  );
}
