// Undo and redo edits of a list, where the page does not show them at once.
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { replayEdits, UNDONE } from './undo-edits';

export const useReplay = () => useInvalidatingMutation({ mutationFn: replayEdits, affected: UNDONE });
