import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

import { Notice } from '@/components/ui/notice';

export function NotFound() {
  return (
    <main>
      <Notice alone icon={<Compass />} title="There is nothing at this address" action={<Link to="/">Go to your documents</Link>}>
        The link may be old, or part of it may be missing.
      </Notice>
    </main>
  );
}
