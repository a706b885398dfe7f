import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { documentTitleOptions } from '@/lib/document-title';
import { lazyDialog } from '@/lib/lazy-part';

import styles from './label-filter.module.css';

const ChooseDocument = lazyDialog(async () => (await import('./choose-document-dialog')).ChooseDocumentDialog, ({ onClose }) => onClose());

interface DocumentFilterProps {
  /** the corpus that has the documents; without it, all that the user may see */
  corpusId: string | undefined;
  /** uuid of the chosen document */
  chosen: string | undefined;
  onChange: (uuid: string | undefined) => void;
}

/** A choice of the document whose annotations or proposals are listed. */
export function DocumentFilter({ corpusId, chosen, onChange }: DocumentFilterProps) {
  const [choosing, setChoosing] = useState(false);
  const { data: title } = useQuery({ ...documentTitleOptions(chosen ?? ''), enabled: chosen !== undefined });
  const text = chosen === undefined ? t`All documents` : (title ?? t`One document`);
  return (
    <>
      <Button className={styles['button']} aria-label={t`Document: ${text}`} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        <span className="truncate">{text}</span>
        <ChevronDown aria-hidden="true" />
      </Button>
      {choosing && <ChooseDocument corpusId={corpusId} chosen={chosen} onChoose={onChange} onClose={() => setChoosing(false)} />}
    </>
  );
}
