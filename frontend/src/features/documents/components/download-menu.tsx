import { Download } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuLink, MenuNote } from '@/components/ui/menu';

import type { DocumentDetail } from '../api/get-document';
import { downloadWords } from '../model/findings';
import { scanWords } from '../model/scan';

/** Every form in which the document can be taken away. */
export function DownloadMenu({ document }: { document: DocumentDetail }) {
  return (
    <Menu trigger={<IconButton label="Download" icon={<Download />} />}>
      <MenuNote>{scanWords(document).detail}</MenuNote>
      {document.downloads.map(({ what, url }) => (
        <MenuLink key={what} href={url} about={downloadWords(what).about}>
          {downloadWords(what).label}
        </MenuLink>
      ))}
    </Menu>
  );
}
