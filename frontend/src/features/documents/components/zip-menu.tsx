import { Download } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Menu, MenuLink, MenuNote } from '@/components/ui/menu';

const MOST = 100;
const WHAT = [
  { what: 'originals', label: 'The originals' },
  { what: 'pdf', label: 'PDFs' },
  { what: 'markdown', label: 'Markdown' },
  { what: 'all', label: 'All of these', about: 'in folders' },
];

/** Several documents as one ZIP file. */
export function ZipMenu({ uuids }: { uuids: readonly string[] }) {
  const address = (what: string) => `/api/v1/documents/zip?what=${what}&documents=${uuids.join(',')}`;
  return (
    <Menu trigger={<Button icon={<Download aria-hidden="true" />}>Download</Button>}>
      {uuids.length > MOST ? (
        <MenuNote>At most {MOST} at once.</MenuNote>
      ) : (
        WHAT.map(({ what, label, about }) => (
          <MenuLink key={what} href={address(what)} about={about}>
            {label}
          </MenuLink>
        ))
      )}
    </Menu>
  );
}
