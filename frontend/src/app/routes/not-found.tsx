import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';

import { Notice } from '@/components/ui/notice';

export function NotFound() {
  return (
    <div>
      <Notice alone icon={<Compass />} title={t`Page not found`} action={<Link to="/">{t`Go to your documents`}</Link>}>
        {t`The link may be out of date or incomplete.`}
      </Notice>
    </div>
  );
}
