/** Rules that find credentials of known providers in a text. They have the shape of secretlint's rules. */

/** A rule, as a function on a text that reports ranges. */
export interface SecretRule {
  readonly meta: { readonly id: string };
  create(context: SecretRuleContext, options: object): { file?(source: SecretRuleSource): unknown };
}

/** What a rule reports to. */
export interface SecretRuleContext {
  readonly sharedOptions: object;
  createTranslator(): (id: string) => { message: string; messageId: string };
  report(found: { readonly range: readonly [number, number] }): void;
  ignore(): void;
}

/** The text that a rule looks at. */
interface SecretRuleSource {
  readonly content: string;
  readonly filePath: string;
  readonly ext: string;
  readonly contentType: 'text';
}
