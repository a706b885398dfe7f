import { t } from '@lingui/core/macro';
import { Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { hasFiles, droppedFiles } from '../model/dropped-files';
import type { SelectedFile, UploadTarget } from '../model/upload';
import { addUploads } from '../model/upload-store';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  target: UploadTarget;
  targetTitle: string | undefined;
  /** title of the open corpus if the user cannot add to it */
  readOnlyCorpus: string | undefined;
}

/** Accept files on the whole window. dragenter and dragleave fire for every element that is crossed, so that they are counted. */
function useFileDrop(onFiles: (files: SelectedFile[]) => void): boolean {
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    // A drop right after dragenter, before the next dragover, is accepted only if dragenter was.
    const enter = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDepth((n) => n + 1);
    };
    const leave = (event: DragEvent) => hasFiles(event.dataTransfer) && setDepth((n) => Math.max(0, n - 1));
    const over = (event: DragEvent) => hasFiles(event.dataTransfer) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setDepth(0);
      void droppedFiles(event.dataTransfer).then(onFiles);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener);
    };
  }, [onFiles]);
  return depth > 0;
}

export function DropZone({ target, targetTitle, readOnlyCorpus }: DropZoneProps) {
  const onFiles = useCallback((files: SelectedFile[]) => void addUploads(files, target), [target]);
  const dragging = useFileDrop(onFiles);
  if (!dragging) return null;
  return (
    <div className={styles['zone']}>
      <div className={styles['message']} role="status">
        <Upload aria-hidden="true" />
        <p>{targetTitle ? t`Drop files, folders or ZIP files to upload them to “${targetTitle}”` : t`Drop files, folders or ZIP files to upload them`}</p>
        {readOnlyCorpus !== undefined && <p>{t`They are added to your own documents: you have view access to “${readOnlyCorpus}”.`}</p>}
      </div>
    </div>
  );
}
