import { loadLanguage } from '@/lib/language';

async function main(): Promise<void> {
  await loadLanguage();
  const { start } = await import('./start');
  start();
}

// No `await` at the top of the module: what is imported has parts in the same file, which would wait for each other.
void main();
