// The chunks of the build. Without groups, every set of pages that shares a module would get a file of its own.
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

const START = 'src/app/start.tsx';
const FIRST_PAGE = 'src/app/routes/documents-page.tsx';
const DOCUMENT_PAGE = 'src/app/routes/document-page.tsx';

const ICONS = '/node_modules/lucide-react/';
const ICON_FILES = '/node_modules/lucide-react/dist/esm/icons/';
const ICON_LIBRARY = '/node_modules/lucide-react/dist/esm/lucide-react.mjs';
const SMALL_PARTS = /\/src\/(components|graphql|lib)\/|\/node_modules\/(lucide-react|@tanstack\/(react-)?query)/;
const DIALOG_PARTS = /\/src\/components\/ui\/|\/node_modules\//;
const ERROR_TEXTS = /\/src\/lib\/messages\/(errors|server-messages)\.ts$/;
const STORED_KEYS = /\/src\/lib\/stored(-keys)?\.ts$/;
const LIVE_UPDATES = /\/src\/(app\/live-updates|lib\/(event-stream|invalidation-queue|refresh)|features\/documents\/model\/processing-job)\.ts$/;
const PDF = /\/node_modules\/pdfjs-dist\//;
/** parts of pages, where several pages have them */
const FEATURES = /\/src\/features\//;
/** the libraries of dialogs, menus and tabs: the first page loads them later */
const PRIMITIVES = /\/node_modules\/(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce)\b/;

/** Return a module and all that it imports, directly or not, without dynamic imports. */
function importsOf(entry: string, context: Context): Set<string> {
  const ids = new Set([entry]);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}

const usesPrimitives = (id: string, context: Context) => importsOf(id, context).values().some((each) => PRIMITIVES.test(each));

const ICON_IMPORT = /import \{([^}]+)\} from ["']lucide-react["']/g;
/** `export { default as FilePlus2, default as FilePlusCorner } from './icons/file-plus-corner.mjs'` */
const ICON_EXPORT = /export \{([^}]+)\} from ["']\.(\/icons\/[\w-]+\.mjs)["']/g;

const namesIn = (list = '') => list.split(',').map((name) => name.replace('default as ', '').trim().split(' ')[0] ?? '');

/** Return the files of the icons that modules import. One module of the library imports all icons. */
function iconsOf(ids: ReadonlySet<string>, context: Context): Set<string> {
  const library = [...ids].find((id) => id.endsWith(ICON_LIBRARY)) ?? '';
  const codeOf = (id: string) => context.getModuleInfo(id)?.code ?? '';
  const files = new Map([...codeOf(library).matchAll(ICON_EXPORT)].flatMap(([, list, file = '']) => namesIn(list).map((name) => [name, file])));
  const names = [...ids].flatMap((id) => [...codeOf(id).matchAll(ICON_IMPORT)].flatMap(([, list]) => namesIn(list)));
  return new Set(names.map((name) => library.replace(/\/[^/]+$/, files.get(name) ?? '')));
}

export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const isImportedBy = (page: string) => {
    let imports: ReadonlySet<string> | undefined;
    let icons: ReadonlySet<string> | undefined;
    return (id: string, context: Context) => {
      imports ??= importsOf(`${root}/${page}`, context);
      if (!imports.has(id) || !id.includes(ICON_FILES)) return imports.has(id);
      icons ??= iconsOf(imports, context);
      return icons.has(id);
    };
  };
  const isInBase = isImportedBy(START);
  const isOnFirstPage = isImportedBy(FIRST_PAGE);
  const isOnDocumentPage = isImportedBy(DOCUMENT_PAGE);
  const smallPart = (id: string, context: Context) => {
    const isFirst = isOnFirstPage(id, context);
    if (!SMALL_PARTS.test(id) && !(FEATURES.test(id) && (!isFirst || isOnDocumentPage(id, context)))) return null;
    if (usesPrimitives(id, context)) return null;
    if (isFirst) return 'common';
    return isOnDocumentPage(id, context) ? 'document-parts' : 'parts';
  };
  const listPart = (id: string, context: Context) => (isOnFirstPage(id, context) && !id.includes(ICONS) ? 'lists' : null);
  // The document page loads few of them, and must not load all because another page has these, too.
  const dialogPart = (id: string, context: Context) => (DIALOG_PARTS.test(id) && !isOnDocumentPage(id, context) ? 'dialogs' : null);
  const shared = { minShareCount: 2, includeDependenciesRecursively: false };
  return [
    // The language, which is loaded before all others.
    { name: 'language', tags: ['$initial'], priority: 6 },
    { name: (id, context) => (isInBase(id, context) ? 'base' : null), debugName: 'base', priority: 5 },
    // It imports nothing of ours. In a chunk with parts of ours, the chunks would import each other in a circle.
    { name: 'pdf', test: PDF, ...shared, priority: 4 },
    // Loaded on their own by the first page, when it is idle.
    { name: 'error-texts', test: ERROR_TEXTS, priority: 4, includeDependenciesRecursively: false },
    // Loaded by every page; the parts of some pages would come with them.
    { name: 'stored-keys', test: STORED_KEYS, priority: 4, includeDependenciesRecursively: false },
    // Loaded by every page after its first view, on their own for the same reason.
    { name: 'live-updates', test: LIVE_UPDATES, priority: 4, includeDependenciesRecursively: false },
    { name: smallPart, debugName: 'parts', ...shared, priority: 3 },
    { name: listPart, debugName: 'lists', ...shared, priority: 2 },
    { name: dialogPart, debugName: 'dialogs', ...shared, priority: 1 },
  ];
}
