import { t } from '@lingui/core/macro';
import { Check, FileText, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Accepted, Made, Note } from '@/features/annotations/components/annotation-card';
import { isSuggestion, type Annotation } from '@/features/annotations/model/annotation';
import { isTyping } from '@/lib/shortcuts';

import { useDocumentContext } from '../document-context';
import styles from './text-view.module.css';

interface TextAnnotationProps {
  annotation: Annotation;
  onClose: () => void;
  onReview: (to: 'ACCEPTED' | 'REJECTED') => void;
  /** show the pages, where it can be changed */
  onPages: () => void;
}

/** The card of the selected annotation, below the text. */
export function TextAnnotation({ annotation, onClose, onReview, onPages }: TextAnnotationProps) {
  const { label } = annotation;
  const { corpus } = useDocumentContext();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <section aria-label={t`Annotation ${label.name}`} className={styles['card']}>
      <header>
        <LabelDot color={label.color} />
        <strong className="truncate">{label.path ?? label.name}</strong>
        <IconButton label={t`Close`} icon={<X />} onClick={onClose} />
      </header>
      <Made annotation={annotation} />
      <Accepted annotation={annotation} />
      <Note annotation={annotation} />
      {isSuggestion(annotation) && corpus.editable && (
        <div role="group" aria-label={t`Review the suggestion`} className={styles['review']}>
          <Button size="small" icon={<Check aria-hidden="true" />} onClick={() => onReview('ACCEPTED')}>
            {t`Accept`}
          </Button>
          <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={() => onReview('REJECTED')}>
            {t`Reject`}
          </Button>
        </div>
      )}
      <Button size="small" icon={<FileText aria-hidden="true" />} onClick={onPages}>
        {t`Show on the page`}
      </Button>
    </section>
  );
}
