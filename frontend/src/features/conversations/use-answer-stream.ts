import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { createInvalidationQueue } from '@/lib/invalidation-queue';

import { conversationOptions } from './api/conversations';
import { withText, type LiveTexts, type TextEvent } from './model/live-text';

/** Return the words of answers while they are written. The stored conversation is fetched when a message changes its state. */
export function useAnswerStream(uuid: string, isOpen: boolean): LiveTexts {
  const queryClient = useQueryClient();
  const [texts, setTexts] = useState<LiveTexts>({});
  useEffect(() => {
    if (!isOpen) return undefined;
    const source = new EventSource(`/api/v1/conversations/${uuid}/stream`);
    // The server repeats the events of earlier answers.
    const invalidate = createInvalidationQueue((queryKey) => queryClient.invalidateQueries({ queryKey }));
    const refresh = () => invalidate([conversationOptions(uuid).queryKey]);
    source.addEventListener('text', ({ data }: MessageEvent<string>) => setTexts((before) => withText(before, JSON.parse(data) as TextEvent)));
    for (const event of ['message', 'tool_call', 'proposal', 'reset']) source.addEventListener(event, refresh);
    return () => {
      source.close();
      setTexts({});
    };
  }, [queryClient, uuid, isOpen]);
  return texts;
}
