/** The code that decides, the quick tests that hold it, and the changes that change nothing, each with its reason. */
export interface Target {
  readonly file: string;
  readonly tests: readonly string[];
  /** Words that decide, each of which could be mistaken for another of its list. */
  readonly words: readonly (readonly string[])[];
  readonly equivalent: Readonly<Record<string, string>>;
}

const ALWAYS_GIVEN = 'the engine always gives the list; its types leave it open';
const UNREACHABLE = 'what holds for the system was refused before';
const TWICE = 'each row is looked at again; leaving others out before saves time only';

export const TARGETS: readonly Target[] = [
  {
    file: 'src/core/policy/policy.ts',
    tests: ['src/core/policy/policy.test.ts'],
    words: [['allow', 'report', 'confirm', 'block']],
    equivalent: {
      "ask: left of || alone (answer.type !== 'success' || !response)":
        'without a response the next look at it throws, which counts as failure',
      'parse: right of && alone (parts.policy_templates && parts.policy_templates.length > 0)': ALWAYS_GIVEN,
      'parse: left of ?? alone (parts.policies ?? [])': ALWAYS_GIVEN,
      'annotations: left of ?? alone (expectSuccess(name, cedar.policyToJson(policy)).json?.annotations ?? {)':
        ALWAYS_GIVEN,
      'refusePermits: left of ?? alone (expectSuccess(name, cedar.policySetTextToParts(text)).policies ?? [])':
        ALWAYS_GIVEN,
      'expectSuccess: left of ?? alone (answer.errors ?? [])': ALWAYS_GIVEN,
      'found: not filtered ([error.message, error.help].filter(Boolean))':
        'the words of a refusal alone, where there is no advice',
    },
  },
  {
    file: 'src/core/policy/settings.ts',
    tests: ['src/core/policy/settings.test.ts'],
    words: [
      ['off', 'ask', 'allow'],
      ['system', 'organization', 'department', 'user'],
    ],
    equivalent: { 'own: not filtered ((await list()).filter((row) => appliesTo(row, principal)))': TWICE },
  },
  {
    file: 'src/core/policy/setting-rights.ts',
    tests: ['src/core/policy/setting-rights.test.ts'],
    words: [
      ['person', 'agent'],
      ['admin', 'super_user'],
      ['system', 'organization', 'department', 'user'],
    ],
    equivalent: {
      [`isWithinReach: is "organization" ('system')`]: UNREACHABLE,
      [`isWithinReach: is "department" ('system')`]: UNREACHABLE,
      [`isWithinReach: is "user" ('system')`]: UNREACHABLE,
      'isWithinReach: false is true (false)': UNREACHABLE,
    },
  },
  {
    file: 'src/core/provenance/assess.ts',
    tests: ['assess', 'taints', 'own'].map((name) => `src/core/provenance/${name}.test.ts`),
    words: [
      ['user', 'trusted', 'described', 'identifier', 'listed', 'others', 'unseen'],
      ['none', 'read', 'write', 'send', 'execute', 'spend'],
    ],
    equivalent: {
      'tellsMore: right of || alone (isAddress(word) || /\\d{4}/.test(word))':
        'a text with an address in it is no mere question, and is not asked about here',
      "isAskedOf: right of || alone (spoken === undefined || (origin !== 'user' && origin !== 'described'))":
        'what is described has a description',
      'isAskedOf: left of ?? alone (sources.said ?? [])':
        'where nothing was said, nothing is the user’s own, and this is not asked',
    },
  },
];
