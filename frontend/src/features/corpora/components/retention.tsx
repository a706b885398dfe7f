import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

import { Button } from '@/components/ui/button';
import { EditDialog } from '@/components/ui/edit-dialog';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { may } from '@/lib/permissions';

import type { CorpusDetail } from '../api/get-corpus';

const retentionPreviewQuery = graphql(`
  query RetentionPreview($corpusId: ID!, $days: Int!) {
    previewRetention(corpusId: $corpusId, days: $days) {
      toBin
      removed
    }
  }
`);

/** The documents that a rule would move now. */
const retentionOptions = (corpusId: string, days: number) =>
  queryOptions({
    queryKey: ['retention-preview', corpusId, days],
    queryFn: async () => (await request(retentionPreviewQuery, { corpusId, days })).previewRetention,
    enabled: days > 0,
    staleTime: 0,
  });

const MAX_DAYS = 36_500;

const daysOf = (text: string | undefined) => {
  const days = Number(text);
  return Number.isInteger(days) && days > 0 && days <= MAX_DAYS ? days : 0;
};

/** The number of documents that the rule would move now. */
function Preview({ corpusId, text }: { corpusId: string; text: string | undefined }) {
  const days = useDeferredValue(daysOf(text));
  const preview = useQuery(retentionOptions(corpusId, days));
  if (days === 0) return <p role="status">{t`Documents stay in the corpus.`}</p>;
  if (preview.isError) return <p role="status">{t`The documents could not be counted.`}</p>;
  if (!preview.data) return <p role="status">{t`Counting documents…`}</p>;
  const { toBin, removed } = preview.data;
  if (toBin + removed === 0) return <p role="status">{t`No document is older. The rule would move none now.`}</p>;
  return (
    <p role="status">
      {plural(toBin, { one: 'Tonight, # document would be moved to the bin.', other: 'Tonight, # documents would be moved to the bin.' })}{' '}
      {removed > 0 && plural(removed, { one: '# document would only be taken out of this corpus.', other: '# documents would only be taken out of this corpus.' })}
    </p>
  );
}

const explained = (corpusId: string) => (texts: Readonly<Record<string, string>>) => (
  <>
    <p className="muted">
      {t`Every night, documents that were added longer ago are moved to the bin, where they can be restored for some days. Documents of other users, and those that are in another corpus, too, are only taken out of this corpus. You get a notification.`}
    </p>
    <Preview corpusId={corpusId} text={texts['retention_days']} />
  </>
);

/** The rules of how long documents and entries of the audit log are kept; for the owner of the corpus. */
export function Retention({ corpus }: { corpus: CorpusDetail }) {
  const { uuid, version, retentionDays, auditDays } = corpus;
  const [open, setOpen] = useState(false);
  if (!may(corpus, 'SHARE')) return null;
  return (
    <>
      <Button icon={<CalendarClock aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Retention`}
      </Button>
      {open && (
        <EditDialog
          title={t`Retention`}
          path={`/api/v1/corpuses/${uuid}`}
          version={version}
          fields={[
            { name: 'retention_days', label: t`Days that documents stay in the corpus, 0 for no limit`, value: String(retentionDays), isNumber: true },
            { name: 'audit_days', label: t`Days that the audit log is kept, 30 or more, 0 for the default`, value: String(auditDays), isNumber: true },
          ]}
          below={explained(uuid)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
