import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { may } from '@/lib/permissions';

const corporaOfDocumentQuery = graphql(`
  query CorporaOfDocument($id: ID!) {
    document(id: $id) {
      corpuses {
        uuid
        title
        myPermissions
      }
    }
  }
`);

const corporaOf = async (id: string) => (await request(corporaOfDocumentQuery, { id })).document?.corpuses ?? [];

/** The corpora that have all of these documents, of which there is at least one. */
const corporaOfDocumentsOptions = (documents: readonly string[]) =>
  queryOptions({
    queryKey: ['corpora-of-documents', ...documents],
    queryFn: async () => {
      const [first = [], ...others] = await Promise.all(documents.map(corporaOf));
      return first.filter(({ uuid }) => others.every((corpora) => corpora.some((each) => each.uuid === uuid)));
    },
  });

interface CorpusSelectProps {
  /** that the corpus has to have */
  documents: readonly string[];
  /** comments need less than changes of annotations */
  isComment: boolean;
  value: string | undefined;
  onChange: (corpus: string) => void;
}

/** Chooses a corpus that has these documents and that the user may change, at first the only one, or the first. */
export function CorpusSelect({ documents, isComment, value, onChange }: CorpusSelectProps) {
  const corpora = useQuery({
    ...corporaOfDocumentsOptions(documents),
    select: (found) => found.filter((corpus) => may(corpus, 'ANNOTATE') || (isComment && may(corpus, 'REVIEW'))),
  });
  const first = corpora.data?.[0]?.uuid;
  const isPossible = corpora.data?.some(({ uuid }) => uuid === value);
  useEffect(() => {
    if (!isPossible && first !== undefined) onChange(first);
  }, [isPossible, first, onChange]);
  if (corpora.isPending) return <SkeletonRows rows={1} label={t`Loading the corpora`} />;
  if (corpora.isError) return <ErrorNotice title={t`The corpora could not be loaded`} error={corpora.error} onRetry={() => void corpora.refetch()} />;
  if (corpora.data.length === 0) return <p>{isComment ? t`No corpus in which you may comment has the cited documents. Add them to one first.` : t`No corpus in which you may annotate has the cited documents. Add them to one first.`}</p>;
  return (
    <Labelled label={t`Corpus`}>
      <Select label={t`Corpus`} value={value} onChange={({ target }) => onChange(target.value)}>
        {corpora.data.map(({ uuid, title }) => (
          <option key={uuid} value={uuid}>
            {title}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}
