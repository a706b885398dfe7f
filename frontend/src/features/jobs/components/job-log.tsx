import { t } from '@lingui/core/macro';

import { clockTime, exactTime } from '@/lib/time';

import type { LogLine } from '../api/get-job';
import styles from './job-details.module.css';

/** The log of a job, oldest first, with the number of the attempt if there was more than one. */
export function JobLog({ lines, title }: { lines: readonly LogLine[]; title: string }) {
  if (lines.length === 0) return <p className="muted small">{t`The log is empty.`}</p>;
  const hasRetries = lines.at(-1)?.attempt !== lines[0]?.attempt;
  return (
    <div className={styles['log']} tabIndex={0} role="region" aria-label={t`Log of ${title}`}>
      <table>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-level={line.level.toLowerCase()}>
              <td>
                <time dateTime={line.at} title={exactTime(line.at)}>
                  {clockTime(line.at)}
                </time>
              </td>
              {hasRetries && <td className="muted">{t`attempt ${line.attempt}`}</td>}
              <td>{line.level.toLowerCase()}</td>
              <td>{line.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
