import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { CommandMenu } from '@/components/ui/command-menu';
import { IconButton } from '@/components/ui/icon-button';
import { MenuLink, MenuNote } from '@/components/ui/menu';
import { CommentsCheck } from '@/components/ui/comments-check';
import { AnnotatedPdfLink } from '@/features/exports/components/annotated-pdf-link';
import { downloadText } from '@/lib/messages/document-details';
import { SCAN_TEXTS } from '@/lib/messages/documents';

import type { DocumentDetail } from '../api/get-document';
import { hasPdfWithText } from '../model/downloads';

interface DownloadMenuProps {
  document: DocumentDetail;
  /** the corpus whose annotations can be part of the PDF */
  corpusId?: string;
  /** members of the corpus see its comments */
  isMember?: boolean;
}

/** The PDF with the annotations of a corpus. */
function AnnotatedPdf({ document, corpusId, isMember }: { document: DocumentDetail; corpusId: string; isMember: boolean }) {
  const [comments, setComments] = useState(true);
  return (
    <>
      <AnnotatedPdfLink documentId={document.uuid} corpusId={corpusId} query={comments ? {} : { comments: 'false' }} />
      {isMember && <CommentsCheck checked={comments} onChange={setComments} />}
    </>
  );
}

/** The formats in which a document can be downloaded. */
export function DownloadMenu({ document, corpusId, isMember = false }: DownloadMenuProps) {
  return (
    <CommandMenu command={{ name: 'document.download', text: t`Download` }} trigger={<IconButton label={t`Download`} icon={<Download />} />}>
      <MenuNote>{SCAN_TEXTS[document.scan].long}</MenuNote>
      {document.downloads.map(({ format, url }) => (
        <MenuLink key={format} href={url} about={downloadText(format).about}>
          {downloadText(format).label}
        </MenuLink>
      ))}
      {corpusId && hasPdfWithText(document) && <AnnotatedPdf {...{ document, corpusId, isMember }} />}
    </CommandMenu>
  );
}
