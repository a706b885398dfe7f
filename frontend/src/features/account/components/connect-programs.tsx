import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Labelled } from '@/components/ui/form';
import { SecretText } from '@/components/ui/secret-text';
import { Select } from '@/components/ui/select';
import { copyText } from '@/lib/clipboard';
import { showToast } from '@/lib/toasts';

import { programGuides, TOKEN } from '../model/programs';
import styles from './account.module.css';
import { Section } from './section';

const copy = (text: string) =>
  void copyText(text).then(
    () => showToast({ text: t`Copied.` }),
    () => showToast({ text: t`The browser blocked copying. Select the text and copy it.`, tone: 'danger' }),
  );

/** Instructions to connect programs that work with language models, with the address of this server. */
export function ConnectPrograms() {
  const guides = programGuides(window.location.origin);
  const [chosen, setChosen] = useState(guides[0]?.id);
  const guide = guides.find(({ id }) => id === chosen);
  const about = t`Assistants such as Claude can search and read your documents, and suggest annotations that you review. They see what you see.`;
  return (
    <Section wide title={t`Connect other programs`} about={about}>
      <Labelled label={t`Address of the MCP server`}>
        <div className={styles['copied']}>
          <SecretText>{`${window.location.origin}/mcp`}</SecretText>
          <Button icon={<Copy />} onClick={() => copy(`${window.location.origin}/mcp`)}>{t`Copy address`}</Button>
        </div>
      </Labelled>
      <Labelled label={t`Program`}>
        <Select label={t`Program`} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {guides.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Labelled>
      {guide && (
        <>
          <p>{guide.about}</p>
          <pre className={styles['code']} tabIndex={0} aria-label={guide.name}>
            {guide.text}
          </pre>
          <div className={styles['actions']}>
            <Button icon={<Copy />} onClick={() => copy(guide.text)}>{t`Copy instructions`}</Button>
          </div>
        </>
      )}
      <p className={styles['about']}>
        <Trans>
          Replace <code>{TOKEN}</code> by an API token. The permission to read is enough, unless the program should suggest annotations or start extractions.
        </Trans>
      </p>
    </Section>
  );
}
