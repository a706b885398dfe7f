import { t } from '@lingui/core/macro';

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
    </DialogBody>
  );
}
