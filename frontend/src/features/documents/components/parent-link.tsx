import { Link } from '@tanstack/react-router';

interface ParentLinkProps {
  document: { parent: { uuid: string; title: string } | null; place: string };
  corpus?: string | undefined;
  className?: string | undefined;
}

/** The way back to the upload in which a document was found. */
export function ParentLink({ document: { parent, place }, corpus, className }: ParentLinkProps) {
  if (!parent) return null;
  return (
    <span className={className} title={`${parent.title}: ${place}`}>
      found in{' '}
      <Link to="/d/$uuid" params={{ uuid: parent.uuid }} search={corpus ? { c: corpus } : {}}>
        {parent.title}
      </Link>
    </span>
  );
}
