import { t } from '@lingui/core/macro';
import { Copy } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { HelpText } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { copyText } from '@/lib/clipboard';
import { quoted } from '@/lib/format';
import { showToast } from '@/lib/toasts';

import { useTryAnalyzer, type NamedAnalyzer } from '../api/remote-analyzers';
import { TrialResult } from './trial-result';

interface SecretProps {
  analyzer: NamedAnalyzer;
  secret: string;
  onClose: () => void;
}

/** The secret of a remote analyzer, which is shown once, and a test of it. */
export function SecretOfAnalyzer({ analyzer, secret, onClose }: SecretProps) {
  const test = useTryAnalyzer();
  const copy = () =>
    void copyText(secret).then(
      () => showToast({ text: t`Secret copied.` }),
      () => showToast({ text: t`The browser blocked copying. Select the secret and copy it.`, tone: 'danger' }),
    );
  return (
    <>
      <SecretText>{secret}</SecretText>
      <HelpText>{t`Copy it to the server of the analyzer: both servers sign their messages with it. It won’t be shown again.`}</HelpText>
      {test.data && <TrialResult trial={test.data} />}
      <DialogActions>
        <Button icon={<Copy />} onClick={copy}>
          {t`Copy`}
        </Button>
        <Button busy={test.isPending} onClick={() => test.mutate(analyzer.uuid)}>
          {t`Test`}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogActions>
    </>
  );
}

/** Shows a new secret of a remote analyzer. A click outside does not close it. */
export function SecretDialog(props: SecretProps) {
  const { analyzer, onClose } = props;
  return (
    <Dialog open persistent onOpenChange={(open) => open || onClose()} title={t`Secret of ${quoted(analyzer.name)}`}>
      <DialogBody>
        <SecretOfAnalyzer {...props} />
      </DialogBody>
    </Dialog>
  );
}
