import { t } from '@lingui/core/macro';
import { Copy, Link2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { Select } from '@/components/ui/select';
import { copyText } from '@/lib/clipboard';
import { formError } from '@/lib/form-errors';

import type { Subject } from '../api/access';
import { useCreateShare } from '../api/shares';
import { expiryAfter, LIFETIMES } from '../model/expiry';
import type { Role } from '../model/roles';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';

interface NewLinkBoxProps {
  url: string;
  onMessage: (text: string) => void;
  onCopied: () => void;
  onClose: () => void;
}

/** A ref that focuses the button when it appears. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A new link, which is shown once. */
export function NewLinkBox({ url, onMessage, onCopied, onClose }: NewLinkBoxProps) {
  const copy = () =>
    void copyText(url).then(onCopied, () =>
      onMessage(t`The browser blocked copying. Select the link and copy it.`),
    );
  return (
    <div className={styles['newLink']} role="group" aria-label={t`New link`}>
      <SecretText>{url}</SecretText>
      <HelpText>{t`Copy it now. It won’t be shown again. Anyone with the link can open it.`}</HelpText>
      <div className={styles['buttons']}>
        <Button ref={focus} variant="primary" icon={<Copy aria-hidden="true" />} onClick={copy}>
          {t`Copy link`}
        </Button>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </div>
  );
}

interface NewLinkProps {
  subject: Subject;
  onCreated: (url: string) => void;
}

/** Creates a link. Anonymous users can only view; signed-in users get the role of the link. */
export function NewLink({ subject, onCreated }: NewLinkProps) {
  const [role, setRole] = useState<Role>('VIEWER');
  const [days, setDays] = useState(30);
  const create = useCreateShare(subject);
  return (
    <Form
      label={t`Share by link`}
      onSubmit={() => create.mutate({ role, link: true, expires: expiryAfter(days) }, { onSuccess: ({ link }) => link?.url && onCreated(link.url) })}
      error={formError(create.error, [])}
      actions={null}
    >
      <div className={styles['form']}>
        <Labelled label={t`Expires`}>
          <Select label={t`Expires`} value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime.days} value={lifetime.days}>
                {lifetime.label}
              </option>
            ))}
          </Select>
        </Labelled>
        <RoleMenu label={t`Role`} role={role} onChange={setRole} />
        <Button type="submit" variant="primary" icon={<Link2 aria-hidden="true" />} busy={create.isPending}>
          {t`Create link`}
        </Button>
      </div>
      <HelpText>{t`Without signing in, people can only view. Signed in, they get the role you choose.`}</HelpText>
    </Form>
  );
}
