import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Switch } from '@/components/ui/switch';
import { graphql } from '@/graphql/graphql';
import { copyText } from '@/lib/clipboard';
import { toApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

import type { Subject } from '../api/access';
import { useSetPublic } from '../api/shares';
import type { UndoMessage } from '../model/undo-message';
import styles from './sharing.module.css';

const LISTED = 10;

const corpusQuery = graphql(`
  query PublicContents($id: ID!) {
    corpus(id: $id) {
      documentCount
      labels {
        uuid
      }
    }
    annotations(corpusId: $id, first: 1) {
      totalCount
    }
  }
`);

const documentQuery = graphql(`
  query PublicDocumentContents($id: ID!, $first: Int!) {
    document(id: $id) {
      parent {
        id
      }
      newestVersion {
        id
      }
      attachments(first: $first) {
        totalCount
        edges {
          node {
            uuid
            title
          }
        }
      }
      versions(first: 1) {
        totalCount
      }
    }
  }
`);

/** The numbers of objects in a corpus that everyone sees if it is public. */
const corpusContentsOptions = (corpus: string) =>
  queryOptions({
    queryKey: ['corpus', corpus, 'public-contents'],
    queryFn: async () => {
      const { corpus: found, annotations } = await request(corpusQuery, { id: corpus });
      return { documents: found?.documentCount ?? 0, labels: found?.labels.length ?? 0, annotations: annotations.totalCount };
    },
  });

/** The other documents that everyone sees if a document is public: attachments of what was uploaded, and older versions of the newest one. */
const documentContentsOptions = (document: string) =>
  queryOptions({
    queryKey: ['document', document, 'public-contents'],
    queryFn: async () => {
      const { document: found } = await request(documentQuery, { id: document, first: LISTED });
      const attachments = found && !found.parent ? found.attachments : { totalCount: 0, edges: [] };
      return {
        attachments: attachments.edges.map(({ node }) => node.title),
        moreAttachments: attachments.totalCount - attachments.edges.length,
        olderVersions: found && !found.newestVersion ? found.versions.totalCount - 1 : 0,
      };
    },
  });

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
function PublicContents({ subject: { kind, uuid } }: { subject: Subject }) {
  return kind === 'corpus' ? <CorpusContents corpus={uuid} /> : <DocumentContents document={uuid} />;
}

interface PublicSwitchProps {
  subject: Subject;
  isPublic: boolean;
  onMessage: (message: UndoMessage) => void;
}

const VISIBLE = {
  document: t`Everyone who has the address can view its file, its text and its attachments, also without an account, and it is listed among the public documents.`,
  corpus: t`Everyone who has the address can view and search it, also without an account: its documents, folders and labels, and the annotations and notes of all its members, with their names.`,
};

/** Makes an object public, after a question: visible to everyone, also without an account. */
export function PublicSwitch({ subject, isPublic, onMessage }: PublicSwitchProps) {
  const set = useSetPublic(subject);
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => onMessage({ text: toApiError(error).message });
  const change = (next: boolean) => {
    const undo = () => set.mutate(!next, { onError, onSuccess: () => onMessage({ text: t`Change undone.` }) });
    set.mutate(next, { onError, onSuccess: () => onMessage({ text: next ? t`Now public.` : t`No longer public.`, undo }) });
  };
  const copy = () => {
    const url = `${location.origin}/${subject.kind === 'document' ? 'd' : 'c'}/${subject.uuid}`;
    void copyText(url).then(
      () => onMessage({ text: t`Link copied.` }),
      () => onMessage({ text: t`The browser blocked copying: ${url}` }),
    );
  };
  return (
    <section aria-label={t`Public`} className={styles['public']}>
      <Switch
        label={t`Public`}
        about={isPublic ? t`Everyone can view it, also without an account.` : t`Its address alone gives no access.`}
        checked={set.isPending ? set.variables : isPublic}
        busy={set.isPending}
        onChange={(next) => (next ? setAsking(true) : change(false))}
      />
      {isPublic && (
        <Button size="small" icon={<Copy aria-hidden="true" />} onClick={copy}>
          {t`Copy link`}
        </Button>
      )}
      <ConfirmDialog open={asking} onOpenChange={setAsking} title={t`Make “${subject.title}” public?`} confirm={t`Make public`} onConfirm={() => change(true)}>
        {VISIBLE[subject.kind]} {asking && <PublicContents subject={subject} />}
      </ConfirmDialog>
    </section>
  );
}
