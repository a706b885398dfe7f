import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { Select } from '@/components/ui/select';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';
import { tokenDays } from '@/lib/token-lifetime';

import { useCreateToken, type CreatedToken } from '../api/tokens';
import { isLimited, type Limits } from '../model/limits';
import { lifetimesUpTo, withScope, type SCOPES, type Scope } from '../model/scopes';
import styles from './account.module.css';
import { LimitsChoice } from './limits-choice';

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

export function NewTokenDialog({ offered, path, onClose }: { offered: typeof SCOPES; path: string; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <Dialog open persistent={created !== undefined} onOpenChange={(open) => open || onClose()} title={created ? t`Token “${created.name}”` : t`New API token`}>
      {created ? <NewTokenBox token={created.token} onClose={onClose} /> : <NewTokenForm offered={offered} path={path} onCreated={setCreated} onClose={onClose} />}
    </Dialog>
  );
}
