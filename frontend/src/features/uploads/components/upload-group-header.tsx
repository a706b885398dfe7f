import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { LockOpen, Pause, Play, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { isCausedByFile } from '@/features/documents/model/retry';
import { needsPassword } from '@/features/documents/model/state';

import { isFailure, type UploadGroup } from '../model/upload-groups';
import { pauseUploads, resumeUploads, retryUploads } from '../model/upload-store';
import styles from './upload-panel.module.css';

const idsOf = ({ items }: UploadGroup) => items.map(({ upload }) => upload.id);

function RetryGroup({ group }: { group: UploadGroup }) {
  const retryDocument = useRetryDocument();
  if (group.stage === 'unreadable' && isCausedByFile(group)) return null;
  const retryable = group.items.filter(({ upload }) => (group.stage === 'failed' ? upload.file : upload.documentId));
  if (retryable.length === 0) return null;
  const retry = () => {
    if (group.stage === 'failed') retryUploads(idsOf(group));
    else for (const { upload } of retryable) retryDocument.mutate({ uuid: upload.documentId ?? '' });
  };
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={retry}>
      {t`Retry ${plural(retryable.length, { one: '# file', other: '# files' })}`}
    </Button>
  );
}

interface GroupProps {
  group: UploadGroup;
  onPassword: (documents: readonly string[]) => void;
}

function GroupAction({ group, onPassword }: GroupProps) {
  if (group.stage === 'unreadable' && needsPassword(group)) {
    const documents = group.items.flatMap(({ upload }) => upload.documentId ?? []);
    return (
      <Button size="small" icon={<LockOpen aria-hidden="true" />} onClick={() => onPassword(documents)}>
        {t`Enter password`}
      </Button>
    );
  }
  if (isFailure(group.stage)) return <RetryGroup group={group} />;
  if (group.stage === 'paused') {
    return (
      <Button size="small" icon={<Play aria-hidden="true" />} onClick={() => resumeUploads(idsOf(group))}>
        {t`Resume`}
      </Button>
    );
  }
  if (group.stage !== 'waiting') return null;
  return (
    <Button size="small" variant="quiet" icon={<Pause aria-hidden="true" />} onClick={() => pauseUploads(idsOf(group))}>
      {t`Pause`}
    </Button>
  );
}

export function UploadGroupHeader({ group, onPassword }: GroupProps) {
  const { advice } = group;
  return (
    <div className={styles['group']} data-failed={isFailure(group.stage) || undefined}>
      <div className={styles['description']}>
        <div className={styles['name']}>
          <h3 title={group.title}>{group.title}</h3>
          <span className="muted small numeric">{group.items.length}</span>
        </div>
        {advice && (
          <p className={styles['advice']} title={advice}>
            {advice} {group.code === 'quota_exceeded' && <Link to="/usage">{t`View usage`}</Link>}
          </p>
        )}
      </div>
      <GroupAction group={group} onPassword={onPassword} />
    </div>
  );
}
