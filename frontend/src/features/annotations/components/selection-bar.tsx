import { Copy, ScanSearch, Tag } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import type { Layout, PageInfo } from '@/features/viewer/model/layout';
import { rangeRects } from '@/features/viewer/model/token-page';

import type { Label } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { isCaret, ordered, type Selection, type Words } from '../model/selection';
import type { Annotator } from '../use-annotator';
import { LabelPicker } from './label-picker';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  annotator: Annotator;
  labels: readonly Label[];
  words: Words;
  layout: Layout;
  pages: readonly PageInfo[];
  editable: boolean;
  /** search for passages like the selected one; absent if that is not possible */
  onSimilar?: ((selection: Selection) => void) | undefined;
  onLeave: () => void;
}

const MAX_LABELS = 4;
const DISTANCE = 8;

/** Return the position below the last word, in the coordinates of the page stack. */
function positionOf(selection: Selection, { words, layout, pages }: Pick<SelectionBarProps, 'words' | 'layout' | 'pages'>) {
  const [, end] = ordered(selection);
  const page = pages[end.page - 1];
  const tokens = words.peek(end.page);
  const [rect] = tokens ? rangeRects(tokens, { first: end.token, last: end.token }) : [];
  if (!page || !rect) return null;
  const top = (layout.tops[end.page - 1] ?? 0) + (rect.y + rect.height) * page.height * layout.scale + DISTANCE;
  const offset = (rect.x - 0.5) * page.width * layout.scale;
  return { top, left: `clamp(8px, calc(50% + ${offset}px - 120px), calc(100% - 480px))` };
}

function Actions({ annotator, labels, editable, onSimilar }: Pick<SelectionBarProps, 'annotator' | 'labels' | 'editable' | 'onSimilar'>) {
  const { setPicking, selection } = useAnnotatorState();
  return (
    <div role="toolbar" aria-label="Selection" className={styles['bar']}>
      {editable &&
        labels.slice(0, MAX_LABELS).map((label, index) => (
          <button key={label.id} type="button" className={styles['label']} title={`${label.name} (${index + 1})`} onClick={() => annotator.annotate(label)}>
            <LabelDot color={label.color} />
            <span className="truncate">{label.name}</span>
          </button>
        ))}
      {editable && (
        <Button size="small" variant="quiet" icon={<Tag aria-hidden="true" />} onClick={() => setPicking(true)}>
          {labels.length > MAX_LABELS ? 'More labels' : 'Label'}
        </Button>
      )}
      <IconButton label="Copy text" tooltip={false} icon={<Copy />} onClick={() => void annotator.copy()} />
      {onSimilar && selection && <IconButton label="More like this" tooltip={false} icon={<ScanSearch />} onClick={() => onSimilar(selection)} />}
    </div>
  );
}

export function SelectionBar(props: SelectionBarProps) {
  const { annotator, labels, onLeave } = props;
  const { selection, picking, setPicking } = useAnnotatorState();
  const position = selection && positionOf(selection, props);
  if (!selection || !position || (isCaret(selection) && !picking)) return null;
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  return (
    <div className={styles['float']} style={position} data-floating>
      {picking ? (
        <LabelPicker
          labels={labels}
          onPick={(label) => thenLeave(() => annotator.annotate(label))()}
          onCreate={(name) => thenLeave(() => annotator.createLabel(name))()}
          onClose={thenLeave(() => setPicking(false))}
        />
      ) : (
        <Actions {...props} />
      )}
    </div>
  );
}
