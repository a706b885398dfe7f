import type { Annotation, Span } from '@/features/annotations/model/annotation';

export const makeAnnotation = (uuid: string, spans: readonly Span[], label = 'Party'): Annotation => ({
  uuid,
  label: { id: label, name: label, color: '#2f7fc4' },
  page: spans[0]?.page ?? 1,
  spans,
  box: null,
  quote: uuid,
  note: '',
  version: '',
  confidence: 1,
  source: 'HUMAN',
  review: null,
  creator: null,
  created: '2026-11-20T05:00:00Z',
});
