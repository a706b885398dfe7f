// Undo and redo edits of a list, where the page does not show them at once.
import { CHANGED, replayEdits } from '@/features/edits/replay-edits';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

export const useReplay = () => useInvalidatingMutation({ mutationFn: replayEdits, affected: CHANGED });
