/** What the configuration says of code that an assistant runs, and of the packages that it may want. */
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
    memoryMB: z.int().min(16).default(1_024).describe('Memory that one run of code may hold altogether.'),
    processes: z.int().min(4).max(4_096).default(128).describe('Processes and threads of one run.'),
    cpuSeconds: z.int().min(1).default(300).describe('Processor time of any one process.'),
    diskMB: z.int().min(1).default(1_024).describe('What one run may write into the workspace, and its largest file.'),
    temporaryMB: z.int().min(1).default(256).describe('The room in /tmp and /dev/shm, which is gone after the run.'),
    outputKB: z.int().min(1).max(8_192).default(24).describe('How much is kept of what a run prints, of each stream.'),
    network: z
      .strictObject({
        allow: z
          .array(hostPattern)
          .default([])
          .describe('Hosts that code can reach, by HTTP only. "*" is any public host, and then a person is asked.'),
      })
      .prefault({}),
    cgroups: z
      .array(z.string().startsWith('/'))
      .default([])
      .describe('Control groups that are handed over to Deputize, to hold limits for a run altogether.'),
  })
  .prefault({})
  .describe('The limits of code that an assistant runs.');

export const packagesConfig = z
  .strictObject({
    npm: z.strictObject({ registry: packageSource('https://registry.npmjs.org/') }).prefault({}),
    pip: z
      .strictObject({
        index: packageSource('https://pypi.org/simple/').describe('A simple index, as PEP 503 has it.'),
        fileHosts: z
          .array(hostPattern.refine((host) => !host.includes('*'), 'one host, such as files.example.com'))
          .default(['files.pythonhosted.org'])
          .describe('Hosts beside the index that it has its files on.'),
      })
      .prefault({}),
  })
  .prefault({})
  .describe('Where install_package has packages from, each time after a person approves. Public places only.');
