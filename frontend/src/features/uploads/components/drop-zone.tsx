import { useCallback, useEffect, useState } from 'react';

import { lazyComponent } from '@/lib/lazy-part';

import { hasFiles, droppedFiles } from '../model/dropped-files';
import type { SelectedFile, UploadTarget } from '../model/upload';
import { addUploads } from '../model/upload-store';
import type { DropMessageProps } from './drop-message';

interface DropZoneProps extends DropMessageProps {
  target: UploadTarget;
}

const DropMessage = lazyComponent(async () => (await import('./drop-message')).DropMessage);

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

export function DropZone({ target, ...message }: DropZoneProps) {
  const onFiles = useCallback((files: SelectedFile[]) => void addUploads(files, target), [target]);
  return useFileDrop(onFiles) && <DropMessage {...message} />;
}
