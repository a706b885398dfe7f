// Writes the licences of the packages in the bundle to dist/licenses.txt, as most of them require.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const RULE = `\n${'-'.repeat(80)}\n\n`;

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** Return the folder of the package that a module belongs to. */
export const packageFolder = (id: string): string | undefined => PACKAGE.exec(id.replace(/^\0/, ''))?.[1];

function notice(folder: string): string {
  const { name, version, license = 'see below' } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const texts = globSync('{LICEN[CS]E,NOTICE,COPYING}*', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version}\nLicence: ${license}`, ...texts].join('\n\n');
}

export function licensesFile(): Plugin {
  return {
    name: 'licenses-file',
    apply: 'build',
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].map(packageFolder));
      const notices = [...folders].filter((folder) => folder !== undefined && existsSync(join(folder, 'package.json'))).map((folder) => notice(folder as string));
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: `${notices.toSorted().join(RULE)}\n` });
    },
  };
}
