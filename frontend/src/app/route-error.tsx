import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';

import { ErrorNotice } from '@/components/ui/error-notice';

/** The last net: whatever a screen throws ends here, with a way on. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main>
      <ErrorNotice alone title="This page could not be shown" error={error} onRetry={again} />
    </main>
  );
}
