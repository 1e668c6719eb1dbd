/** The words that the naming report looks for. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  (
    'about above across after against along among around as at before behind below beneath beside between beyond by ' +
    'down during except for from in inside into like near of off on onto out outside over since through to toward ' +
    'under until up upon with within without'
  ).split(' '),
);

/** Irregular participles that are used alone as names. */
export const PARTICIPLES: ReadonlySet<string> = new Set(
  'told kept said made read held left sent known given taken shown seen done begun written spoken chosen found met built'.split(
    ' ',
  ),
);

/** The glossary's list of words to avoid. */
export const AVOIDED_WORDS =
  /\b(whoever|whosoever|whichever|nobody|somebody|anew|meanwhile|told|tells|of its own|stands?|deeds?|wish(es)?|keeps to|what becomes of|hears?|is put before)\b/i;

/** Exported types of one word: words of docs/glossary.md, and words that every reader knows. */
export const ONE_WORD_TYPES: ReadonlySet<string> = new Set(
  (
    'Authorization Capabilities Checkpoint Clock Config Conversation Database Deputize Digest Facts Grant Job Json Log ' +
    'Outcome Policy Preset Principal Registry Resource Runtime Terminal Tool Turn User'
  ).split(' '),
);
