/** Names the resources that capabilities act in, and opens the capabilities there. */
import type { Capabilities, CapabilityName } from '../../ports/capabilities.ts';
import type { Resource } from '../../ports/resource.ts';
import type { ActorContext } from '../access/actor-context.ts';

/** The resources of one call. `workspaceId` is the workspace among them. */
export interface CallResources {
  readonly workspaceId: string | null;
  readonly resources: readonly Resource[];
}

/** Opened capabilities. They stay usable until `release`. */
export interface CapabilityLease {
  readonly capabilities: Partial<Capabilities>;
  readonly release: () => void;
}

/** Names and opens resources. `acting.workspaceId` names the workspace; null means the default one of the process. */
export interface ResourceProvider {
  /** Whether these capabilities act in a workspace folder. */
  bindsWorkspace(needs: readonly CapabilityName[]): boolean;
  /** Names the resources without opening them. Throws RESOURCE_UNAVAILABLE for a workspace that is not registered. */
  bind(acting: ActorContext, needs: readonly CapabilityName[]): CallResources | Promise<CallResources>;
  /** Throws RESOURCE_UNAVAILABLE where a resource cannot be opened by this process. */
  open(acting: ActorContext, needs: readonly CapabilityName[]): CapabilityLease | Promise<CapabilityLease>;
}

/** The resources of a call that acts in none. */
export const NO_RESOURCES: CallResources = { workspaceId: null, resources: [] };

/** How one capability is made for the caller, and which resource it then acts in. */
interface CapabilitySource<Capability> {
  readonly resource?: ((acting: ActorContext) => readonly Resource[] | Promise<readonly Resource[]>) | undefined;
  readonly open: (acting: ActorContext) => Capability | undefined;
}

/** The sources of capabilities by name. A capability without a source is not available. */
export type CapabilitySources = { readonly [Name in CapabilityName]?: CapabilitySource<Capabilities[Name]> };

/** Provides capabilities that need no folder to be opened first. Each is made only for a call that names it. */
export function provideCapabilities(sources: CapabilitySources): ResourceProvider {
  return {
    bindsWorkspace: () => false,
    async bind(acting, needs) {
      const named = await Promise.all(needs.map(async (need) => sources[need]?.resource?.(acting) ?? []));
      return { workspaceId: null, resources: uniqueResources(named.flat()) };
    },
    open: (acting, needs) => {
      const opened = needs.map((need) => [need, sources[need]?.open(acting)]);
      return { capabilities: Object.fromEntries(opened) as Partial<Capabilities>, release: () => undefined };
    },
  };
}

/** For applications that make all capabilities at once and name no resources. */
export function provideAll(capabilities: (acting: ActorContext) => Partial<Capabilities>): ResourceProvider {
  return {
    bindsWorkspace: () => false,
    bind: () => NO_RESOURCES,
    open: (acting) => ({ capabilities: capabilities(acting), release: () => undefined }),
  };
}

/** Returns the resources without repeated ids. Of equal ids, the last label counts. */
export function uniqueResources(resources: readonly Resource[]): readonly Resource[] {
  return [...new Map(resources.map((resource) => [resource.id, resource])).values()];
}

/** Returns the ids in order, so that equal resources compare and hash alike. */
export function sortedIds(resources: readonly Resource[]): string[] {
  return resources.map(({ id }) => id).toSorted();
}

/** Combines providers. Each capability comes from the first provider that has it. */
export function layerProviders(providers: readonly ResourceProvider[]): ResourceProvider {
  return {
    bindsWorkspace: (needs) => providers.some((provider) => provider.bindsWorkspace(needs)),
    async bind(acting, needs) {
      const bindings = await Promise.all(providers.map(async (provider) => provider.bind(acting, needs)));
      return {
        workspaceId: bindings.find(({ workspaceId }) => workspaceId !== null)?.workspaceId ?? null,
        resources: uniqueResources(bindings.flatMap(({ resources }) => resources)),
      };
    },
    async open(acting, needs) {
      const leases: CapabilityLease[] = [];
      const release = (): void => leases.forEach((lease) => lease.release());
      try {
        for (const provider of providers) leases.push(await provider.open(acting, needs));
      } catch (error) {
        release();
        throw error;
      }
      const found = needs.map((need) => [
        need,
        leases.find(({ capabilities }) => capabilities[need] !== undefined)?.capabilities[need],
      ]);
      return { capabilities: Object.fromEntries(found) as Partial<Capabilities>, release };
    },
  };
}
