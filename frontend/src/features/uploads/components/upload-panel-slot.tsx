import { lazy, Suspense } from 'react';

import { useUploads } from '../model/upload-store';

const UploadPanelRoot = lazy(async () => ({ default: (await import('./upload-panel-root')).UploadPanelRoot }));

/** The upload panel, once there are uploads. Its button is rendered into `buttonContainer`. */
export function UploadPanelSlot({ buttonContainer }: { buttonContainer: Element | null }) {
  const hasUploads = useUploads((state) => state.uploads.length > 0);
  if (!hasUploads || !buttonContainer) return null;
  return (
    <Suspense>
      <UploadPanelRoot buttonContainer={buttonContainer} />
    </Suspense>
  );
}
