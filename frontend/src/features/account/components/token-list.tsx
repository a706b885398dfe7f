import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { SecretText } from '@/components/ui/secret-text';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { TEAMS, teamsOptions } from '@/features/sharing/api/teams';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { showToast } from '@/lib/toasts';
import { tokenDays } from '@/lib/token-lifetime';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { lifetimesUpTo, scopesText, withScope, type Scope, type SCOPES } from '../model/scopes';
import { endingText, expiryText, usedText } from '../model/secrets';
import styles from './account.module.css';
import { PagedList } from './paged-list';
import { Section } from './section';

interface Option {
  id: string;
  name: string;
}

interface OptionListProps {
  legend: string;
  options: readonly Option[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

function OptionList({ legend, options, selected, onChange }: OptionListProps) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles['scopes']}>
      <legend>{legend}</legend>
      {options.map(({ id, name }) => (
        <div key={id} className={styles['scope']}>
          <Checkbox label={name} checked={selected.includes(id)} onChange={(on) => onChange(on ? [...selected, id] : selected.filter((other) => other !== id))} />
          <div aria-hidden="true">{name}</div>
        </div>
      ))}
    </fieldset>
  );
}

// The corpora and teams that a token is limited to.

interface Limits {
  corpora: string[];
  teams: string[];
}

export const isLimited = ({ corpora, teams }: Limits) => corpora.length + teams.length > 0;

/** Name the limits of a token. What has been deleted since has no name any more. */
export function limitsText(limits: Limits, names: ReadonlyMap<string, string>): string {
  const keys = [...limits.corpora, ...limits.teams];
  const known = keys.flatMap((key) => names.get(key) ?? []);
  const missing = keys.length - known.length;
  const others = missing > 0 ? [t`${missing} deleted`] : [];
  return t`only ${[...known, ...others].join(', ')}`;
}

function ChosenLimits({ limits, onChange }: { limits: Limits; onChange: (limits: Limits) => void }) {
  const corpora = useQuery(corporaOptions());
  const teams = useQuery(teamsOptions);
  const error = corpora.error ?? teams.error;
  if (error) return <ErrorNotice title={t`Your corpora and teams could not be loaded`} error={error} />;
  if (!corpora.data || !teams.data) return <Skeleton height={56} />;
  return (
    <>
      <OptionList
        legend={t`Corpora`}
        options={corpora.data.map(({ uuid, title }) => ({ id: uuid, name: title }))}
        selected={limits.corpora}
        onChange={(chosen) => onChange({ ...limits, corpora: chosen })}
      />
      <OptionList legend={t`Shared with teams`} options={teams.data} selected={limits.teams} onChange={(chosen) => onChange({ ...limits, teams: chosen })} />
      <HelpText>{t`Everything else does not exist for this token. Uploads go to these corpora only.`}</HelpText>
    </>
  );
}

interface LimitsChoiceProps {
  /** null: not limited */
  limits: Limits | null;
  onChange: (limits: Limits | null) => void;
}

/** The choice between access to everything, and to some corpora and teams. */
function LimitsChoice({ limits, onChange }: LimitsChoiceProps) {
  return (
    <>
      <Labelled label={t`Access`}>
        <Select
          label={t`Access`}
          value={limits ? 'chosen' : 'all'}
          onChange={({ target }) => onChange(target.value === 'all' ? null : { corpora: [], teams: [] })}
        >
          <option value="all">{t`Everything you can access`}</option>
          <option value="chosen">{t`Only some corpora or teams`}</option>
        </Select>
      </Labelled>
      {limits && <ChosenLimits limits={limits} onChange={onChange} />}
    </>
  );
}

interface ScopeChoiceProps {
  offered: typeof SCOPES;
  selected: readonly Scope[];
  onChange: (selected: Scope[]) => void;
}

function ScopeChoice({ offered, selected, onChange }: ScopeChoiceProps) {
  return (
    <fieldset className={styles['scopes']}>
      <legend>{t`Permissions`}</legend>
      {offered.map(({ value, label, about }) => (
        <div key={value} className={styles['scope']}>
          <Checkbox
            label={t`${label}: ${about}`}
            checked={selected.includes(value)}
            onChange={(on) => onChange(on ? withScope(selected, value) : selected.filter((other) => other !== value))}
          />
          <div aria-hidden="true">
            {label} <span>{about}</span>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

// API tokens. The secret is only in the response to the creation.

const OWN_TOKENS = '/api/v1/tokens';
const KEY = ['tokens'];

interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  start: string;
  created: string;
  expires: string | null;
  is_expired: boolean;
  last_used: string | null;
  corpora: string[];
  teams: string[];
}

interface CreatedToken extends ApiToken {
  token: string;
}

interface NewToken {
  name: string;
  scopes: Scope[];
  /** absent: as long as the server allows */
  lifetime_days?: number;
  corpora: string[];
  teams: string[];
}

/** The path is that of the own tokens, or of those of a service account. */
const useTokens = (path: string) => useRestPages<ApiToken>([...KEY, path], path);

const useCreateToken = (path: string) =>
  useInvalidatingMutation({
    mutationFn: (token: NewToken) => sendJson<CreatedToken>(path, 'POST', token),
    affected: [KEY, TEAMS],
    onError: ignoreError,
  });

const useRevokeToken = (path: string) =>
  useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${path}/${id}`, 'DELETE'), affected: [KEY, TEAMS] });

interface NewTokenFormProps {
  offered: typeof SCOPES;
  path: string;
  onCreated: (token: CreatedToken) => void;
  onClose: () => void;
}

function NewTokenForm({ offered, path, onCreated, onClose }: NewTokenFormProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const lifetimes = lifetimesUpTo(tokenDays());
  const [days, setDays] = useState((lifetimes.find(({ value }) => value === '90') ?? lifetimes[0])?.value ?? '');
  const [limits, setLimits] = useState<Limits | null>(null);
  const create = useCreateToken(path);
  const incomplete = name.trim() === '' || scopes.length === 0 || (limits !== null && !isLimited(limits));
  const submit = () =>
    create.mutate(
      { name, scopes, ...(days && { lifetime_days: Number(days) }), corpora: limits?.corpora ?? [], teams: limits?.teams ?? [] },
      { onSuccess: onCreated },
    );
  return (
    <div className={styles['dialog']}>
      <Form
        onSubmit={submit}
        error={formError(create.error, ['name'])}
        actions={
          <DialogActions>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" variant="primary" busy={create.isPending} disabled={incomplete}>
              {t`Create token`}
            </Button>
          </DialogActions>
        }
      >
        <Field label={t`Name`} required maxLength={100} value={name} error={fieldError(create.error, 'name')} onChange={({ target }) => setName(target.value)} />
        <ScopeChoice offered={offered} selected={scopes} onChange={setScopes} />
        <LimitsChoice limits={limits} onChange={setLimits} />
        <Labelled label={t`Expires after`}>
          <Select label={t`Expires after`} value={days} onChange={({ target }) => setDays(target.value)}>
            {lifetimes.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Labelled>
      </Form>
    </div>
  );
}

function NewTokenBox({ token, onClose }: { token: string; onClose: () => void }) {
  const copy = () =>
    void copyText(token).then(
      () => showToast({ text: t`Token copied.` }),
      () => showToast({ text: t`The browser blocked copying. Select the token and copy it.`, tone: 'danger' }),
    );
  return (
    <div className={styles['dialog']}>
      <SecretText>{token}</SecretText>
      <HelpText>{t`Copy it now. It won’t be shown again. Store it in a safe place.`}</HelpText>
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          {t`Copy`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogActions>
    </div>
  );
}

function NewTokenDialog({ offered, path, onClose }: { offered: typeof SCOPES; path: string; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <Dialog open persistent={created !== undefined} onOpenChange={(open) => open || onClose()} title={created ? t`Token “${created.name}”` : t`New API token`}>
      {created ? <NewTokenBox token={created.token} onClose={onClose} /> : <NewTokenForm offered={offered} path={path} onCreated={setCreated} onClose={onClose} />}
    </Dialog>
  );
}

/** The limits of a token, once their names are known. */
function LimitsText({ token }: { token: ApiToken }) {
  const corpora = useQuery(corporaOptions());
  const teams = useQuery(teamsOptions);
  if (!corpora.data || !teams.data) return null;
  const names = new Map([...corpora.data.map(({ uuid, title }) => [uuid, title] as const), ...teams.data.map(({ id, name }) => [id, name] as const)]);
  return <> · {limitsText(token, names)}</>;
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li className={styles['item']}>
      <div>
        <p className={styles['name']}>{token.name}</p>
        <p className={styles['facts']}>
          <code>{token.start}…</code> · {scopesText(token.scopes)} · {usedText(token.last_used)} · {expiryText(token.expires, token.is_expired)}
          {isLimited(token) && <LimitsText token={token} />}
        </p>
      </div>
      <Button size="small" aria-label={t`Revoke ${token.name}`} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </li>
  );
}

/** API tokens: the own ones, or with a `path` those of a service account. */
export function TokenList({ offered, path = OWN_TOKENS }: { offered: typeof SCOPES; path?: string }) {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiToken>();
  const list = useTokens(path);
  const revoke = useRevokeToken(path);
  const create = (
    <Button icon={<Plus />} onClick={() => setCreating(true)}>
      {t`New token`}
    </Button>
  );
  const empty = (
    <Notice icon={<KeyRound />} title={t`No API tokens`}>
      {t`A token gives a script or integration access to your account, limited to the permissions you choose.`}
    </Notice>
  );
  return (
    <Section wide title={t`API tokens`} about={t`For scripts and integrations.`} action={create}>
      <PagedList label={t`API tokens`} errorTitle={t`Your tokens could not be loaded`} list={list} empty={empty}>
        {(token) => <TokenItem key={token.id} token={token} onRevoke={() => setRevoking(token)} />}
      </PagedList>
      {creating && <NewTokenDialog offered={offered} path={path} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={t`Revoke “${revoking?.name ?? ''}”?`}
        confirm={t`Revoke token`}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        {endingText('api_token')}
      </ConfirmDialog>
    </Section>
  );
}
