// Fails the build if chunks import each other in a circle: then one of them runs before what it imports, and its values are undefined.
import type { Plugin, Rolldown } from 'vite';

type Imports = ReadonlyMap<string, readonly string[]>;

/** Return the chunks of a circle, in the order of their imports, or undefined. */
export function circleIn(imports: Imports): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const imported of imports.get(name) ?? []) {
      const circle = visit(imported, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of imports.keys()) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}

export const noCircles = (): Plugin => ({
  name: 'no-circles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
    const circle = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])));
    if (circle) this.error(`These chunks import each other: ${circle.join(', ')}. Move what they share into a file of its own.`);
  },
});
