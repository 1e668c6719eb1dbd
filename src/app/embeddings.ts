/** What searches by meaning, as the configuration says: a model on this machine, one of a server, or nothing. */
import { createEmbeddings } from '../agent/models/create-embeddings.ts';
import { localEmbeddings } from '../connectors/embeddings/local.ts';
import type { Embeddings } from '../ports/embeddings.ts';
import type { LoadedConfig } from './config.ts';

export function openEmbeddings({ config: { embeddings }, secret }: LoadedConfig): Embeddings | undefined {
  if (embeddings === undefined) return undefined;
  if ('provider' in embeddings) return localEmbeddings();
  const { model, url, key } = embeddings;
  // The usual key belongs to the provider itself, and is not sent to whatever stands at another address.
  const usual = url === undefined ? process.env['OPENAI_API_KEY'] : undefined;
  return createEmbeddings({ model, url, key: key ? secret('embeddings.key', key) : usual });
}
