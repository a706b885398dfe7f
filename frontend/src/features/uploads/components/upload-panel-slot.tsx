import { lazyComponent } from '@/lib/lazy-part';


import { useUploads } from '../model/upload-store';

const UploadPanelRoot = lazyComponent(async () => (await import('./upload-panel-root')).UploadPanelRoot);

/** The upload panel, once there are uploads. Its button is rendered into `buttonContainer`. */
export function UploadPanelSlot({ buttonContainer }: { buttonContainer: Element | null }) {
  const hasUploads = useUploads((state) => state.uploads.length > 0);
  if (!hasUploads || !buttonContainer) return null;
  return (
    <UploadPanelRoot buttonContainer={buttonContainer} />
  );
}
