import { t } from '@lingui/core/macro';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { SharedLink } from '@/features/sharing/components/shared-link';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/s/$token');

export function SharedLinkPage() {
  const { token } = route.useParams();
  const navigate = useNavigate();
  useTitle(t`Shared with you`);
  return (
    <SharedLink token={token} onOpened={({ kind, id }) => void navigate({ to: kind === 'document' ? '/d/$uuid' : '/c/$uuid', params: { uuid: id }, replace: true })} />
  );
}
