import type { Upload } from '@/features/uploads/model/upload';

let next = 1;

export function makeUpload(change: Partial<Upload> = {}): Upload {
  const order = next++;
  const name = change.name ?? 'a.pdf';
  return {
    id: `upload-${order}`,
    order,
    name,
    size: 1,
    kind: 'document',
    target: {},
    file: new File(['x'], name),
    state: 'waiting',
    progress: 0,
    checked: false,
    sha256: '',
    session: '',
    documentId: undefined,
    archiveId: undefined,
    error: undefined,
    ...change,
  };
}
