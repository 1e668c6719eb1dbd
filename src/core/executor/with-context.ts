/** Opens the capabilities that a tool names, in the call's own resources, for as long as one function uses them. */
import type { Capabilities } from '../../ports/capabilities.ts';
import type { CallContext } from '../contract.ts';
import { DeputizeError } from '../errors.ts';
import type { RuntimeKernel } from '../kernel.ts';
import type { CapabilityLease } from '../resources/resource-provider.ts';
import type { ValidCall } from './valid-call.ts';

export type ToolContext = CallContext & Partial<Capabilities>;

export async function withContext<Result>(
  kernel: RuntimeKernel,
  call: ValidCall,
  signal: AbortSignal,
  use: (context: ToolContext) => Result | Promise<Result>,
): Promise<Result> {
  const lease = await openCapabilities(kernel, call);
  try {
    return await use({ ...plainContext(kernel, call, signal), ...lease.capabilities });
  } finally {
    lease.release();
  }
}

/** For a tool that names no capabilities. */
export function plainContext(
  kernel: RuntimeKernel,
  { callId, traceId, mode }: ValidCall,
  signal: AbortSignal,
): CallContext {
  return { callId, traceId, mode, signal, now: () => kernel.clock.now() };
}

/** Only the capabilities that the tool named. One that is not set up is a clear error, not an undefined. */
async function openCapabilities(kernel: RuntimeKernel, call: ValidCall): Promise<CapabilityLease> {
  const { tool } = call;
  if (tool.needs.length === 0) return { capabilities: {}, release: () => undefined };
  const lease = await kernel.resources.open({ ...call, toolName: tool.name }, tool.needs);
  const missing = tool.needs.find((need) => !lease.capabilities[need]);
  if (missing === undefined) {
    const named = tool.needs.map((need) => [need, lease.capabilities[need]]);
    return { ...lease, capabilities: Object.fromEntries(named) as Partial<Capabilities> };
  }
  lease.release();
  throw new DeputizeError('NOT_AVAILABLE', `${tool.name} needs "${missing}", which is not set up here.`);
}
