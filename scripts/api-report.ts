/** Writes the report of the library's public API to docs/api; with `--check` it fails where the report is not up to date. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..');
/** Inside the repository, so that the declarations find their packages; not in node_modules, which would make them external. */
const WORK = join(ROOT, '.cache', 'api-report');
const ENTRIES = { deputize: 'app/library', 'deputize-testing': 'testing/scripted-model' } as const;

/** Emits the declarations of the public entries and of all that they import. */
function emitDeclarations(): void {
  const read = ts.readConfigFile(join(ROOT, 'tsconfig.build.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, ROOT);
  const roots = Object.values(ENTRIES).map((entry) => join(ROOT, 'src', `${entry}.ts`));
  ts.createProgram(roots, {
    ...options,
    ...{ declaration: true, emitDeclarationOnly: true, noCheck: true, outDir: join(WORK, 'types') },
  }).emit();
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'esnext.disposable', 'webworker'], types: ['node'] },
    ...{ strict: true, skipLibCheck: true, noEmit: true, allowImportingTsExtensions: true },
  };
  writeFileSync(join(WORK, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['types'] }));
}

/** Returns whether the report in docs/api is the one of the sources. */
function reportEntry(name: string, entry: string, isCheck: boolean): boolean {
  const hidden = { default: { logLevel: ExtractorLogLevel.None } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: WORK,
      mainEntryPointFilePath: join(WORK, 'types', `${entry}.d.ts`),
      compiler: { tsconfigFilePath: join(WORK, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: join(ROOT, 'docs', 'api'),
        reportTempFolder: join(WORK, 'report'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: hidden,
        extractorMessageReporting: {
          ...hidden,
          'ae-forgotten-export': { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
        tsdocMessageReporting: hidden,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  return !apiReportChanged;
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(join(WORK, 'report'), { recursive: true });
  mkdirSync(join(ROOT, 'docs', 'api'), { recursive: true });
  emitDeclarations();
  const stale = Object.entries(ENTRIES).filter(([name, entry]) => !reportEntry(name, entry, isCheck));
  if (isCheck && stale.length > 0) {
    const names = stale.map(([name]) => `docs/api/${name}.api.md`).join(' and ');
    process.stderr.write(`The public API has changed. Run "npm run api", and review the change in ${names}.\n`);
    process.exitCode = 1;
  }
}
