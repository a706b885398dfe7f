// The questions about a document, until the page is reloaded: the panel can be closed meanwhile.
import { create } from 'zustand';

interface QuestionsState {
  /** by the uuid of the document, the newest first */
  questions: Readonly<Record<string, readonly string[]>>;
  /** put a question first; each one is listed once */
  ask: (document: string, question: string) => void;
  remove: (document: string, question: string) => void;
}

const without = (questions: readonly string[] | undefined, question: string) => (questions ?? []).filter((each) => each !== question);

export const useQuestions = create<QuestionsState>((set) => ({
  questions: {},
  ask: (document, question) => set(({ questions }) => ({ questions: { ...questions, [document]: [question, ...without(questions[document], question)] } })),
  remove: (document, question) => set(({ questions }) => ({ questions: { ...questions, [document]: without(questions[document], question) } })),
}));
