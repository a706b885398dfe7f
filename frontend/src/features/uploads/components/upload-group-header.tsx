import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { count } from '@/lib/format';

import { isFailure, type UploadGroup } from '../model/upload-groups';
import { pauseUploads, resumeUploads, retryUploads } from '../model/upload-store';
import styles from './upload-panel.module.css';

const idsOf = ({ items }: UploadGroup) => items.map(({ upload }) => upload.id);

function RetryGroup({ group }: { group: UploadGroup }) {
  const retryDocument = useRetryDocument();
  const retryable = group.items.filter(({ upload }) => (group.stage === 'failed' ? upload.file : upload.documentId));
  if (retryable.length === 0) return null;
  const retry = () => {
    if (group.stage === 'failed') retryUploads(idsOf(group));
    else for (const { upload } of retryable) retryDocument.mutate({ uuid: upload.documentId ?? '' });
  };
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={retry}>
      Retry {count(retryable.length, 'file')}
    </Button>
  );
}

function GroupAction({ group }: { group: UploadGroup }) {
  if (isFailure(group.stage)) return <RetryGroup group={group} />;
  if (group.stage === 'paused') {
    return (
      <Button size="small" icon={<Play aria-hidden="true" />} onClick={() => resumeUploads(idsOf(group))}>
        Resume
      </Button>
    );
  }
  if (group.stage !== 'waiting') return null;
  return (
    <Button size="small" variant="quiet" icon={<Pause aria-hidden="true" />} onClick={() => pauseUploads(idsOf(group))}>
      Pause
    </Button>
  );
}

export function UploadGroupHeader({ group }: { group: UploadGroup }) {
  const { advice, isQuotaExceeded } = group;
  return (
    <div className={styles['group']} data-failed={isFailure(group.stage) || undefined}>
      <div className={styles['description']}>
        <div className={styles['name']}>
          <h3 title={group.title}>{group.title}</h3>
          <span className="muted small numeric">{group.items.length}</span>
        </div>
        {advice && (
          <p className={styles['advice']} title={advice}>
            {advice} {isQuotaExceeded && <Link to="/usage">View usage</Link>}
          </p>
        )}
      </div>
      <GroupAction group={group} />
    </div>
  );
}
