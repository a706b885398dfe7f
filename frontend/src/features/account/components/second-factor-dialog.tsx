import { t } from '@lingui/core/macro';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { copyText } from '@/lib/clipboard';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';

import { useAddSecondFactor, type Setup } from '../api/sign-in-methods';
import styles from './account.module.css';

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${t`Recovery codes for Cartulary`}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: 'cartulary-recovery-codes.txt' }).click();
  URL.revokeObjectURL(url);
}

/** New recovery codes, which are shown once. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = () =>
    void copyText(codes.join('\n')).then(
      () => showToast({ text: t`Recovery codes copied.` }),
      () => showToast({ text: t`The browser blocked copying. Select the codes and copy them.`, tone: 'danger' }),
    );
  return (
    <div className={styles['dialog']}>
      <ul className={styles['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <HelpText>{t`With your password, each of them signs you in once, for when you have lost your app or your passkey. They won’t be shown again. Keep them where others cannot read them.`}</HelpText>
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          {t`Copy`}
        </Button>
        <Button icon={<Download />} onClick={() => download(codes)}>
          {t`Download`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t`I have saved them`}
        </Button>
      </DialogActions>
    </div>
  );
}

const QUIET_ZONE = 4;

function QrCode({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * QUIET_ZONE;
  const dark = rows.map((row, y) => Array.from(row.matchAll(/1+/g), ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('')).join('');
  return (
    <svg className={styles['qr']} viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={t`QR code with the key below`}>
      {/* in all themes: scanners need dark on light */}
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="white" />
      <path d={dark} fill="black" />
    </svg>
  );
}

interface AppFormProps {
  setup: Setup;
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}

function AppForm({ setup, onAdded, onClose }: AppFormProps) {
  const [code, setCode] = useState('');
  const add = useAddSecondFactor();
  return (
    <div className={styles['dialog']}>
      <Form
        label={t`Set up a second factor`}
        onSubmit={() => add.mutate({ secret: setup.secret, code }, { onSuccess: ({ recovery_codes: codes }) => onAdded(codes) })}
        error={formError(add.error, ['code'])}
        actions={
          <DialogActions>
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" variant="primary" busy={add.isPending}>
              {t`Turn on`}
            </Button>
          </DialogActions>
        }
      >
        <HelpText>{t`Scan this code with an authenticator app. If you cannot scan it, enter the key.`}</HelpText>
        <QrCode rows={setup.qr_code} />
        <SecretText>{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</SecretText>
        <Field
          label={t`Code that the app shows`}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={64}
          value={code}
          error={fieldError(add.error, 'code')}
          onChange={({ target }) => setCode(target.value)}
        />
      </Form>
    </div>
  );
}

interface SecondFactorDialogProps {
  /** of a second factor that is set up; without it, new recovery codes are shown */
  setup?: Setup;
  codes?: readonly string[];
  onClose: () => void;
}

/** Sets up a second factor, and shows its recovery codes. */
export function SecondFactorDialog({ setup, codes: renewed, onClose }: SecondFactorDialogProps) {
  const [added, setAdded] = useState<readonly string[]>();
  const codes = renewed ?? added;
  const finish = (made: readonly string[]) => (made.length > 0 ? setAdded(made) : onClose());
  return (
    <Dialog open persistent={codes !== undefined} onOpenChange={(open) => open || onClose()} title={codes ? t`Save your recovery codes` : t`Set up a second factor`}>
      {codes && <RecoveryCodes codes={codes} onClose={onClose} />}
      {!codes && setup && <AppForm setup={setup} onAdded={finish} onClose={onClose} />}
    </Dialog>
  );
}
