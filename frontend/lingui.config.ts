// The catalogs of the texts on the screens. English is in the code; `npm run messages` writes new texts into the catalogs.
import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.ts', 'src/graphql/**'] }],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  runtimeConfigModule: { Trans: ['@/components/ui/trans', 'Trans'] },
  extractors: [createSwcExtractor()],
});
