import { Link } from '@tanstack/react-router';

interface ParentLinkProps {
  document: { parent: { uuid: string; title: string } | null; path: string };
  corpus?: string | undefined;
  className?: string | undefined;
}

/** The link of an attachment to its parent document. */
export function ParentLink({ document: { parent, path }, corpus, className }: ParentLinkProps) {
  if (!parent) return null;
  return (
    <span className={className} title={`${parent.title}: ${path}`}>
      Attachment of{' '}
      <Link to="/d/$uuid" params={{ uuid: parent.uuid }} search={corpus ? { c: corpus } : {}}>
        {parent.title}
      </Link>
    </span>
  );
}
