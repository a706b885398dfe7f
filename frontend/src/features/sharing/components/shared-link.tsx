import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Form } from '@/components/ui/form';
import { Skeleton } from '@/components/ui/skeleton';
import { sessionOptions } from '@/features/session/api/session';
import { AuthLayout } from '@/features/session/components/auth-layout';
import { toApiError, type ApiError } from '@/lib/errors';
import { sendJson } from '@/lib/http';
import { errorText } from '@/lib/messages/errors';
import { exactTime } from '@/lib/time';

import { ROLES } from '../model/roles';
import styles from './sharing.module.css';

// Share links, as their recipients open them.

interface LinkPreview {
  kind: 'document' | 'corpus';
  title: string;
  shared_by: string;
  role: 'viewer' | 'reviewer' | 'annotator' | 'editor';
  expires: string | null;
}

interface OpenedLink extends LinkPreview {
  id: string;
}

const pathOf = (token: string) => `/api/v1/links/${encodeURIComponent(token)}`;

const linkPreviewOptions = (token: string) =>
  queryOptions({ queryKey: ['link', token], queryFn: () => sendJson<LinkPreview>(pathOf(token), 'GET'), staleTime: Infinity });

const openLink = (token: string) => sendJson<OpenedLink>(`${pathOf(token)}/open`, 'POST', {});

const VIEWER_ABOUT = ROLES.find(({ value }) => value === 'VIEWER')?.about;

interface SharedLinkProps {
  token: string;
  onOpened: (opened: OpenedLink) => void;
}

/** 32 random bytes in base64url */
const TOKEN_LENGTH = 43;

interface LinkErrorText {
  title: string;
  about: string;
  /** trying again may help */
  canRetry: boolean;
}

/** Return why a link cannot be opened. */
export function linkErrorText(token: string, { code, message, data }: Pick<ApiError, 'code' | 'message' | 'data'>): LinkErrorText {
  const { title } = errorText({ ...data, code, message });
  if (code === 'link_expired') {
    const { expired } = data;
    const about = typeof expired === 'string' ? t`It expired on ${exactTime(expired)}. Ask the sender for a new link.` : t`It expired. Ask the sender for a new link.`;
    return { title, about, canRetry: false };
  }
  if (code !== 'link_not_found') return { title: t`The link could not be opened`, about: message, canRetry: true };
  if (token.length !== TOKEN_LENGTH) {
    return { title: t`This link is incomplete`, about: t`Part of the URL is missing. Copy the whole link from where it was sent to you.`, canRetry: false };
  }
  return { title, about: t`It was withdrawn, or the document or corpus was deleted. Ask the sender to share it again.`, canRetry: false };
}

function LinkError({ token, error, links, onRetry }: { token: string; error: ApiError; links: ReactNode; onRetry: () => void }) {
  const { title, about, canRetry } = linkErrorText(token, error);
  return (
    <AuthLayout title={title} about={about} links={links}>
      {canRetry && <Button onClick={onRetry}>{t`Try again`}</Button>}
    </AuthLayout>
  );
}

function Preview({ preview, isAnonymous }: { preview: LinkPreview; isAnonymous: boolean }) {
  const role = ROLES.find(({ value }) => value === preview.role.toUpperCase());
  return (
    <dl className={styles['facts']}>
      <dt>{t`Shared`}</dt>
      <dd>
        {preview.kind === 'document' ? t`Document “${preview.title}”` : t`Corpus “${preview.title}”`}
      </dd>
      <dt>{t`Shared by`}</dt>
      <dd>{preview.shared_by}</dd>
      <dt>{t`Expires`}</dt>
      <dd>{preview.expires ? exactTime(preview.expires) : t`Never`}</dd>
      <dt>{t`Your access`}</dt>
      <dd>
        {isAnonymous ? t`Viewer` : role?.label}
        <p className={styles['details']}>{isAnonymous ? VIEWER_ABOUT : role?.about}</p>
        {isAnonymous && preview.role !== 'viewer' && <p className={styles['details']}>{t`After signing in: ${role?.label ?? ''}`}</p>}
      </dd>
    </dl>
  );
}

/** The preview of a share link. The link is only opened by the button, not by visiting the page. */
export function SharedLink({ token, onOpened }: SharedLinkProps) {
  const queryClient = useQueryClient();
  const preview = useQuery(linkPreviewOptions(token));
  const { data: user } = useQuery(sessionOptions);
  const open = useMutation({
    mutationFn: () => openLink(token),
    onSuccess: async (opened) => {
      // The cache may contain "not found" for objects that are visible now.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      onOpened(opened);
    },
  });
  const isAnonymous = user === null;
  const links = isAnonymous ? (
    <Link to="/login" search={{ next: `/s/${token}` }}>
      {t`Sign in`}
    </Link>
  ) : (
    <Link to="/">{t`Go to your documents`}</Link>
  );
  const error = preview.error ?? open.error;
  if (error) return <LinkError token={token} error={toApiError(error)} links={links} onRetry={() => (preview.error ? void preview.refetch() : open.reset())} />;
  if (!preview.data || user === undefined) {
    return (
      <AuthLayout title={t`Shared with you`}>
        <Skeleton height={120} />
      </AuthLayout>
    );
  }
  const { kind, shared_by: sharer } = preview.data;
  return (
    <AuthLayout title={kind === 'document' ? t`${sharer} shared a document with you` : t`${sharer} shared a corpus with you`} links={links}>
      <Form
        label={t`Shared link`}
        onSubmit={() => open.mutate()}
        actions={
          <Button type="submit" variant="primary" busy={open.isPending}>
            {kind === 'document' ? t`Open document` : t`Open corpus`}
          </Button>
        }
      >
        <Preview preview={preview.data} isAnonymous={isAnonymous} />
      </Form>
    </AuthLayout>
  );
}
