import { lazy, Suspense } from 'react';

import { useUploads } from '../model/upload-store';

const Tray = lazy(async () => ({ default: (await import('./tray')).Tray }));

/** Nothing, until there is something to say. `bar` is the place for the button. */
export function TraySlot({ bar }: { bar: Element | null }) {
  const some = useUploads((state) => state.uploads.length > 0);
  if (!some || !bar) return null;
  return (
    <Suspense>
      <Tray bar={bar} />
    </Suspense>
  );
}
