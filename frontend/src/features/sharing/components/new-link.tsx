import { Copy, Link2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Form, Hint, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { copyText } from '@/lib/clipboard';
import { formError } from '@/lib/form-errors';

import type { Subject } from '../api/access';
import { useCreateShare } from '../api/change-share';
import { endAfter, LIFETIMES } from '../model/expiry';
import type { Role } from '../model/roles';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';

interface TheLinkProps {
  url: string;
  onSaid: (said: string) => void;
  onCopied: () => void;
  onClose: () => void;
}

/** Once: when it is there. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** What is shown this once. */
export function TheLink({ url, onSaid, onCopied, onClose }: TheLinkProps) {
  const copy = () =>
    void copyText(url).then(onCopied, () =>
      onSaid('The browser does not let it be copied. Select it and copy it yourself.'),
    );
  return (
    <div className={styles['made']} role="group" aria-label="The new link">
      <code className={styles['address']}>{url}</code>
      <Hint>It is shown this once: nobody can see it again, not even you. Whoever has it can open it.</Hint>
      <div className={styles['buttons']}>
        <Button ref={focus} variant="primary" icon={<Copy aria-hidden="true" />} onClick={copy}>
          Copy the link
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

interface NewLinkProps {
  subject: Subject;
  onMade: (url: string) => void;
}

/** A link for whoever has it: strangers look, people who sign in get its role. */
export function NewLink({ subject, onMade }: NewLinkProps) {
  const [role, setRole] = useState<Role>('VIEWER');
  const [days, setDays] = useState(30);
  const create = useCreateShare(subject);
  return (
    <Form
      label="Share by a link"
      onSubmit={() => create.mutate({ role, link: true, expires: endAfter(days) }, { onSuccess: ({ link }) => link?.url && onMade(link.url) })}
      error={formError(create.error, [])}
      actions={null}
    >
      <div className={styles['invite']}>
        <Labelled label="How long">
          <Select label="How long" value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime.days} value={lifetime.days}>
                {lifetime.label}
              </option>
            ))}
          </Select>
        </Labelled>
        <RoleMenu label="Role" role={role} onChange={setRole} />
        <Button type="submit" variant="primary" icon={<Link2 aria-hidden="true" />} busy={create.isPending}>
          Make a link
        </Button>
      </div>
      <Hint>Strangers who have the link can only look. People who sign in get the role.</Hint>
    </Form>
  );
}
