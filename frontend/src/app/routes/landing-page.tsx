import { getRouteApi, useNavigate } from '@tanstack/react-router';

import { Landing } from '@/features/sharing/components/landing';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/s/$token');

export function LandingPage() {
  const { token } = route.useParams();
  const navigate = useNavigate();
  useTitle('Shared with you');
  return (
    <Landing token={token} onOpened={({ kind, id }) => void navigate({ to: kind === 'document' ? '/d/$uuid' : '/c/$uuid', params: { uuid: id }, replace: true })} />
  );
}
