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

import styles from './account.module.css';
import { Section } from './section';

const copy = (text: string) =>
  void copyText(text).then(
    () => showToast({ text: t`Copied.` }),
    () => showToast({ text: t`The browser blocked copying. Select the text and copy it.`, tone: 'danger' }),
  );

// How to connect programs to the MCP server.

/** Stands for the API token in the examples; the token itself is shown only once. */
export const TOKEN = 'cty_…';

interface ProgramGuide {
  id: string;
  name: string;
  /** what to do with the text */
  about: string;
  text: string;
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Return the guide for each program, with the address of this server. */
export function programGuides(origin: string): ProgramGuide[] {
  const url = `${origin}/mcp`;
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      about: t`Run this command in a terminal.`,
      text: `claude mcp add --transport http cartulary ${url} --header "Authorization: Bearer ${TOKEN}"`,
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      about: t`Install the command “cartulary” of the Python client, then add this to “claude_desktop_config.json” (Settings, Developer).`,
      text: json({ mcpServers: { cartulary: { command: 'cartulary', args: ['mcp'], env: { CARTULARY: origin, CARTULARY_TOKEN: TOKEN } } } }),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      about: t`Add this to “mcp.json” in the folder “.cursor” of your home folder.`,
      text: json({ mcpServers: { cartulary: { url, headers } } }),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      about: t`Add this to “mcp.json” in the folder “.vscode” of your project.`,
      text: json({ servers: { cartulary: { type: 'http', url, headers } } }),
    },
  ];
}

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
