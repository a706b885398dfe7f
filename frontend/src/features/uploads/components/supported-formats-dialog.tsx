import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { Dialog } from '@/components/ui/dialog';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import styles from './supported-formats-dialog.module.css';

const fileTypesQuery = graphql(`
  query FileTypes {
    fileTypes {
      name
      mimeType
      extensions
    }
  }
`);

/** The accepted file types; they rarely change. */
const fileTypesOptions = queryOptions({
  queryKey: ['file-types'],
  queryFn: async () => (await request(fileTypesQuery)).fileTypes,
  staleTime: 3_600_000,
});

export function SupportedFormatsDialog({ onClose }: { onClose: () => void }) {
  const { data = [] } = useQuery(fileTypesOptions);
  return (
    <Dialog open onOpenChange={onClose} title={t`Supported formats`}>
      <ul className={styles['list']} tabIndex={0} aria-label={t`File types`}>
        {data.map(({ name, mimeType, extensions }) => (
          <li key={mimeType}>
            {name} <span className="muted">{extensions.join(', ')}</span>
          </li>
        ))}
        <li>
          <Trans>
            ZIP file <span className="muted">.zip with any of these</span>
          </Trans>
        </li>
      </ul>
    </Dialog>
  );
}
