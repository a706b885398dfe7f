import { t } from '@lingui/core/macro';

import { TableHead } from '@/components/ui/table-head';
import { fileSize, formatNumber } from '@/lib/format';

import type { Usage } from '../api/usage';
import styles from './usage.module.css';

/** Storage by file type, largest first. */
export function TypeTable({ usage }: { usage: Usage }) {
  const rows = usage.byType.toSorted((a, b) => b.bytes - a.bytes);
  return (
    <section className={styles['types']} aria-labelledby="usage-types">
      <h2 id="usage-types">{t`Storage by type`}</h2>
      <table>
        <TableHead sticky={false} columns={[{ label: t`Type` }, { label: t`Documents` }, { label: t`Size` }, { label: t`Share` }]} />
        <tbody>
          {rows.map(({ mimeType, typeName, bytes, documents }) => {
            const share = usage.bytes > 0 ? bytes / usage.bytes : 0;
            return (
              <tr key={mimeType}>
                <th scope="row" title={mimeType}>
                  {typeName}
                </th>
                <td>{formatNumber(documents)}</td>
                <td>{fileSize(bytes)}</td>
                <td>
                  <span className={styles['share']}>
                    <span className={styles['bar']} aria-hidden="true">
                      <span style={{ width: `${share * 100}%` }} />
                    </span>
                    {Math.round(share * 100)}%
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
