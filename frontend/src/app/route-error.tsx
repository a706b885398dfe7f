import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { CloudOff, RefreshCw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { isOffline } from '@/lib/errors';
import { send } from '@/lib/http';

const RETRY_MS = 3_000;

function OfflineNotice({ onRetry }: { onRetry: () => void }) {
  const retryWhenOnline = async () => {
    await send('/health/live');
    onRetry();
    return true;
  };
  useQuery({ queryKey: ['reconnect', 'page'], queryFn: retryWhenOnline, refetchInterval: RETRY_MS, retry: false, staleTime: 0 });
  return (
    <Notice role="alert" alone icon={<CloudOff />} title={t`You’re offline`} action={<Button onClick={onRetry}>{t`Try again`}</Button>}>
      {t`We’ll load this page when you’re back online.`}
    </Notice>
  );
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
  if (isOffline(error)) return <OfflineNotice onRetry={retry} />;
  if (!isFailedImport(error)) return <ErrorNotice alone title={t`This page could not be shown`} error={error} onRetry={retry} />;
  return (
    <Notice role="alert" alone icon={<RefreshCw />} title={t`This page could not be loaded`} action={<Button onClick={retry}>{t`Try again`}</Button>}>
      {t`Cartulary may have been updated since you opened it.`}
    </Notice>
  );
}
