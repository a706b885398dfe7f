import { Download } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu, MenuLink, MenuNote } from '@/components/ui/menu';

const MAX_DOCUMENTS = 100;
const FORMATS = [
  { what: 'originals', label: 'Originals' },
  { what: 'pdf', label: 'PDFs' },
  { what: 'markdown', label: 'Markdown' },
  { what: 'all', label: 'All formats', about: 'In separate folders' },
];

/** Downloads several documents as one ZIP file. */
export function ZipMenu({ uuids }: { uuids: readonly string[] }) {
  const urlOf = (what: string) => `/api/v1/documents/zip?what=${what}&documents=${uuids.join(',')}`;
  return (
    <Menu trigger={<Button icon={<Download aria-hidden="true" />}>Download</Button>}>
      {uuids.length > MAX_DOCUMENTS ? (
        <MenuNote>Select at most {MAX_DOCUMENTS} documents.</MenuNote>
      ) : (
        FORMATS.map(({ what, label, about }) => (
          <MenuLink key={what} href={urlOf(what)} about={about}>
            {label}
          </MenuLink>
        ))
      )}
    </Menu>
  );
}
