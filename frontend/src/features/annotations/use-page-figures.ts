// The figures and tables that the parser has found on a page, as boxes.
import { useQueryClient } from '@tanstack/react-query';

import { pageStructureOptions } from '@/features/viewer/api/structure';
import type { PageInfo } from '@/features/viewer/model/layout';

import { boxBetween, type PageBox } from './model/box';

const KINDS = new Set(['FIGURE', 'TABLE']);

export function usePageFigures(documentId: string, version: string, pages: readonly PageInfo[]) {
  const queryClient = useQueryClient();
  return async (number: number): Promise<PageBox[]> => {
    const page = pages[number - 1];
    const items = page ? await queryClient.fetchQuery(pageStructureOptions(documentId, version, number)).catch(() => []) : [];
    return items.flatMap(({ kind, box }) => {
      const [left, top, right, bottom] = box ?? [];
      if (!page || !KINDS.has(kind) || left === undefined || top === undefined || right === undefined || bottom === undefined) return [];
      const corner = (x: number, y: number) => ({ page: number, x: x / page.width, y: y / page.height });
      return [boxBetween(corner(left, top), corner(right, bottom))];
    });
  };
}
