import { t } from '@lingui/core/macro';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { isOffline } from '@/lib/errors';
import { useReconnect } from '@/lib/use-reconnect';

function OfflineNotice({ onRetry }: { onRetry: () => void }) {
  useReconnect('page', onRetry);
  return t`We’ll load this page when you’re back online.`;
}

/** as Chromium, Firefox and Safari name the failure of an import, and Vite that of the styles with it */
const FAILED_IMPORT = /dynamically imported module|Importing a module script failed|Unable to preload CSS/u;
const isFailedImport = (error: unknown) => error instanceof Error && FAILED_IMPORT.test(error.message);

/** The error page: shown for any error that a page throws. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A failed import of the page's code can only be repeated by loading the page again.
    if (isFailedImport(error)) location.reload();
    reset();
    void router.invalidate();
  };
  const offline = isOffline(error);
  const title = offline ? t`You’re offline` : t`This page could not be shown`;
  if (!offline && !isFailedImport(error)) return <ErrorNotice alone title={title} error={error} onRetry={retry} />;
  return (
    <Notice role="alert" alone icon={<CloudOff />} title={title} action={<Button onClick={retry}>{t`Try again`}</Button>}>
      {offline ? <OfflineNotice onRetry={retry} /> : t`Cartulary may have been updated since you opened it.`}
    </Notice>
  );
}
