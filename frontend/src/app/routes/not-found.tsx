import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

import { Notice } from '@/components/ui/notice';

export function NotFound() {
  return (
    <div>
      <Notice alone icon={<Compass />} title="Page not found" action={<Link to="/">Go to your documents</Link>}>
        The link may be out of date or incomplete.
      </Notice>
    </div>
  );
}
