import { CircleAlert } from 'lucide-react';

import { toApiError } from '@/lib/errors';

import { Button } from './button';
import { Notice } from './notice';

interface ErrorNoticeProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
  alone?: boolean;
}

/** What happened, what to do, and the code in small print for whoever has to look it up. */
export function ErrorNotice({ title, error, onRetry, alone = false }: ErrorNoticeProps) {
  const { message, code, requestId } = toApiError(error);
  return (
    <Notice
      role="alert"
      alone={alone}
      icon={<CircleAlert />}
      title={title}
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
      small={requestId ? `${code} · ${requestId}` : code}
    >
      {message}
    </Notice>
  );
}
