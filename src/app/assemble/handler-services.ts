/** The services that handlers of authored tools can call: knowledge, calendar and images, as configured. */
import { createImages, type ImageGenerator, type GeneratedImage } from '../../agent/models/create-images.ts';
import { openDiskFiles, type DiskFiles } from '../../connectors/files/disk.ts';
import { MarkdownKnowledge } from '../../connectors/knowledge/markdown-knowledge.ts';
import { DeputizeError } from '../../core/index.ts';
import type { FileBucket } from '../../ports/file-bucket.ts';
import type { Capabilities } from '../../ports/capabilities.ts';
import type { Json, JsonObject } from '../../ports/json.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import type { HandlerService, HandlerServices } from '../../ports/handler-services.ts';
import { calendarService } from './calendar-service.ts';
import type { LoadedConfig } from '../config/config.ts';
import { withKey } from '../config/secret.ts';

const MAX_RESULTS = 10;

export interface ServiceHost {
  readonly services: (powers: Pick<Capabilities, 'bucket' | 'calendar' | 'createdEvents'>) => HandlerServices;
  close(): Promise<void>;
}

export async function openServices(loaded: LoadedConfig, objects: ObjectStore): Promise<ServiceHost> {
  const { config, path, secret } = loaded;
  const pages = config.knowledge === undefined ? undefined : await openPages(path(config.knowledge), objects);
  const knowledge = knowledgeService(pages && new MarkdownKnowledge(pages));
  const draw = config.images && createImages(withKey(config.images, 'images', secret));
  return {
    services: ({ bucket, ...powers }) => ({
      knowledge,
      calendar: calendarService(powers, config.calendar.meetingLink),
      images: imageService(draw, bucket),
    }),
    close: async () => pages?.close(),
  };
}

async function openPages(root: string, objects: ObjectStore): Promise<DiskFiles> {
  try {
    return await openDiskFiles({ root, objects, sweep: false });
  } catch (cause) {
    throw new DeputizeError('INVALID_CONFIGURATION', `knowledge: the folder ${root} cannot be opened.`, {
      details: { key: 'knowledge' },
      cause,
    });
  }
}

function knowledgeService(knowledge: MarkdownKnowledge | undefined): HandlerService {
  const there = (): MarkdownKnowledge =>
    knowledge ?? throwNotConfiguredError('No knowledge is set up', 'knowledge', 'a folder of Markdown');
  return {
    search: async (args, signal) =>
      (await there().search(
        text(args, 'query'),
        Math.min(MAX_RESULTS, number(args, 'limit')),
        signal,
      )) as unknown as Json,
    get: async (args, signal) => (await there().get(text(args, 'id'), signal)) as unknown as Json,
  };
}

function imageService(draw: ImageGenerator | undefined, bucket: FileBucket): HandlerService {
  return {
    generate: async (args, signal) => {
      if (!draw)
        return throwNotConfiguredError(
          'Nothing is set up that makes pictures',
          'images',
          'a model with its url or key',
        );
      const size = /^\d{2,4}x\d{2,4}$/.test(text(args, 'size'))
        ? (text(args, 'size') as `${number}x${number}`)
        : undefined;
      const pictures = await draw({ prompt: text(args, 'prompt'), size, n: number(args, 'count') }, signal);
      return Promise.all(pictures.map((picture, at) => kept(picture, `${text(args, 'name')}-${at + 1}`, bucket)));
    },
  };
}

/** Stores an image under a new key. An existing file is never overwritten. */
async function kept({ bytes, type }: GeneratedImage, name: string, bucket: FileBucket): Promise<JsonObject> {
  const key = `images/${name}.${type.slice('image/'.length)}`;
  const { version, file } = await bucket.state(key);
  if (file) throw new DeputizeError('CONFLICT', `There is a file ${key} already.`);
  await bucket.change(key, { hash: await bucket.keep(bytes), size: bytes.length }, version);
  return { file: key, type, size: bytes.length };
}

function throwNotConfiguredError(what: string, key: string, value: string): never {
  throw new DeputizeError('NOT_AVAILABLE', `${what}. Set "${key}" in deputize.yaml: ${value}.`, { details: { key } });
}

function text(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}

function number(args: JsonObject, name: string): number {
  const value = args[name];
  return typeof value === 'number' ? value : 1;
}
