import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';

import { TableHead } from '@/components/ui/table-head';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { fileSize, formatNumber } from '@/lib/format';
import { request } from '@/lib/graphql-client';

import styles from './usage.module.css';

const query = graphql(`
  query Usage {
    usage {
      bytes
      documents
      binBytes
      pendingBytes
      limitBytes
      limitDocuments
      byType {
        mimeType
        typeName
        bytes
        documents
      }
    }
  }
`);

export type Usage = ResultOf<typeof query>['usage'];

export const usageOptions = queryOptions({ queryKey: ['usage'], queryFn: async () => (await request(query)).usage });

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

interface UsageMeterProps {
  label: string;
  text: string;
  used: number;
  limit: number | null;
}

const STATES = {
  ok: { icon: CircleCheck, warning: '' },
  nearly: { icon: TriangleAlert, warning: t`Almost full` },
  full: { icon: CircleAlert, warning: t`Full: uploads are blocked` },
};

type Fullness = 'ok' | 'nearly' | 'full';

const NEARLY = 0.9;

/** Return the used share, 0 to 1; undefined if there is no limit. */
export function shareOf(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  return limit > 0 ? Math.min(1, used / limit) : 1;
}

export function fullness(share: number | undefined): Fullness {
  if (share === undefined || share < NEARLY) return 'ok';
  return share < 1 ? 'nearly' : 'full';
}

export function formatBytes(used: number, limit: number | null): string {
  return limit === null ? t`${fileSize(used)}, no limit` : t`${fileSize(used)} of ${fileSize(limit)}`;
}

export function formatCount(used: number, limit: number | null): string {
  const number = formatNumber(used);
  return limit === null ? t`${number}, no limit` : t`${number} of ${formatNumber(limit)}`;
}

export function UsageMeter({ label, text, used, limit }: UsageMeterProps) {
  const share = shareOf(used, limit);
  const level = fullness(share);
  const { icon: Icon, warning } = STATES[level];
  return (
    <div className={styles['meter']} data-level={level}>
      <h2>{label}</h2>
      <p className={styles['figure']}>{text}</p>
      {share !== undefined && (
        <div className={styles['bar']} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)} aria-valuetext={text}>
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {warning && (
        <p className={styles['warning']}>
          <Icon aria-hidden="true" />
          {warning}
        </p>
      )}
    </div>
  );
}
