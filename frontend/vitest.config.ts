// Tests: functions in Node, screens in a DOM. Apart from the build, which is installed without what tests need.
import { defineConfig, mergeConfig } from 'vitest/config';

import build from './vite.config';

export default defineConfig((environment) =>
  mergeConfig(build(environment), {
    test: {
      css: { include: /\.css\?raw/ },
      // for slow machines
      testTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      projects: [
        { extends: true, test: { name: 'units', include: ['{src,vite}/**/*.test.ts'], environment: 'node', setupFiles: ['src/testing/language.ts'] } },
        { extends: true, test: { name: 'screens', include: ['src/**/*.test.tsx'], environment: 'happy-dom', setupFiles: ['src/testing/language.ts', 'src/testing/screen.ts'] } },
      ],
    },
  }),
);
