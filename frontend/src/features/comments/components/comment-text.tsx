import { createElement, Fragment, useMemo, type ReactNode } from 'react';

import type { UserName } from '@/lib/users';

import { parseMarkdown, type Block, type Inline } from '../model/markdown';
import styles from './comments.module.css';

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

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'quote':
      return (
        <blockquote>
          <Lines lines={block.lines} />
        </blockquote>
      );
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

/** The Markdown of a comment. Names of users who are not among its mentions are plain text. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly UserName[] }) {
  const blocks = useMemo(() => parseMarkdown(text, new Set(mentions.map(({ username }) => username))), [text, mentions]);
  return <div className={styles['text']}>{inOrder(blocks.map((block) => createElement(BlockView, { block })))}</div>;
}
