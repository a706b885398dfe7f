import { Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { addUploads } from '../model/upload-store';
import { carriesFiles, droppedFiles } from '../model/dropped-files';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  corpus: string | undefined;
  corpusTitle: string | undefined;
}

/** The whole window takes files. dragenter and dragleave come in pairs for every element crossed, so they are counted. */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    const enter = (event: DragEvent) => carriesFiles(event.dataTransfer) && setDepth((n) => n + 1);
    const leave = (event: DragEvent) => carriesFiles(event.dataTransfer) && setDepth((n) => Math.max(0, n - 1));
    const over = (event: DragEvent) => carriesFiles(event.dataTransfer) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event.dataTransfer)) return;
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

export function DropZone({ corpus, corpusTitle }: DropZoneProps) {
  const onFiles = useCallback((files: File[]) => addUploads(files, corpus), [corpus]);
  const dragging = useFileDrop(onFiles);
  if (!dragging) return null;
  return (
    <div className={styles['zone']}>
      <div className={styles['hint']} role="status">
        <Upload aria-hidden="true" />
        <p>Drop files or folders to upload them{corpusTitle ? ` into “${corpusTitle}”` : ''}</p>
      </div>
    </div>
  );
}
