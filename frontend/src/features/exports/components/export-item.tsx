import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';

import { MenuItem, MenuLink } from '@/components/ui/menu';
import { afterMutation } from '@/lib/after-mutation';
import { showToast } from '@/lib/toasts';

import { useCreateExport } from '../api/exports';
import { addressOf, isLarge, type ExportSource } from '../model/export-source';

interface ExportItemProps {
  source: ExportSource;
  format: string;
  about?: string | undefined;
  label: string;
}

/** A format in a menu. A large file is written by a job, others are downloaded at once. */
export function ExportItem({ source, format, about, label }: ExportItemProps) {
  const creation = useCreateExport();
  const navigate = useNavigate();
  if (!isLarge(source, format)) {
    return (
      <MenuLink href={addressOf(source, format)} about={about}>
        {label}
      </MenuLink>
    );
  }
  const { corpusId, kind, extractId, query } = source;
  const done = () =>
    showToast({
      text: t`The file is being written. You will be notified when it is ready.`,
      action: { label: t`Show exports`, run: () => void navigate({ to: '/exports' }) },
    });
  const start = () => void afterMutation(creation.mutateAsync({ corpusId, kind, format, query: JSON.stringify(query), ...(extractId && { extractId }) }), done);
  return (
    <MenuItem onSelect={start} about={about}>
      {label}
    </MenuItem>
  );
}
