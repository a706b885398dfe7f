/** Allowed imports: app -> features -> components/ui | lib | graphql. Imports between features are listed here. */
const allowedImports = {
  actions: [],
  analyses: ['actions'],
  session: [],
  audit: [],
  account: ['session', 'corpora', 'sharing'],
  sharing: ['session'],
  bin: [],
  documents: ['bin'],
  viewer: [],
  uploads: ['documents', 'corpora'],
  usage: [],
  jobs: [],
  operations: ['jobs'],
  corpora: ['bin', 'documents'],
  comments: ['bin', 'session'],
  conversations: [],
  annotations: ['bin', 'comments', 'viewer'],
  'graphql-explorer': [],
  extracts: ['annotations', 'documents', 'viewer'],
  ask: [],
  search: ['ask', 'documents', 'viewer'],
  find: ['annotations', 'viewer'],
  presence: ['annotations', 'viewer'],
  obligations: ['annotations'],
  'first-steps': ['corpora', 'session', 'uploads'],
  comparison: [],
  views: [],
  workspace: ['audit', 'documents', 'viewer', 'annotations', 'ask', 'comments', 'corpora', 'find', 'jobs', 'presence', 'sharing'],
};

const featureRules = Object.entries(allowedImports).map(([feature, allowed]) => ({
  name: `feature-${feature}`,
  comment: `${feature} may use: ${allowed.join(', ') || 'no other feature'}`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: '^src/features/', pathNot: `^src/features/(${[feature, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...featureRules,
    {
      name: 'known-features',
      comment: 'a new feature declares its imports above',
      severity: 'error',
      from: {},
      to: { path: '^src/features/', pathNot: `^src/features/(${Object.keys(allowedImports).join('|')})/` },
    },
    { name: 'features-not-app', severity: 'error', from: { path: '^src/(features|components|lib|graphql)/' }, to: { path: '^src/app/' } },
    { name: 'basics-not-features', severity: 'error', from: { path: '^src/(components|lib|graphql)/' }, to: { path: '^src/features/' } },
    { name: 'lib-not-components', severity: 'error', from: { path: '^src/(lib|graphql)/' }, to: { path: '^src/components/' } },
    {
      name: 'models-are-plain',
      comment: 'models import neither React nor a DOM library',
      severity: 'error',
      from: { path: '^src/features/[^/]+/model/' },
      to: { path: '^(node_modules/)?(react|react-dom|@tanstack|radix-ui)(/|$)|/node_modules/(react|react-dom|@tanstack|radix-ui)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.css', '.js'] },
  },
};
