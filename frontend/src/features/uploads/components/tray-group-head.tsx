import { RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { count } from '@/lib/format';

import { isFailure, type TrayGroup } from '../model/tray';
import { retryUploads } from '../model/upload-store';
import styles from './upload-tray.module.css';

/** What sending again cannot mend. */
const FINAL = new Set(['file_too_large', 'empty_file', 'unsupported_type', 'no_file']);

function RetryGroup({ group }: { group: TrayGroup }) {
  const retryDocument = useRetryDocument();
  const code = group.items[0]?.upload.error?.code ?? '';
  if (!isFailure(group.stage) || FINAL.has(code)) return null;
  const retry = () => {
    if (group.stage === 'failed') retryUploads(group.items.map(({ upload }) => upload.id));
    else for (const { upload } of group.items) retryDocument.mutate(upload.documentId ?? '');
  };
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={retry}>
      Retry {count(group.items.length, 'file')}
    </Button>
  );
}

export function TrayGroupHead({ group }: { group: TrayGroup }) {
  return (
    <div className={styles['group']} data-bad={isFailure(group.stage) || undefined}>
      <h3 title={group.title}>{group.title}</h3>
      <span className="muted small numeric">{group.items.length}</span>
      <RetryGroup group={group} />
    </div>
  );
}
