import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '@lingui/core/macro';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';

export interface EditorHandle {
  view: () => EditorView | undefined;
}

interface EditorProps {
  label: string;
  text: string;
  /** Changing it replaces the text. Otherwise the editor keeps its own. */
  version?: number;
  extensions: Extension;
  readOnly?: boolean;
  onChange?: (text: string) => void;
  /** called when Ctrl+Enter is pressed */
  onRun?: () => void;
  ref?: Ref<EditorHandle>;
}

const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--success)' },
  { tag: [tags.typeName, tags.variableName, tags.attributeName], color: 'var(--info)' },
  { tag: tags.propertyName, color: 'var(--ink-strong)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: 'var(--text-13)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', lineHeight: '1.5' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--panel)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink-strong)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 'var(--radius)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  // Its own underlines are images, which the Content-Security-Policy does not allow.
  '.cm-lintRange': { backgroundImage: 'none !important', textDecoration: 'underline wavy var(--warning)' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
  '.cm-completionInfo': { maxWidth: '24rem' },
});

const COMMON: Extension = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  syntaxHighlighting(COLORS),
  THEME,
  // Tab is not bound, so that the keyboard leaves the editor.
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
];

function runKey(onRun: (() => void) | undefined): boolean {
  onRun?.();
  return onRun !== undefined;
}

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** texts of the editor's own controls */
const PHRASES = { 'Fold line': t`Fold line`, 'Unfold line': t`Unfold line` };

/** A text editor with syntax highlighting. The extensions are read once. */
export function Editor({ label, text, version = 0, extensions, readOnly = false, onChange, onRun, ref }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onChange, onRun });
  useEffect(() => {
    latest.current = { onChange, onRun };
  });
  useImperativeHandle(ref, () => ({ view: () => view.current }), []);
  const first = useRef({ text, extensions, label, readOnly });
  useEffect(() => {
    if (!host.current) return;
    const { text: doc, extensions: own, label: name, readOnly: isFixed } = first.current;
    const editor = new EditorView({
      doc,
      parent: host.current,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => runKey(latest.current.onRun) }])),
        own,
        COMMON,
        EditorView.cspNonce.of(nonce()),
        EditorView.contentAttributes.of({ 'aria-label': name }),
        EditorState.readOnly.of(isFixed),
        EditorState.phrases.of(PHRASES),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== text) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text of a version; what is typed stays
  }, [version]);
  return <div ref={host} style={{ height: '100%', minHeight: 0 }} />;
}
