import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, Hint, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';

import { useCreateToken, type MadeToken } from '../api/tokens';
import { expiryAfter, LIFETIMES, SCOPES, type Scope } from '../model/scopes';
import styles from './account.module.css';

interface ScopeChoiceProps {
  isStaff: boolean;
  chosen: readonly Scope[];
  onChange: (chosen: Scope[]) => void;
}

function ScopeChoice({ isStaff, chosen, onChange }: ScopeChoiceProps) {
  const offered = SCOPES.filter(({ forOperators }) => isStaff || !forOperators);
  return (
    <fieldset className={styles['scopes']}>
      <legend>May be used to</legend>
      {offered.map(({ value, label, about }) => (
        <div key={value} className={styles['scope']}>
          <Checkbox
            label={`${label}: ${about}`}
            checked={chosen.includes(value)}
            onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value))}
          />
          <div aria-hidden="true">
            {label} <span>{about}</span>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function NewTokenForm({ isStaff, onMade, onClose }: { isStaff: boolean; onMade: (made: MadeToken) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [days, setDays] = useState('90');
  const create = useCreateToken();
  return (
    <div className={styles['dialog']}>
      <Form
        onSubmit={() => create.mutate({ name, scopes, expires: expiryAfter(days) }, { onSuccess: onMade })}
        error={formError(create.error, ['name'])}
        actions={
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === '' || scopes.length === 0}>
              Make the token
            </Button>
          </DialogActions>
        }
      >
        <Field label="What is it for?" required maxLength={100} value={name} error={fieldError(create.error, 'name')} onChange={({ target }) => setName(target.value)} />
        <ScopeChoice isStaff={isStaff} chosen={scopes} onChange={setScopes} />
        <Labelled label="Ends after">
          <Select label="Ends after" value={days} onChange={({ target }) => setDays(target.value)}>
            {LIFETIMES.map(({ value, label }) => (
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

function TheToken({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const copy = () =>
    void copyText(made.token).then(
      () => showToast({ text: 'The token is copied.' }),
      () => showToast({ text: 'The browser does not let it be copied. Select it and copy it yourself.', tone: 'danger' }),
    );
  return (
    <div className={styles['dialog']}>
      <code className={styles['secret']}>{made.token}</code>
      <Hint>It is shown this once. Keep it where your program finds it, and nobody else.</Hint>
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          Copy
        </Button>
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      </DialogActions>
    </div>
  );
}

export function NewTokenDialog({ isStaff, onClose }: { isStaff: boolean; onClose: () => void }) {
  const [made, setMade] = useState<MadeToken>();
  return (
    <Dialog open stays={made !== undefined} onOpenChange={(open) => open || onClose()} title={made ? `Your token “${made.name}”` : 'New API token'}>
      {made ? <TheToken made={made} onClose={onClose} /> : <NewTokenForm isStaff={isStaff} onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}
