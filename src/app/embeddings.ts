/** What searches by meaning, as the configuration says: a model on this machine, one of a server, or nothing. */
import { createEmbeddings } from '../agent/models/create-embeddings.ts';
import { localEmbeddings } from '../connectors/embeddings/local.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { LoadedConfig } from './config/config.ts';
import { withKey } from './secret.ts';

export function openEmbeddings({ config: { embeddings }, secret }: LoadedConfig): Embeddings | undefined {
  if (embeddings === undefined) return undefined;
  if ('provider' in embeddings) return localEmbeddings();
  return createEmbeddings(withKey(embeddings, 'embeddings', secret));
}
