import { t } from '@lingui/core/macro';

import { ExportList } from '@/features/exports/components/export-list';
import { useTitle } from '@/lib/title';

export function ExportsPage() {
  useTitle(t`Exports`);
  return <ExportList />;
}
