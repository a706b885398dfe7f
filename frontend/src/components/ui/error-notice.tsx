import { t } from '@lingui/core/macro';
import { CircleAlert, CloudOff } from 'lucide-react';

import { isOffline, toApiError } from '@/lib/errors';

import { Button } from './button';
import { Notice } from './notice';

interface ErrorNoticeProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
  alone?: boolean;
}

/** An error with its message, a retry button, and the code and request id for support. Failed queries are retried when the connection is back. */
export function ErrorNotice({ title, error, onRetry, alone = false }: ErrorNoticeProps) {
  const { message, code, requestId } = toApiError(error);
  const offline = isOffline(error);
  return (
    <Notice
      role="alert"
      alone={alone}
      icon={offline ? <CloudOff /> : <CircleAlert />}
      title={title}
      action={onRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
      {...(!offline && { small: requestId ? `${code} · ${requestId}` : code })}
    >
      {offline ? t`You’re offline, or Cartulary cannot be reached. We’ll load this when the connection is back.` : message}
    </Notice>
  );
}
