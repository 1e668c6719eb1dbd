/** The import rule: the folder tree is the map, and arrows only point downward. Everything may import `lib`. */
const layer = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: ['^src/lib/', to] },
});
/** Folders that run on Node, on Workers and in browsers alike. */
const NEUTRAL =
  '^src/(lib/(?!node/)|(core|ports|wire|domains/(mail|calendar|files)|toolsets/(mail|calendar|files|web)|presets/personal|doors/(http|openai|worker))/)';
const siblings = (folder, except = []) => ({
  name: `no-siblings-in-${folder}`,
  severity: 'error',
  from: { path: `^src/${folder}/([^/]+)/`, pathNot: ['\\.test\\.ts$', ...except] },
  to: { path: `^src/${folder}/[^/]+/`, pathNot: `^src/${folder}/$1/` },
});
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    layer('lib-imports-nothing', '^src/lib/', '^src/lib/'),
    layer('ports-import-nothing', '^src/ports/', '^src/ports/'),
    layer('wire-imports-nothing', '^src/wire/', '^src/wire/'),
    layer('testing-imports-nothing', '^src/testing/', '^src/testing/'),
    layer('core-imports-ports', '^src/core/', '^src/(core|ports)/'),
    layer('domains-import-core', '^src/domains/', '^src/(domains|core|ports)/'),
    layer('toolsets-import-domains', '^src/toolsets/', '^src/(toolsets|domains|core|ports)/'),
    layer('authoring-imports-core', '^src/authoring/', '^src/(authoring|core|ports)/'),
    layer('agent-imports-core', '^src/agent/', '^src/(agent|core|ports)/'),
    layer('presets-import-toolsets', '^src/presets/', '^src/(presets|toolsets|core)/'),
    layer('connectors-import-ports', '^src/connectors/', '^src/(connectors|ports)/'),
    layer('doors-import-core', '^src/doors/', '^src/(doors|core|agent|wire|ports)/'),
    {
      name: 'web-imports-wire-and-lib',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|scripts|test)/', pathNot: '^src/(wire|lib/(?!node/))' },
    },
    { name: 'nothing-imports-web', severity: 'error', from: { path: '^src/' }, to: { path: '^web/' } },
    {
      // Each costs tens of megabytes and a tenth of a second, and most processes never ask a model.
      name: 'model-packages-are-loaded-late',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/(ai|@ai-sdk)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    siblings('toolsets'),
    siblings('connectors'),
    siblings('doors'),
    {
      name: 'neutral-folders-reach-no-node',
      severity: 'error',
      from: { path: NEUTRAL, pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'neutral-folders-reach-no-lib-node',
      severity: 'error',
      from: { path: NEUTRAL, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/lib/node/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
