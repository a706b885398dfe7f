import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import type { TextItem } from '@/features/viewer/api/page-text';
import { piecesOf, rowsOf, type Block, type Piece } from '@/features/viewer/model/page-text';

import styles from './text-view.module.css';

const ELEMENTS = { b: 'strong', i: 'em', c: 'code', s: 's' } as const;

function Styled({ piece: { text, style, href } }: { piece: Piece }) {
  let content: ReactNode = text;
  for (const [key, Element] of Object.entries(ELEMENTS)) if (style.includes(key)) content = <Element>{content}</Element>;
  if (!href) return content;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

const Text = ({ item }: { item: TextItem }) => piecesOf(item).map((piece) => <Styled key={piece.key} piece={piece} />);

function Table({ table }: { table: NonNullable<TextItem['table']> }) {
  return (
    <table>
      <tbody>
        {rowsOf(table).map((row) => (
          <tr key={row[0]?.row}>
            {row.map(({ column, rowSpan, columnSpan, isHeader, text }) => {
              const Cell = isHeader ? 'th' : 'td';
              return (
                <Cell key={column} rowSpan={rowSpan} colSpan={columnSpan}>
                  {text}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

function Item({ item, level }: { item: TextItem; level: number }) {
  const place = { 'data-top': item.box[1] ?? 0 };
  if (item.table) {
    return (
      <div {...place} className={styles['table']} tabIndex={0} role="group" aria-label={t`Table`}>
        <Table table={item.table} />
      </div>
    );
  }
  switch (item.kind) {
    case 'TITLE':
    case 'HEADING': {
      const Heading = HEADINGS[level - 1] ?? 'h6';
      return (
        <Heading {...place}>
          <Text item={item} />
        </Heading>
      );
    }
    case 'CODE':
      return (
        <pre {...place} tabIndex={0}>
          {item.text}
        </pre>
      );
    case 'FIGURE':
      return (
        <p {...place} className={styles['figure']}>
          {item.text ? t`Picture: ${item.text}` : t`Picture`}
        </p>
      );
    default:
      return (
        <p {...place} data-kind={item.kind}>
          <Text item={item} />
        </p>
      );
  }
}

/** An element of the text, or the items of a list. Texts are never read as HTML. */
export function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'item') return <Item item={block.item} level={block.level} />;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item.id} data-top={item.box[1] ?? 0} data-level={Math.min(4, item.level ?? 1)}>
          <Text item={item} />
        </li>
      ))}
    </ul>
  );
}
