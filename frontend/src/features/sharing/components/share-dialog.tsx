import { t } from '@lingui/core/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Copy, Eye, Link2, LogOut } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { Select } from '@/components/ui/select';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { sessionOptions } from '@/features/session/api/session';
import { afterMutation } from '@/lib/after-mutation';
import { clearSent } from '@/lib/clear-sent';
import { copyText } from '@/lib/clipboard';
import { toApiError } from '@/lib/errors';
import { formError } from '@/lib/form-errors';
import { quoted } from '@/lib/format';
import { isMine } from '@/lib/permissions';
import { showToast } from '@/lib/toasts';
import { displayName } from '@/lib/users';

import { accessOptions, type Subject } from '../api/access';
import { useCreateShare, useLeave } from '../api/shares';
import { teamsOptions } from '../api/teams';
import type { ObjectAccess } from '../model/access';
import { expiryAfter, LIFETIMES } from '../model/expiry';
import { roleOf, type Role } from '../model/roles';
import type { UndoMessage } from '../model/undo-message';
import { visibilityText } from '../model/visibility';
import { AccessList } from './access-list';
import { PublicSwitch } from './public-switch';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';
import { UserField } from './user-field';

interface NewLinkBoxProps {
  url: string;
  onMessage: (text: string) => void;
  onCopied: () => void;
  onClose: () => void;
}

/** A ref that focuses the button when it appears. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A new link, which is shown once. */
function NewLinkBox({ url, onMessage, onCopied, onClose }: NewLinkBoxProps) {
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
function NewLink({ subject, onCreated }: NewLinkProps) {
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
function MyAccess({ subject, access, onLeft }: LeaveProps & { access: ObjectAccess }) {
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

interface ShareFormProps {
  subject: Subject;
  /** shows what was done; an empty text when that is past */
  onMessage: (text: string) => void;
}

interface ControlsProps {
  role: Role;
  onRole: (role: Role) => void;
  busy: boolean;
  ready: boolean;
  children: ReactNode;
}

function Controls({ role, onRole, busy, ready, children }: ControlsProps) {
  return (
    <div className={styles['form']}>
      {children}
      <RoleMenu label={t`Role`} role={role} onChange={onRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
        {t`Share`}
      </Button>
    </div>
  );
}

function ShareWithUser({ subject, onMessage }: ShareFormProps) {
  const [user, setUser] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const field = useRef<HTMLInputElement>(null);
  const create = useCreateShare(subject);
  const done = () => {
    onMessage(t`Shared with ${user.trim()}.`);
    setUser(clearSent(user));
    // The user may be elsewhere by now, such as in a menu, which would close.
    const { activeElement, body } = document;
    if (activeElement === body || field.current?.form?.contains(activeElement)) field.current?.focus();
  };
  const change = (value: string) => {
    setUser(value);
    create.reset();
    onMessage('');
  };
  return (
    <Form
      label={t`Share with a user`}
      onSubmit={() => create.mutate({ role, user: user.trim() }, { onSuccess: done, onError: () => onMessage('') })}
      error={formError(create.error, ['user'])}
      actions={null}
    >
      <Controls role={role} onRole={setRole} busy={create.isPending} ready={user.trim() !== ''}>
        <UserField ref={field} value={user} error={create.error} onChange={change} />
      </Controls>
    </Form>
  );
}

function ShareWithTeam({ subject, onMessage }: ShareFormProps) {
  const teams = useQuery(teamsOptions);
  const [picked, setPicked] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const create = useCreateShare(subject);
  if (teams.isPending) return <Skeleton height={56} />;
  if (teams.isError) return <HelpText>{t`Your teams could not be loaded. Try again in a moment.`}</HelpText>;
  if (teams.data.length === 0) return <HelpText>{t`You have no teams yet. Create one under “Your teams” in the account menu.`}</HelpText>;
  const team = teams.data.find(({ id }) => id === picked) ?? teams.data[0];
  if (!team) return null;
  return (
    <Form
      label={t`Share with a team`}
      onSubmit={() => create.mutate({ role, team: team.id }, { onSuccess: () => onMessage(t`Shared with ${team.name}.`), onError: () => onMessage('') })}
      error={formError(create.error, [])}
      actions={null}
    >
      <Controls role={role} onRole={setRole} busy={create.isPending} ready>
        <Labelled label={t`Team`}>
          <Select label={t`Team`} value={team.id} onChange={({ target }) => setPicked(target.value)}>
            {teams.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
      </Controls>
    </Form>
  );
}

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
