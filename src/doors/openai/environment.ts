/** What the OpenAI-compatible door is given. */
import type { AssistantService } from '../../agent/assistant-service.ts';
import type { Log, Principal, Runtime } from '../../core/index.ts';

export interface OpenAiEnvironment {
  readonly runtime: Runtime;
  /** Made when first asked for. */
  readonly assistants: () => Promise<AssistantService>;
  /** Whose the access token of this request is. */
  readonly recognise: (request: Request) => Promise<Principal | undefined>;
  readonly log: Log;
}
