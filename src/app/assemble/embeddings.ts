/** What searches by meaning, as the configuration says: a model on this machine, one of a server, or nothing. */
import { createEmbeddings } from '../../agent/models/create-embeddings.ts';
import { localEmbeddings } from '../../connectors/embeddings/local.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import type { LoadedConfig } from '../config/config.ts';
import { createAtUse, withKey } from '../config/secret.ts';

export function openEmbeddings(
  { config: { embeddings }, secret }: LoadedConfig,
  isServer: boolean,
): EmbeddingModel | undefined {
  if (embeddings === undefined) return undefined;
  if ('provider' in embeddings) return localEmbeddings();
  const { model, url } = embeddings;
  const made = createAtUse(() => createEmbeddings(withKey(embeddings, 'embeddings', secret)), isServer);
  return {
    // It names the host and the model only.
    id: createEmbeddings({ model, url, key: 'any' }).id,
    embed: async (...given) => made().embed(...given),
    close: async () => undefined,
  };
}
