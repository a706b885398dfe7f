import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

interface ParentLinkProps {
  document: { parent: { uuid: string; title: string } | null; path: string };
  corpus?: string | undefined;
  className?: string | undefined;
  tabIndex?: number;
}

/** The link of an attachment to its parent document. */
export function ParentLink({ document: { parent, path }, corpus, className, tabIndex }: ParentLinkProps) {
  if (!parent) return null;
  return (
    <span className={className} title={t`${parent.title}: ${path}`}>
      <Trans>
        Attachment of{' '}
        <Link to="/d/$uuid" params={{ uuid: parent.uuid }} search={corpus ? { c: corpus } : {}} tabIndex={tabIndex}>
          {parent.title}
        </Link>
      </Trans>
    </span>
  );
}
