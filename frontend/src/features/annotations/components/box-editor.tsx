import { useRef, type PointerEvent } from 'react';

import { shownPage } from '@/features/viewer/model/layout';
import type { Rect } from '@/features/viewer/model/token-page';
import { turnOf, turnRect, unturnPoint, type Turn } from '@/features/viewer/model/turns';

import type { Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { dragBox, HANDLES, type Handle, type PageBox } from '../model/box';
import { selectedAnnotation } from '../model/selection';
import type { Annotator } from '../annotator';
import styles from './box-editor.module.css';
import { boxRect, type Geometry } from './float-position';

interface BoxEditorProps extends Omit<Geometry, 'words'> {
  annotator: Annotator;
  active: Annotation | undefined;
  /** called when a drag ends and the pages should have the focus */
  onLeave: () => void;
}

const state = () => useAnnotatorState.getState();

/** Return the handlers that move or resize a box, or the box of `annotation`, which is then saved at the end of the drag. */
function useDrag(box: PageBox, annotation: Annotation | undefined, { annotator, layout, pages, onLeave }: Pick<BoxEditorProps, 'annotator' | 'layout' | 'pages' | 'onLeave'>) {
  const start = useRef<{ x: number; y: number; box: PageBox; annotation: Annotation | undefined } | null>(null);
  const page = pages[box.page - 1];
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, y: event.clientY, box, annotation };
  };
  const onPointerMove = (handle: Handle) => (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    if (!from || !page) return;
    if (from.annotation && !state().resized) annotator.changeBox(from.annotation, from.box);
    const { turn, width, height } = shownPage(layout, page);
    const [to, zero] = [unturnPoint({ x: (event.clientX - from.x) / width, y: (event.clientY - from.y) / height }, turn), unturnPoint({ x: 0, y: 0 }, turn)];
    state().selectBox(dragBox(from.box, handle, to.x - zero.x, to.y - zero.y), true);
  };
  const onPointerUp = () => {
    const from = start.current;
    start.current = null;
    const { box: dragged, dragging, selectBox } = state();
    if (!from || !dragging) return;
    if (from.annotation) annotator.saveEnds();
    else selectBox(dragged);
    onLeave();
  };
  return (handle: Handle) => ({ onPointerDown, onPointerMove: onPointerMove(handle), onPointerUp, onPointerCancel: onPointerUp });
}

/** Return where a handle of a box is shown; it turns with the page. */
function place(handle: Handle, { x, y, width, height }: Rect, turn: Turn) {
  const side = handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5;
  const end = handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5;
  const shown = turnRect({ x: side, y: end, width: 0, height: 0 }, turn);
  return { left: `calc(50% + ${x + width * shown.x}px)`, top: y + height * shown.y };
}

function Editor({ box, annotation, ...props }: Omit<BoxEditorProps, 'active'> & { box: PageBox; annotation: Annotation | undefined }) {
  const drag = useDrag(box, annotation, props);
  const rect = boxRect(box, props);
  const turn = turnOf(props.layout.turns, box.page);
  if (!rect) return null;
  return (
    <div aria-hidden="true" data-floating data-box-editor>
      {!annotation && <span className={styles['body']} style={{ ...place('nw', rect, 0), width: rect.width, height: rect.height }} {...drag('')} />}
      {HANDLES.map((handle) => (
        <span key={handle} data-handle={handle} className={styles['handle']} style={place(handle, rect, turn)} {...drag(handle)} />
      ))}
    </div>
  );
}

/** The handles of the box that is being drawn or changed, or of the selected annotation. Keyboards have commands for this. */
export function BoxEditor({ active, ...props }: BoxEditorProps) {
  const { box, selection } = useAnnotatorState();
  if (box) return <Editor {...props} box={box} annotation={undefined} />;
  if (!active?.box || !selectedAnnotation(active, selection) || !props.annotator.isResizable(active)) return null;
  return <Editor {...props} box={active.box} annotation={active} />;
}
