// Draws pages: the current one alone, then the others, the nearest first and two at a time. Pages that are no longer visible are cancelled.

export interface RenderJob {
  page: number;
  /** resolves when drawn; rejects when `signal` aborts */
  draw: (signal: AbortSignal) => Promise<void>;
}

interface Entry extends RenderJob {
  controller: AbortController;
}

const PARALLEL = 2;

export class RenderQueue {
  private waiting: Entry[] = [];
  private running = new Set<Entry>();
  private focus = 1;
  private readonly onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  setFocus(page: number): void {
    this.focus = page;
  }

  /** Add a job. Return a function that cancels it. */
  add(job: RenderJob): () => void {
    const entry: Entry = { ...job, controller: new AbortController() };
    this.waiting.push(entry);
    queueMicrotask(() => this.pump()); // The pages of a jump are added together, and the one in view is drawn first.
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
      entry.controller.abort();
    };
  }

  private nearest(): Entry | undefined {
    const distance = (entry: Entry) => Math.abs(entry.page - this.focus);
    return this.waiting.reduce<Entry | undefined>((best, entry) => (best === undefined || distance(entry) < distance(best) ? entry : best), undefined);
  }

  /** One worker reads all pages: another one would delay the page that the user looks at. */
  private isDrawingFocus(): boolean {
    return [...this.running].some(({ page, controller }) => page === this.focus && !controller.signal.aborted);
  }

  private pump(): void {
    while (this.running.size < PARALLEL && !this.isDrawingFocus()) {
      const entry = this.nearest();
      if (!entry) return;
      this.waiting = this.waiting.filter((other) => other !== entry);
      this.running.add(entry);
      void this.run(entry);
    }
  }

  private async run(entry: Entry): Promise<void> {
    try {
      await entry.draw(entry.controller.signal);
    } catch (error) {
      if (!entry.controller.signal.aborted) this.onError(error);
    } finally {
      this.running.delete(entry);
      this.pump();
    }
  }
}
