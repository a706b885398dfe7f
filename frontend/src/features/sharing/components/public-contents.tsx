import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import type { Subject } from '../api/access';
import { corpusContentsOptions, documentContentsOptions } from '../api/public-contents';

function CorpusContents({ corpus }: { corpus: string }) {
  const { data } = useQuery(corpusContentsOptions(corpus));
  if (!data) return null;
  const documents = plural(data.documents, { one: '# document', other: '# documents' });
  const annotations = plural(data.annotations, { one: '# annotation', other: '# annotations' });
  const labels = plural(data.labels, { one: '# label', other: '# labels' });
  return <strong>{t`It has ${documents}, ${annotations} and ${labels} now. What is added later becomes visible, too.`}</strong>;
}

function attachmentsText(titles: readonly string[], more: number): string {
  const names = titles.map((title) => `“${title}”`).join(', ');
  return more > 0 ? t`Attachments that become visible: ${names} and ${more} more.` : t`Attachments that become visible: ${names}.`;
}

function DocumentContents({ document }: { document: string }) {
  const { data } = useQuery(documentContentsOptions(document));
  if (!data) return null;
  const { attachments, moreAttachments, olderVersions } = data;
  return (
    <>
      {attachments.length > 0 && <strong>{attachmentsText(attachments, moreAttachments)}</strong>}{' '}
      {olderVersions > 0 && <strong>{plural(olderVersions, { one: '# older version becomes visible, too.', other: '# older versions become visible, too.' })}</strong>}
    </>
  );
}

/** Lists what everyone will see with an object. */
export function PublicContents({ subject: { kind, uuid } }: { subject: Subject }) {
  return kind === 'corpus' ? <CorpusContents corpus={uuid} /> : <DocumentContents document={uuid} />;
}
