import { t } from '@lingui/core/macro';
import { Copy, Download } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { HelpText } from '@/components/ui/form';
import { copyText } from '@/lib/clipboard';
import { showToast } from '@/lib/toasts';

import styles from './account.module.css';

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${t`Recovery codes for Cartulary`}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href: url, download: 'cartulary-recovery-codes.txt' }).click();
  URL.revokeObjectURL(url);
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
