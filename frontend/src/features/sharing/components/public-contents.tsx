import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { publicContentsOptions } from '../api/public-contents';

/** Lists what everyone will see in a corpus, with numbers. */
export function PublicContents({ corpus }: { corpus: string }) {
  const { data } = useQuery(publicContentsOptions(corpus));
  if (!data) return null;
  const documents = plural(data.documents, { one: '# document', other: '# documents' });
  const annotations = plural(data.annotations, { one: '# annotation', other: '# annotations' });
  const labels = plural(data.labels, { one: '# label', other: '# labels' });
  return <strong>{t`It has ${documents}, ${annotations} and ${labels} now. What is added later becomes visible, too.`}</strong>;
}
