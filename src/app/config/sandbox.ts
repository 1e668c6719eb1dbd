/** The settings of the sandbox and of packages in `deputize.yaml`. */
import { z } from 'zod';

const hostPattern = z
  .string()
  .regex(
    /^(\*|(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?)$/,
    'a host such as pypi.org, *.example.com or example.com:8080, in small letters; or *',
  );

/** Over an encrypted connection, and without credentials: these would be there for every package to read. */
const packageSource = (usual: string) =>
  z
    .url({ protocol: /^https$/, error: 'an https URL' })
    .refine((url) => !/^[^/]*\/\/[^/]*@|[?#]/.test(url), 'a URL without credentials and query')
    .transform((url) => (url.endsWith('/') ? url : `${url}/`))
    .default(usual);

export const sandboxConfig = z
  .strictObject({
    changes: z
      .enum(['apply', 'ask'])
      .default('apply')
      .describe(
        'What happens with the changes of a run. With `ask`, those of a run that overwrites or deletes files wait until a person has seen the difference and approved.',
      ),
    memoryMB: z.int().min(16).default(1_024).describe('The memory of one run, in MB.'),
    processes: z.int().min(4).max(4_096).default(128).describe('The most processes and threads of one run.'),
    cpuSeconds: z.int().min(1).default(300).describe('The processor time of each process, in seconds.'),
    diskMB: z
      .int()
      .min(1)
      .default(1_024)
      .describe('How much one run may write into the workspace, in MB; also its largest file.'),
    files: z
      .int()
      .min(1)
      .default(100_000)
      .describe('How many files and folders one run may create or change. Beyond it, nothing of the run is applied.'),
    totalDiskMB: z
      .int()
      .min(1)
      .default(2_048)
      .describe(
        'How much all runs in progress may write together, in MB, in all workspaces. The largest run is ended.',
      ),
    totalFiles: z
      .int()
      .min(1)
      .default(200_000)
      .describe('How many files and folders all runs in progress may create or change together.'),
    temporaryMB: z
      .int()
      .min(1)
      .default(256)
      .describe('The space in /tmp and /dev/shm, in MB. It is removed after the run.'),
    outputKB: z.int().min(1).max(8_192).default(24).describe('How much of each output stream is returned, in KB.'),
    network: z
      .strictObject({
        allow: z
          .array(hostPattern)
          .default([])
          .describe('Hosts that code can reach, by HTTP only. `*` is any public host; then every run asks.'),
      })
      .prefault({})
      .describe('What code can reach. Left out, nothing.'),
    cgroups: z
      .array(z.string().startsWith('/'))
      .default([])
      .describe('Control groups that Deputize may use, so that limits hold for a whole run.'),
  })
  .prefault({})
  .describe('The limits of code that an assistant runs.');

export const packagesConfig = z
  .strictObject({
    npm: z
      .strictObject({
        registry: packageSource('https://registry.npmjs.org/').describe('The registry.'),
      })
      .prefault({})
      .describe('Packages of npm.'),
    pip: z
      .strictObject({
        index: packageSource('https://pypi.org/simple/').describe('A simple index as of PEP 503.'),
        fileHosts: z
          .array(hostPattern.refine((host) => !host.includes('*'), 'one host, such as files.example.com'))
          .default(['files.pythonhosted.org'])
          .describe('The hosts of its files, beside the index.'),
      })
      .prefault({})
      .describe('Packages of pip.'),
  })
  .prefault({})
  .describe('The sources of install_package, which always asks. They must be public.');
