import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { RelativeTime } from '@/components/ui/relative-time';

/** The last use of a way to sign in. */
export function UsedTime({ used }: { used: string | null }) {
  if (!used) return t`never used`;
  return (
    <Trans>
      last used <RelativeTime iso={used} />
    </Trans>
  );
}
