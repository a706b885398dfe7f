import { useRef, type ComponentProps } from 'react';

import { useCommands } from '@/lib/commands';

import styles from './command-menu.module.css';
import { Menu } from './menu';

interface CommandMenuProps extends ComponentProps<typeof Menu> {
  command: { name: string; text: string };
}

/** A menu that a command of the command palette opens as well. */
export function CommandMenu({ command, ...menu }: CommandMenuProps) {
  const container = useRef<HTMLSpanElement>(null);
  const run = () => {
    const button = container.current?.querySelector('button');
    button?.focus();
    // The menu opens by a key, with the focus on its first item; before its parts are loaded, by a click.
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    button?.click();
  };
  useCommands(() => [{ ...command, run }]);
  return (
    <span ref={container} className={styles['container']}>
      <Menu {...menu} />
    </span>
  );
}
