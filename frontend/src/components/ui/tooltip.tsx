import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import styles from './tooltip.module.css';

export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content className={styles['content']} sideOffset={6} collisionPadding={8}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
