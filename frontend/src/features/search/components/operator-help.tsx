import { t } from '@lingui/core/macro';

import { OPERATOR_TEXTS } from '@/lib/messages/search';

import styles from './search.module.css';

export function OperatorHelp() {
  return (
    <details className={styles['help']}>
      <summary>{t`Search operators`}</summary>
      <dl>
        {OPERATOR_TEXTS.map(([example, meaning]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
