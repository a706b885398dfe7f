// Edits that the server has not confirmed, kept for this tab: they survive a reload, and are sent again when the document is opened.

import type { Task } from './model/history';

interface Scope {
  documentId: string;
  corpusId: string;
}

const keyOf = ({ documentId, corpusId }: Scope) => `unsent-annotations:${documentId}:${corpusId}`;

function read(scope: Scope): Task[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(scope)) ?? '[]') as Task[];
  } catch {
    return [];
  }
}

function write(scope: Scope, tasks: readonly Task[]): void {
  try {
    if (tasks.length > 0) sessionStorage.setItem(keyOf(scope), JSON.stringify(tasks));
    else sessionStorage.removeItem(keyOf(scope));
  } catch {
    // Storage is full or switched off: the edits still wait in memory.
  }
}

export const addUnsent = (scope: Scope, task: Task) => write(scope, [...read(scope), task]);

/** Remove the oldest edit: they are sent in order. */
export const removeOldestUnsent = (scope: Scope) => write(scope, read(scope).slice(1));

/** Return the edits of an earlier page of this tab, and forget them. */
export function takeUnsent(scope: Scope): Task[] {
  const tasks = read(scope);
  write(scope, []);
  return tasks;
}
