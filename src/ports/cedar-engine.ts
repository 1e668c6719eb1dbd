/** The part of the Cedar engine that policy needs, so that each platform can load its own build of it. */
interface Answer {
  type: 'success' | 'failure';
  errors?: { message: string }[];
}

interface Uid {
  type: string;
  id: string;
}

interface AuthorizationQuestion {
  principal: Uid;
  action: Uid;
  resource: Uid;
  context: Record<string, unknown>;
  preparsedSchemaName: string;
  preparsedPolicySetId: string;
  validateRequest: boolean;
  entities: { uid: Uid; attrs: Record<string, unknown>; parents: Uid[] }[];
}

/**
 * The functions of `@cedar-policy/cedar-wasm` that are used. A failure is an answer of type `failure`; the engine may
 * also throw.
 */
export interface CedarEngine {
  policySetTextToParts(text: string): Answer & { policies?: string[]; policy_templates?: string[] };
  policyToJson(policy: string): Answer & { json?: { annotations?: Record<string, string>; effect: string } };
  validate(call: {
    schema: string;
    policies: { staticPolicies: Record<string, string> };
    validationSettings: { mode: 'strict' };
  }): Answer & {
    validationErrors?: { policyId: string; error: { message: string; help?: string | null } }[];
    validationWarnings?: { policyId: string; error: { message: string } }[];
    otherWarnings?: { message: string }[];
  };
  preparseSchema(name: string, schema: string): Answer;
  preparsePolicySet(name: string, policies: { staticPolicies: Record<string, string> }): Answer;
  statefulIsAuthorized(call: AuthorizationQuestion): Answer & {
    response?: { decision: 'allow' | 'deny'; diagnostics: { reason: string[]; errors: unknown[] } };
    warnings?: unknown[];
  };
}
