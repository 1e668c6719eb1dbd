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

const SAVES_TIME = 'what was worked out once is kept to save time only';
const ORIGINS = ['user', 'trusted', 'described', 'mentioned', 'identifier', 'listed', 'others', 'unseen'];
const DECISIONS = ['allow', 'report', 'confirm', 'block'];
const EFFECTS = ['none', 'read', 'write', 'send', 'execute', 'spend'];
const provenanceTest = (name: string): string => `src/core/provenance/${name}.test.ts`;

const JUDGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assess: {
    'isChoice: some is every (keys.some((key) => CHOICE.test(key)))': 'a text stands in one argument',
  },
  'taint/leaves': {
    'known: right of ?? alone (read.get(from) ?? [...leavesOf(from)].filter((leaf) => leaf !== PAUSE))': SAVES_TIME,
    'readOnce: left out (read.set(from, known);)': SAVES_TIME,
  },
  'taint/address-parts': {
    "[, host = '', rest = '']: left of ?? alone (/^(?:[a-z][a-z0-9+.-]*:\\/\\/(?:[^/?#]*@)?)?([^/?#]*)(.*)$/is.exec(address.trim()) ?? [])":
      'the pattern fits every text',
  },
  scene: {
    'isFairAmount: < is <= (sum < sources.largestNumber())':
      'what is as large as the largest was said, or stands in a field',
  },
};

export const TARGETS: readonly Target[] = [
  {
    file: 'src/core/policy/policy.ts',
    tests: ['src/core/policy/policy.test.ts'],
    words: [DECISIONS],
    equivalent: {
      "ask: left of || alone (answer.type !== 'success' || !response)":
        'without a response the next look at it throws, which counts as failure',
      'parse: right of && alone (parts.policy_templates && parts.policy_templates.length > 0)': ALWAYS_GIVEN,
      'parse: left of ?? alone (parts.policies ?? [])': ALWAYS_GIVEN,
      'annotations: left of ?? alone (expectSuccess(name, cedar.policyToJson(policy)).json?.annotations ?? {})':
        ALWAYS_GIVEN,
      'refusePermits: left of ?? alone (expectSuccess(name, cedar.policySetTextToParts(text)).policies ?? [])':
        ALWAYS_GIVEN,
      'expectSuccess: left of ?? alone (answer.errors ?? [])': ALWAYS_GIVEN,
      'found: not filtered ([error.message, error.help].filter(Boolean))':
        'the words of a refusal alone, where there is no advice',
    },
  },
  {
    file: 'src/core/policy/setting-store.ts',
    tests: ['src/core/policy/setting-store.test.ts'],
    words: [
      ['off', 'ask', 'allow'],
      ['system', 'organization', 'department', 'user'],
    ],
    equivalent: { 'own: not filtered ((await list()).filter((row) => matchesPrincipal(row, principal)))': TWICE },
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
  ...['assess', 'mandate/own', 'scene'].map((name) => ({
    file: `src/core/provenance/${name}.ts`,
    tests: ['assess', 'limits', 'provenance-view', 'taint/taints', 'mandate/own', 'mandate/not-own'].map(
      provenanceTest,
    ),
    words: [ORIGINS, EFFECTS],
    equivalent: JUDGED[name] ?? {},
  })),
  {
    file: 'src/core/provenance/taint/origin-index.ts',
    tests: [
      'taint/origin-index',
      'taint/origin-index-spoken',
      'assess',
      'limits',
      'taint/taints',
      'mandate/own',
      'mandate/not-own',
    ].map(provenanceTest),
    words: [ORIGINS],
    equivalent: {
      "originOf: never (if (run.length === 0) return { origin: 'unseen' };)": 'no words stand nowhere',
      'originOf: right of && alone (origin && RANK[origin] < RANK[best.origin])': 'what has no rank is below none',
      '#carriedBy: never (if (telling.size === 0) return undefined;)': 'nothing is found in anything',
      'isFrom: left of && alone ((from.labels.untrusted || from.labels.private) && // A rough check first, because the results can have megabytes. mayHold(normalize(text)))':
        'to look roughly first saves time only',
      'spoken: right of ?? alone (this.#spoken.get(from) ?? new Map<string | undefined, boolean>())': SAVES_TIME,
      '#isOfSpoken: left out (this.#spoken.set(from, spoken);)': SAVES_TIME,
      'isSpoken: right of ?? alone (spoken.get(thing) ?? this.said?.messages.some(speaksOfIt) === true)': SAVES_TIME,
      '#isOfSpoken: left out (spoken.set(thing, isSpoken);)': SAVES_TIME,
      'speaksOfIt: right of && alone (thing !== undefined && this.spokenOf(thing, words, [], from.tool) !== undefined)':
        'of nothing nobody speaks',
      'holds: always the second (whole === text ? words : wordsOf(whole))': SAVES_TIME,
    },
  },
  ...['taint/leaves', 'taint/address-parts'].map((name) => ({
    file: `src/core/provenance/${name}.ts`,
    tests: [
      'taint/origin-index',
      'taint/origin-index-spoken',
      'assess',
      'limits',
      'taint/taints',
      'mandate/own',
      'mandate/not-own',
    ].map(provenanceTest),
    words: [],
    equivalent: JUDGED[name] ?? {},
  })),
  {
    file: 'src/core/provenance/mandate/asked-for.ts',
    tests: [provenanceTest('mandate/asked-for')],
    words: [],
    equivalent: {
      "before: left of ?? alone (words[at - 1]?.word ?? '')": 'nothing is in no list either',
      'isQuoted: >= is > (at >= from)': 'no end of a clause begins with a quotation mark',
    },
  },
  {
    file: 'src/core/provenance/words.ts',
    tests: ['words', 'limits', 'telling-words', 'taint/runs', 'taint/echoes'].map(provenanceTest),
    words: [],
    equivalent: {
      'areIn: right of && alone (this.#firsts.has(word) && isRunAt(at))': 'to look roughly first saves time only',
      'indexOfRun: never (if (first === undefined) return -1;)': 'nothing is in no list of words',
      "isWeak: left of ?? alone (run[0] ?? '')": 'a run of one has a first',
    },
  },
  {
    file: 'src/core/provenance/values.ts',
    tests: [provenanceTest('values'), provenanceTest('limits')],
    words: [['recipient', 'target', 'path', 'address', 'amount', 'credential', 'permission', 'text']],
    equivalent: {},
  },
  {
    file: 'src/core/provenance/mandate/own-words.ts',
    tests: [provenanceTest('mandate/own-words')],
    words: [],
    equivalent: {},
  },
  {
    file: 'src/core/provenance/taint/recall.ts',
    tests: [provenanceTest('taint/recall'), provenanceTest('taint/recall-marked')],
    words: [
      [
        ...['proposed', 'blocked', 'awaiting_approval', 'denied', 'expired'],
        ...['running', 'ok', 'error', 'unknown', 'undone'],
      ],
      ['user', 'assistant'],
    ],
    equivalent: {
      'withMarks: never (if (marked.size === 0) return [...results];)':
        'where nothing is marked, each is left as it is below; to see that first saves time only',
    },
  },
  {
    file: 'src/core/provenance/taint/marks.ts',
    tests: ['taint/marks', 'taint/part-by-marks'].map(provenanceTest),
    words: [EFFECTS, DECISIONS, ['none', 'read_only', 'writes']],
    equivalent: {
      "strings: right of && alone (typeof value === 'object' && value !== null)":
        'all that is left are truth values, which have nothing in them',
    },
  },
  {
    file: 'src/core/provenance/mandate/things.ts',
    tests: [provenanceTest('mandate/things')],
    words: [['named', 'mentioned']],
    equivalent: {
      'namesIn: some is every (name.some((word) => isTelling(word) || isAddress(word)))': 'it is one word',
      'some: right of ?? alone (this.#some.get(key) ?? new Things(this.#things.filter(isMeant), this.#recipients))':
        SAVES_TIME,
      '#only: left out (this.#some.set(key, some);)': SAVES_TIME,
      'spoken: right of ?? alone (this.#spoken.get(words) ?? spokenOf(this.#things, words, this.#recipients))':
        SAVES_TIME,
      'spokenIn: left out (this.#spoken.set(words, spoken);)': SAVES_TIME,
    },
  },
  {
    file: 'src/core/provenance/mandate/said.ts',
    tests: ['mandate/said', 'mandate/own', 'mandate/not-own'].map(provenanceTest),
    words: [],
    equivalent: {},
  },
  {
    file: 'src/core/provenance/mandate/times.ts',
    tests: [provenanceTest('mandate/times')],
    words: [],
    equivalent: {
      "isOfMonth: left of ?? alone (before ?? '')": 'nothing is in no list',
      "isOfMonth: left of ?? alone (behind.find((word) => !isBetweenDays(word)) ?? '')": 'nothing is in no list',
    },
  },
];
