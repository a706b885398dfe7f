import { Upload } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';

import { carriesFiles, droppedFiles } from '../model/dropped-files';
import type { FoundFile, Place } from '../model/upload';
import { addUploads } from '../model/upload-store';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  place: Place;
  placeTitle: string | undefined;
  /** the corpus that is open, but takes nothing from this person */
  closed: string | undefined;
}

/** The whole window takes files. dragenter and dragleave come in pairs for every element crossed, so they are counted. */
function useFileDrop(onFiles: (files: FoundFile[]) => void): boolean {
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

export function DropZone({ place, placeTitle, closed }: DropZoneProps) {
  const onFiles = useCallback((files: FoundFile[]) => void addUploads(files, place), [place]);
  const dragging = useFileDrop(onFiles);
  if (!dragging) return null;
  return (
    <div className={styles['zone']}>
      <div className={styles['hint']} role="status">
        <Upload aria-hidden="true" />
        <p>Drop files, folders or ZIP files to upload them{placeTitle ? ` into “${placeTitle}”` : ''}</p>
        {closed !== undefined && <p>They go to your own documents: you may not add to “{closed}”.</p>}
      </div>
    </div>
  );
}
