import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { count } from '@/lib/format';

import { isFailure, type TrayGroup } from '../model/tray';
import { pauseUploads, resumeUploads, retryUploads } from '../model/upload-store';
import styles from './upload-tray.module.css';

const idsOf = ({ items }: TrayGroup) => items.map(({ upload }) => upload.id);

function RetryGroup({ group }: { group: TrayGroup }) {
  const retryDocument = useRetryDocument();
  const sendable = group.items.filter(({ upload }) => (group.stage === 'failed' ? upload.file : upload.documentId));
  if (sendable.length === 0) return null;
  const retry = () => {
    if (group.stage === 'failed') retryUploads(idsOf(group));
    else for (const { upload } of sendable) retryDocument.mutate({ uuid: upload.documentId ?? '' });
  };
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={retry}>
      Retry {count(sendable.length, 'file')}
    </Button>
  );
}

function GroupAction({ group }: { group: TrayGroup }) {
  if (isFailure(group.stage)) return <RetryGroup group={group} />;
  if (group.stage === 'paused') {
    return (
      <Button size="small" icon={<Play aria-hidden="true" />} onClick={() => resumeUploads(idsOf(group))}>
        Go on
      </Button>
    );
  }
  if (group.stage !== 'waiting') return null;
  return (
    <Button size="small" variant="quiet" icon={<Pause aria-hidden="true" />} onClick={() => pauseUploads(idsOf(group))}>
      Pause these
    </Button>
  );
}

export function TrayGroupHead({ group }: { group: TrayGroup }) {
  const { advice, needsRoom } = group.cause;
  return (
    <div className={styles['group']} data-bad={isFailure(group.stage) || undefined}>
      <div className={styles['what']}>
        <div className={styles['name']}>
          <h3 title={group.title}>{group.title}</h3>
          <span className="muted small numeric">{group.items.length}</span>
        </div>
        {advice && (
          <p className={styles['advice']} title={advice}>
            {advice} {needsRoom && <Link to="/usage">See what takes room</Link>}
          </p>
        )}
      </div>
      <GroupAction group={group} />
    </div>
  );
}
