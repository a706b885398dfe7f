import { useMemo } from 'react';

import { lazyComponent } from '@/lib/lazy-part';

import { matchRanges, type FoundPassage } from '../model/passage';

const PassageCrop = lazyComponent(async () => (await import('@/features/viewer/components/passage-crop')).PassageCrop);

/** The passage in a picture of its page; nothing for a document without pages, or until the viewer is loaded. */
export function PassagePicture({ pdfUrl, passage }: { pdfUrl: string | null; passage: FoundPassage }) {
  const { page, start, end, tokensUrl, fragments } = passage;
  const words = useMemo(() => matchRanges(fragments, start), [fragments, start]);
  if (pdfUrl === null) return null;
  return (
    <PassageCrop tokensUrl={tokensUrl} source={{ pdfUrl, page, start, end, words }} />
  );
}
