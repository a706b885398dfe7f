import { createElement, Fragment, useMemo, type ReactNode } from 'react';

import { parseMarkdown, type Block, type Inline } from '@/lib/markdown';

import styles from './markdown.module.css';

/** Elements in a fixed order, which need no keys. */
const inOrder = (elements: readonly ReactNode[]) => createElement(Fragment, null, ...elements);

function Part({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'bold':
      return (
        <strong>
          <Parts parts={part.parts} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Parts parts={part.parts} />
        </em>
      );
    case 'code':
      return <code>{part.text}</code>;
    case 'mention':
      return <span className={styles['mention']}>{part.text}</span>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    default:
      return part.text;
  }
}

const Parts = ({ parts }: { parts: readonly Inline[] }) => inOrder(parts.map((part) => createElement(Part, { part })));

function Lines({ lines }: { lines: readonly (readonly Inline[])[] }) {
  return inOrder(lines.flatMap((parts, index) => [index > 0 && createElement('br'), createElement(Parts, { parts })]));
}

function BlockView({ block, topLevel }: { block: Block; topLevel: number }) {
  switch (block.kind) {
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      );
    case 'heading':
      return createElement(`h${Math.min(block.level + topLevel - 1, 6)}`, null, createElement(Parts, { parts: block.parts }));
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return <List>{inOrder(block.items.map((parts) => createElement('li', null, createElement(Parts, { parts }))))}</List>;
    }
    default:
      return (
        <p>
          <Lines lines={block.lines} />
        </p>
      );
  }
}

const NO_NAMES: readonly string[] = [];

interface MarkdownProps {
  text: string;
  /** the users who are mentioned in it; names of others are plain text */
  names?: readonly string[];
  /** of headings: the one below the heading that the text is under */
  topLevel?: number;
}

/** A text in Markdown. */
export function Markdown({ text, names = NO_NAMES, topLevel = 3 }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(text, new Set(names)), [text, names]);
  return <div className={styles['text']}>{inOrder(blocks.map((block) => createElement(BlockView, { block, topLevel })))}</div>;
}
