import { t } from '@lingui/core/macro';

import { Button } from '@/components/ui/button';
import { AnnotationPanel } from '@/features/annotations/components/annotation-panel';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import type { AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import type { useAnnotationFilter } from '@/features/annotations/use-annotation-filter';

import { lazyPart } from '@/lib/lazy-part';

import { useDocumentContext } from '../document-context';
import type { SelectedCorpus } from '../use-corpus-choice';
import type { Panels } from '../use-panels';
import { SidePanel } from './side-panel';

const useEditButtons = lazyPart(() => import('@/features/annotations/components/edit-buttons'));
const useExports = lazyPart(() => import('@/features/annotations/components/export-annotations'));

/** The reason why the user cannot annotate, and a button to annotate in their own corpus instead. */
function ReadOnlyReason({ corpus, onCorpus }: { corpus: SelectedCorpus; onCorpus: (uuid: string) => void }) {
  const { reason, alternative } = corpus;
  return (
    <>
      <p>{reason}</p>
      {alternative && (
        <Button size="small" onClick={() => onCorpus(alternative.uuid)}>
          {t`Annotate in “${alternative.title}”`}
        </Button>
      )}
    </>
  );
}

interface AnnotationsSideProps {
  annotations: readonly Annotation[];
  filters: ReturnType<typeof useAnnotationFilter>;
  edits: AnnotationEdits;
  /** the selected annotation */
  active: string | undefined;
  onShow: (annotation: Annotation) => void;
  onCorpus: (uuid: string) => void;
  panels: Panels;
}

/** The panel on the right: the annotations of the document. */
export function AnnotationsSide({ annotations, filters, edits, active, onShow, onCorpus, panels }: AnnotationsSideProps) {
  const { document, pages, corpus, currentPage } = useDocumentContext();
  const exports = useExports(annotations.length > 0);
  const { setNoted, setTraced, history } = useAnnotatorState();
  const buttons = useEditButtons(corpus.me !== null && annotations.length + history.past.length + history.future.length > 0);
  const toggleHistory = () => {
    setTraced(null);
    panels.toggleLeft('history');
  };
  return (
    <SidePanel
      side="right"
      title={t`Annotations`}
      count={annotations.length}
      actions={
        <>
          {buttons && corpus.id && <buttons.EditButtons edits={edits} editable={corpus.editable} isHistoryShown={panels.left === 'history'} onHistory={toggleHistory} />}
          {exports && <exports.ExportAnnotations corpusId={corpus.id} documentId={document.uuid} count={annotations.length} isMember={corpus.me !== null} />}
        </>
      }
      onClose={panels.toggleRight}
    >
      <AnnotationPanel
        {...{ annotations, filters, pages, currentPage, active, onShow }}
        editable={corpus.editable}
        removable={corpus.removable}
        reason={<ReadOnlyReason corpus={corpus} onCorpus={onCorpus} />}
        me={corpus.me?.username ?? ''}
        onNote={setNoted}
        onRemove={edits.remove}
        onReview={edits.review}
      />
    </SidePanel>
  );
}
