import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuLink, MenuNote, MenuSeparator } from '@/components/ui/menu';

const MAX_DOCUMENTS = 100;
const FORMATS = [
  { include: 'originals', label: t`Originals` },
  { include: 'pdf', label: 'PDFs' },
  { include: 'markdown', label: 'Markdown' },
  { include: 'all', label: t`All formats`, about: t`In separate folders` },
];

interface ZipMenuProps {
  uuids: readonly string[];
  /** more than these if a filter selects them */
  count?: number;
  /** further items */
  children?: ReactNode;
}

/** Downloads several documents as one ZIP file. */
export function ZipMenu({ uuids, count = uuids.length, children }: ZipMenuProps) {
  const urlOf = (include: string) => `/api/v1/document-archives?include=${include}&documents=${uuids.join(',')}`;
  return (
    <Menu trigger={<Button size="small" icon={<Download aria-hidden="true" />}>{t`Download`}</Button>}>
      {count > MAX_DOCUMENTS ? (
        <MenuNote>{t`Select at most ${MAX_DOCUMENTS} documents.`}</MenuNote>
      ) : (
        FORMATS.map(({ include, label, about }) => (
          <MenuLink key={include} href={urlOf(include)} about={about}>
            {label}
          </MenuLink>
        ))
      )}
      {children && (
        <>
          <MenuSeparator />
          {children}
        </>
      )}
    </Menu>
  );
}
