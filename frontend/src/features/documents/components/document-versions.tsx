import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState, type ChangeEvent } from 'react';

import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/relative-time';
import { userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError, toApiError } from '@/lib/errors';
import { fileSize } from '@/lib/format';
import { request } from '@/lib/graphql-client';
import { postForm } from '@/lib/post-form';
import { nodes } from '@/lib/relay';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { displayName } from '@/lib/users';

import styles from './document-versions.module.css';

const versionFields = graphql(
  `
    fragment VersionFields on Document {
      uuid
      versionNumber
      filename
      size
      created
      owner {
        ...UserName
      }
      uploadedBy {
        ...UserName
      }
    }
  `,
  [userName],
);

const documentVersionsQuery = graphql(
  `
    query DocumentVersions($id: ID!) {
      document(id: $id) {
        id
        versions(first: 100) {
          edges {
            node {
              ...VersionFields
            }
          }
        }
      }
    }
  `,
  [versionFields],
);

type Version = ResultOf<typeof versionFields>;

/** The versions of a document, the newest first. */
const versionsOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['document', uuid, 'versions'],
    queryFn: async () => {
      const { document } = await request(documentVersionsQuery, { id: uuid });
      if (!document) throw notFoundError();
      return nodes(document.versions);
    },
  });

function form(file: File): FormData {
  const body = new FormData();
  body.append('file', file);
  return body;
}

/** Upload a file as the newest version; `onSuccess` gets the id of its document. */
function useUploadVersion(uuid: string, onSuccess: (id: string) => void) {
  const [progress, setProgress] = useState(0);
  const upload = useInvalidatingMutation({
    mutationFn: (file: File) => postForm(`/api/v1/documents/${uuid}/versions`, { key: crypto.randomUUID(), body: form(file), onProgress: setProgress }),
    affected: keysOf('documents', 'corpus-documents', 'document', 'usage', 'upload-states'),
    onSuccess,
    onError: ignoreError,
  });
  return { ...upload, progress };
}

interface DocumentVersionsProps {
  uuid: string;
  /** the corpus whose annotations are shown */
  corpus: string | undefined;
  mayUpload: boolean;
}

function UploadVersion({ uuid, corpus }: Omit<DocumentVersionsProps, 'mayUpload'>) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const upload = useUploadVersion(uuid, (created) => void navigate({ to: '/d/$uuid', params: { uuid: created }, search: corpus ? { c: corpus } : {} }));
  const onSelect = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // The same file can be chosen again.
    if (file) upload.mutate(file);
  };
  return (
    <>
      <input ref={input} type="file" hidden data-testid="version-input" onChange={onSelect} />
      <Button size="small" icon={<Upload aria-hidden="true" />} busy={upload.isPending} onClick={() => input.current?.click()}>
        {t`Upload new version…`}
      </Button>
      {upload.isPending && <progress className={styles['progress']} aria-label={t`Uploading`} value={upload.progress} />}
      {upload.isError && (
        <p role="alert" className={styles['error']}>
          {toApiError(upload.error).message}
        </p>
      )}
    </>
  );
}

function VersionRow({ version, uuid, newest, corpus }: { version: Version; uuid: string; newest: string; corpus: string | undefined }) {
  const { versionNumber, filename, size, created, uploadedBy, owner } = version;
  const isShown = version.uuid === uuid;
  const uploader = displayName(uploadedBy ?? owner);
  return (
    <li>
      <Link to="/d/$uuid" params={{ uuid: version.uuid }} search={corpus ? { c: corpus } : {}} aria-current={isShown ? 'true' : undefined}>
        {t`Version ${versionNumber}`}
      </Link>
      {isShown && ` ${t`(shown)`}`}
      <div className="muted small">
        {filename}, {fileSize(size)}
        <br />
        <Trans>
          <RelativeTime iso={created} /> by {uploader}
        </Trans>
      </div>
      {version.uuid !== newest && (
        <Link className="small" to="/d/$uuid/compare" params={{ uuid: newest }} search={{ old: version.uuid }} aria-label={t`Compare with the newest: version ${versionNumber}`}>
          {t`Compare with the newest`}
        </Link>
      )}
    </li>
  );
}

/** The versions of a document, and the upload of a new one. */
export function DocumentVersions({ uuid, corpus, mayUpload }: DocumentVersionsProps) {
  const versions = useQuery(versionsOptions(uuid));
  if (!versions.isSuccess) return <p className="muted">{versions.isError ? toApiError(versions.error).message : t`Loading…`}</p>;
  const newest = versions.data[0]?.uuid ?? uuid;
  return (
    <>
      <ol className={styles['versions']} aria-label={t`Versions`}>
        {versions.data.map((version) => (
          <VersionRow key={version.uuid} {...{ version, uuid, newest, corpus }} />
        ))}
      </ol>
      {mayUpload && <UploadVersion uuid={newest} corpus={corpus} />}
    </>
  );
}
