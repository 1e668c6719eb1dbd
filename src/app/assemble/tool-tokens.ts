/** What the tools of one request may cost, by mode. Above it the model is given the means to find them instead. */
export const TOOL_TOKENS = { text: 8_000, voice: 3_000 } as const;
