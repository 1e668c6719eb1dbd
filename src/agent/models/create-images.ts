/** Pictures by a server's model, by the API that OpenAI and most others speak. */
import { openCompatible, servedModel } from './compatible.ts';
import { readFailure, toError } from './failure.ts';
import type { ModelOptions } from './provider.ts';

export interface GeneratedImage {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
}

export type ImageGenerator = (
  request: { readonly prompt: string; readonly size: `${number}x${number}` | undefined; readonly n: number },
  signal: AbortSignal,
) => Promise<GeneratedImage[]>;

export function createImages(options: Pick<ModelOptions, 'model' | 'url' | 'key'>): ImageGenerator {
  const served = servedModel(options, 'images');
  return async ({ prompt, size, n }, signal) => {
    const model = (await openCompatible(served)).imageModel(options.model);
    try {
      const { images } = await model.doGenerate({
        ...{ prompt, n, size, aspectRatio: undefined, seed: undefined, files: undefined, mask: undefined },
        ...{ providerOptions: {}, abortSignal: signal },
      });
      return images.map((image) => toGeneratedImage(typeof image === 'string' ? Buffer.from(image, 'base64') : image));
    } catch (thrown) {
      signal.throwIfAborted();
      // Asking again could be paid for twice.
      throw toError(readFailure(thrown, false), served, []);
    }
  };
}

/** By what it is, not by what it is said to be. */
function toGeneratedImage(bytes: Uint8Array): GeneratedImage {
  const starts = (...values: number[]): boolean => values.every((value, at) => bytes[at] === value);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return { bytes, type: 'image/png' };
  if (starts(0xff, 0xd8, 0xff)) return { bytes, type: 'image/jpeg' };
  if (starts(0x52, 0x49, 0x46, 0x46) && Buffer.from(bytes.subarray(8, 12)).toString() === 'WEBP')
    return { bytes, type: 'image/webp' };
  throw new Error('something that is no picture');
}
