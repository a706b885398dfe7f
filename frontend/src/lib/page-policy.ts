// The page's Content-Security-Policy (`config/settings/security.py`): its nonce, and the policy for Trusted Types, with which browsers start workers.

interface ScriptUrls {
  createScriptURL: (url: string) => string;
}

declare global {
  /** read by the library that keeps the page from scrolling behind a dialog; it adds a style element */
  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  var __webpack_nonce__: string | undefined;
  var trustedTypes: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls } | undefined;
}

export function passNonceToLibraries(): void {
  // oxlint-disable-next-line no-underscore-dangle -- the library's name
  globalThis.__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
}

/** Return the URL if it is one of our own static files. */
function requireAsset(url: string): string {
  const assets = new URL(import.meta.env.BASE_URL, location.href).href;
  if (!new URL(url, location.href).href.startsWith(assets)) throw new TypeError(`${url} is not a script of this application.`);
  return url;
}

const rules: ScriptUrls = { createScriptURL: requireAsset };
const policy = globalThis.trustedTypes?.createPolicy('cartulary', rules) ?? rules;

/** Start a worker from a URL that was imported with `?worker&url`. */
export const startWorker = (url: string, name: string): Worker => new Worker(policy.createScriptURL(url), { type: 'module', name });
