// Set-up of component tests: what happy-dom lacks, and what is reset after each test.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

import { useConnection } from '@/lib/connection';
import { useToasts } from '@/lib/toasts';

import { FakeEventSource } from './events';

configure({
  asyncUtilTimeout: 10_000, // for slow machines
  getElementError: (message) => new Error(`${message}\nThe page: ${document.body.textContent}`),
});

// There is no layout: lists are as tall as a screen, so that their rows are shown.
const SCREEN = 900;
const ROW = 36;
const WIDTH = 1440;
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => SCREEN });
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => ROW });

// They are as wide as the window, which a test makes narrower by `innerWidth`.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => innerWidth });
globalThis.ResizeObserver = class {
  readonly #report: ResizeObserverCallback;

  constructor(report: ResizeObserverCallback) {
    this.#report = report;
  }

  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, innerWidth, SCREEN);
    queueMicrotask(() => this.#report([{ target, contentRect } as ResizeObserverEntry], this));
  }

  unobserve = () => undefined;
  disconnect = () => undefined;
};

// No stylesheet is loaded: what is shown depends on attributes only. The function of happy-dom takes most of the time of a test.
const styleOf = ({ hidden, style }: HTMLElement) => ({
  display: hidden ? 'none' : style.display || 'block',
  visibility: style.visibility || 'visible',
  getPropertyValue: (name: string) => style.getPropertyValue(name),
});
vi.spyOn(globalThis, 'getComputedStyle').mockImplementation((element) => styleOf(element as HTMLElement) as CSSStyleDeclaration);

// Popovers are shown in place.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
// There are no locks, as on pages that are not secure; happy-dom has null for them.
Reflect.deleteProperty(Object.getPrototypeOf(navigator) as object, 'locks');
// Nothing else is to be done in a test.
globalThis.requestIdleCallback ??= (run) => Number(setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 0 }));
globalThis.cancelIdleCallback ??= (handle) => clearTimeout(handle);

const actions: (() => void)[] = [];

/** Run after the test; what throws fails it. */
export const onCleanUp = (action: () => void) => void actions.push(action);

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  document.cookie = 'csrftoken=token';
  window.innerWidth = WIDTH;
});

afterEach(() => {
  cleanup();
  const errors = actions.splice(0).flatMap((action) => {
    try {
      action();
      return [];
    } catch (error) {
      return [error];
    }
  });
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
  useConnection.setState({ lost: false, live: 'starting' });
  if (errors.length > 0) throw errors[0];
});
