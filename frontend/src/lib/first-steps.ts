// The first steps that only this browser knows of, and whether their list was dismissed. The server stores neither searches nor questions.

const KEY = 'cartulary.first-steps';

export type LocalStep = 'search' | 'question';

interface Remembered {
  done: readonly string[];
  /** the users who have dismissed the list */
  dismissed: readonly string[];
}

type Store = Pick<Storage, 'getItem' | 'setItem'>;

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []);

function read(store: Store): Remembered {
  try {
    const stored = JSON.parse(store.getItem(KEY) ?? '{}') as Partial<Remembered> | null;
    return { done: texts(stored?.done), dismissed: texts(stored?.dismissed) };
  } catch {
    return { done: [], dismissed: [] };
  }
}

function write(changes: Partial<Remembered>, store: Store): void {
  try {
    store.setItem(KEY, JSON.stringify({ ...read(store), ...changes }));
  } catch {
    // Without storage nothing is remembered.
  }
}

export const isStepDone = (step: LocalStep, store: Store = localStorage): boolean => read(store).done.includes(step);

export function markStepDone(step: LocalStep, store: Store = localStorage): void {
  if (!isStepDone(step, store)) write({ done: [...read(store).done, step] }, store);
}

export const areStepsDismissed = (userId: string, store: Store = localStorage): boolean => read(store).dismissed.includes(userId);

export function dismissSteps(userId: string, dismissed: boolean, store: Store = localStorage): void {
  const others = read(store).dismissed.filter((each) => each !== userId);
  write({ dismissed: dismissed ? [...others, userId] : others }, store);
}
